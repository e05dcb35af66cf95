/* scalar.c - numbers that a problem has at its start */
#include "bench/scalar.h"
#include "solvers/acceleration.h"
#include "solvers/least_constraint.h"
#include "solvers/method.h"
#include "solvers/uniqueness.h"
#include <math.h>
#include <stdlib.h>

static int uniqueness(const ss_problem *p, ss_uniqueness *out)
{
    return ss_uniqueness_at(p, 0.0, p->q0, p->u0, out) == SS_OK;
}

static double s_of(const ss_problem *p)
{
    ss_uniqueness u;
    return uniqueness(p, &u) ? u.s : NAN;
}

static double dp_of(const ss_problem *p)
{
    ss_uniqueness u;
    return uniqueness(p, &u) && u.closed > 1 ? u.most.dp : NAN;
}

static double outcomes_of(const ss_problem *p)
{
    ss_uniqueness u;
    return uniqueness(p, &u) && u.orders.complete ? (double)u.orders.outcomes : (double)NAN;
}

static double spread_of(const ss_problem *p)
{
    ss_uniqueness u;
    return uniqueness(p, &u) && u.orders.complete ? u.orders.spread : NAN;
}

static double closed_of(const ss_problem *p)
{
    ss_uniqueness u;
    return uniqueness(p, &u) ? (double)u.closed : (double)NAN;
}

/* All contact forces on the level of accelerations: how many, and the largest lN of the first. */
static int forces(const ss_problem *p, double *lN)
{
    enum { KEPT = 32 }; /* as many are told apart for certain, as in `forces` */
    const int dim = ss_dim(&p->dims), nl = p->dims.nc * dim;
    double *l = calloc((size_t)((nl + p->dims.nu) * KEPT) + 1, sizeof *l);
    ss_status status;

    *lN = NAN;
    if (!l) return -1;
    const int n = ss_acceleration_solutions(p, 0.0, p->q0, p->u0, l, l + nl * KEPT, KEPT, &status);
    const int known = status == SS_OK || status == SS_EINCONSISTENT;
    if (status == SS_OK) *lN = 0.0;
    for (int i = 0; i < p->dims.nc && status == SS_OK; i++) *lN = fmax(*lN, l[i * dim]);
    free(l);
    return known ? n : -1;
}

static double solutions_of(const ss_problem *p)
{
    double lN;
    const int n = forces(p, &lN);
    return n < 0 ? (double)NAN : (double)n;
}

static double load_of(const ss_problem *p)
{
    double lN;
    return forces(p, &lN) == 1 ? lN : NAN;
}

/* Gauss' principle of least constraint: 1 some contact bears a load, 0 none does, -1 no load is
 * feasible; *lN: the largest load. */
static double least_constraint(const ss_problem *p, double *lN)
{
    ss_least_constraint c;
    const ss_status found = ss_least_constraint_at(p, 0.0, p->q0, p->u0, NULL, &c, NULL);

    *lN = found == SS_OK ? 0.0 : NAN;
    for (int i = 0; i < c.n && found == SS_OK; i++) *lN = fmax(*lN, c.N[i]);
    ss_least_constraint_free(&c);
    return found == SS_OK ? (double)(*lN > 0.0) : found == SS_EINCONSISTENT ? -1.0 : (double)NAN;
}

static double gauss_of(const ss_problem *p)
{
    double lN;
    return least_constraint(p, &lN);
}

static double gauss_load_of(const ss_problem *p)
{
    double lN;
    least_constraint(p, &lN);
    return lN;
}

typedef struct look { /* what the problem says about its start */
    double gap, kinetic, potential;
} look;

static int see(const ss_problem *p, look *out)
{
    const ss_dims *d = &p->dims;
    double *c = calloc((size_t)(d->npose + d->nc) + 1, sizeof *c);
    const ss_config x = {.q = p->q0, .c = c};

    if (!c) return 0;
    double *g = c + d->npose;
    const int bad = (p->pose && p->pose(p->par, 0.0, p->q0, c)) || p->gap(p->par, &x, g) ||
                    p->energy(p->par, &x, p->u0, &out->kinetic, &out->potential);
    out->gap = d->nc ? INFINITY : NAN;
    for (int i = 0; i < d->nc; i++) out->gap = fmin(out->gap, g[i]);
    free(c);
    return !bad;
}

static double gap_of(const ss_problem *p)
{
    look l;
    return see(p, &l) ? l.gap : NAN;
}

static double kinetic_of(const ss_problem *p)
{
    look l;
    return see(p, &l) ? l.kinetic : NAN;
}

static double potential_of(const ss_problem *p)
{
    look l;
    return see(p, &l) ? l.potential : NAN;
}

const ss_scalar ss_scalars[] = {
    {"s", "inner product of the unit normals of two closed contacts, the largest", s_of, 0},
    {"dp", "2 |p*|: sensitivity of the impact's outcome to that", dp_of, 0},
    {"outcomes", "distinct outcomes of the impact over all orders of reflection", outcomes_of, 1},
    {"spread", "largest distance between two of them, in the kinetic metric", spread_of, 0},
    {"closed", "closed contacts", closed_of, 1},
    {"solutions", "contact forces that the laws allow, on the level of accelerations", solutions_of,
     1},
    {"lN", "the largest normal force, where there is one solution", load_of, 0},
    {"gauss", "least constraint: 1 load, 0 no load, -1 inconsistent", gauss_of, 1},
    {"gauss_lN", "the largest normal force by least constraint", gauss_load_of, 0},
    {"gap", "the smallest gap", gap_of, 0},
    {"E_kin", "kinetic energy", kinetic_of, 0},
    {"E_pot", "potential energy", potential_of, 0},
    {0}};

const ss_scalar *ss_scalar_find(const char *name)
{
    for (const ss_scalar *s = ss_scalars; s->name; s++)
        if (strcmp(s->name, name) == 0) return s;
    return NULL;
}
