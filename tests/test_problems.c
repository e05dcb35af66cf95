/* test_problems.c - what problem.h promises, checked for every built-in family: the functions
 * of one problem must agree with each other.
 *
 * Differences.  Derivatives are taken from the five-point formula with the step EPS.  Its
 * truncation is EPS^4 f^(5)/30 and its rounding about 2^-52 |f|/EPS.  The fastest function here
 * is a drive with w = 40 rad/s: with EPS = 1e-4 both stay below 1e-9 of the derivative's or the
 * function's size, and TOL leaves a factor of ten. */
#include "problems/base/pcg.h"
#include "tests/greatest.h"
#include "tests/problem_cases.h"

static const double EPS = 1e-4, TOL = 1e-8;

enum { SAMPLES = 20 }; /* random states per case */

typedef struct state {
    double t, q[MOST], u[MOST];
} state;

/* Near the start: within half a unit in every coordinate, two in every velocity. */
static state random_state(const ss_problem *p, ss_pcg *r)
{
    state s = {.t = p->t_end * ss_pcg_uniform(r)};
    for (int i = 0; i < p->dims.nq; i++) s.q[i] = p->q0[i] + ss_pcg_uniform(r) - 0.5;
    for (int i = 0; i < p->dims.nu; i++) s.u[i] = p->u0[i] + 4.0 * ss_pcg_uniform(r) - 2.0;
    return s;
}

/* where a motion with constant u is a time e later */
static int moved(const ss_problem *p, const state *s, const double *u, double e, double dt,
                 posed *out)
{
    double qdot[MOST], q[MOST];
    rate_of(p, s->q, u, qdot);
    for (int i = 0; i < p->dims.nq; i++) q[i] = s->q[i] + e * qdot[i];
    return pose_at(p, s->t + dt, q, out);
}

/* W_i u + chi_i of one contact */
static int velocity(const ss_problem *p, const ss_config *x, const double *u, int contact,
                    double v[3])
{
    const int dim = ss_dim(&p->dims), nu = p->dims.nu;
    double W[3 * MOST], chi[3] = {0};
    if (p->jac(p->par, x, contact, W)) return 1;
    if (p->chi && p->chi(p->par, x, contact, chi)) return 1;
    for (int r = 0; r < dim; r++) {
        v[r] = chi[r];
        for (int j = 0; j < nu; j++) v[r] += W[r * nu + j] * u[j];
    }
    return 0;
}

/* u' of the motion without contact forces */
static int free_acceleration(const ss_problem *p, const ss_config *x, const double *u, double *a)
{
    double M[MOST * MOST];
    if (p->mass(p->par, x, M) || p->force(p->par, x, u, a)) return 1;
    return solve_dense(p->dims.nu, M, a);
}

static int total_energy(const ss_problem *p, const ss_config *x, const double *u, double *E)
{
    double T, V;
    if (p->energy(p->par, x, u, &T, &V)) return 1;
    *E = T + V;
    return 0;
}

static int power_of(const ss_problem *p, const ss_config *x, const double *u, double *P)
{
    *P = 0.0;
    return p->power ? p->power(p->par, x, u, P) : 0;
}

TEST options_are_well_formed(const ss_family *f)
{
    const int n = ss_options_count(f->options);
    double opt[SS_MAX_OPTIONS] = {0};
    int row = -1;

    ASSERT(f->name && f->name[0] && f->cite && f->cite[0]);
    ASSERT(f->says && f->says[0]);
    ASSERT(n <= SS_MAX_OPTIONS);
    ss_options_preset(f->options, opt);
    ASSERT_EQ_FMT(SS_OK, (int)ss_options_check(f->options, opt, &row), "%d");
    for (int i = 0; i < n; i++) {
        const ss_option *o = &f->options[i];
        ASSERTm(o->name, o->says && o->says[0]);
        ASSERTm(o->name, o->unit && (o->unit[0] || o->kind == SS_CHOICE));
        ASSERTm(o->name, (o->words != NULL) == (o->kind == SS_CHOICE || o->kind == SS_ALIAS));
        ASSERTm(o->name, o->kind == SS_CHOICE || o->min <= o->max);
        ASSERTm(o->name, strncmp(o->name, "q0_", 3) != 0 && strncmp(o->name, "u0_", 3) != 0);
        ASSERT_EQ_FMT(i, ss_option_find(f->options, o->name), "%d"); /* no second of the name */
    }
    for (int i = 0; i < NFAMILIES; i++)
        ASSERTm(f->name, families[i] == f || strcmp(families[i]->name, f->name) != 0);
    PASS();
}

TEST the_problem_is_complete(const ss_problem *p)
{
    ASSERT(p->name && p->q_name && p->u_name && p->q0 && p->u0 && p->par);
    ASSERT(p->dims.nq >= p->dims.nu && p->dims.nu > 0 && p->dims.nq <= MOST);
    ASSERT(p->dims.nc >= 0 && p->dims.nt >= 0 && p->dims.nt <= 2);
    ASSERT(p->dims.npose <= MOST && (p->dims.npose == 0) == (p->pose == NULL));
    ASSERT(p->mass && p->force && p->gap && p->jac && p->zeta && p->energy);
    ASSERT(p->draw && p->frame);
    ASSERT(p->t_end > 0.0 && isfinite(p->t_end));
    for (int i = 0; i < p->dims.nc; i++) {
        const ss_law *l = &p->law[i];
        ASSERT(l->mu_s >= 0.0 && l->mu_d >= 0.0 && l->v_s >= 0.0 && l->b >= 0.0);
        ASSERT(l->e_n >= 0.0 && l->e_n <= 1.0 && l->e_star >= 0.0 && l->e_star <= 1.0);
        ASSERT(l->kind == SS_UNILATERAL || l->load >= 0.0);
    }
    posed s;
    double g[MOST];
    ASSERT_EQ(0, pose_at(p, 0.0, p->q0, &s));
    ASSERT_EQ(0, p->gap(p->par, &s.x, g));
    /* rounding of a few lengths of the size of one */
    for (int i = 0; i < p->dims.nc; i++) ASSERT(g[i] >= -1e-13);
    PASS();
}

TEST mass_is_symmetric_positive_definite_and_as_its_traits_say(const ss_problem *p)
{
    const int n = p->dims.nu;
    double first[MOST * MOST];
    ss_pcg r;
    ss_pcg_seed(&r, 1, 1);
    for (int k = 0; k < SAMPLES; k++) {
        const state s = random_state(p, &r);
        double M[MOST * MOST];
        posed at;
        ASSERT_EQ(0, pose_at(p, s.t, s.q, &at));
        ASSERT_EQ(0, p->mass(p->par, &at.x, M));
        if (k == 0) memcpy(first, M, sizeof first);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                ASSERT(M[i * n + j] == M[j * n + i]);
                if (p->traits & SS_MASS_CONSTANT) ASSERT(M[i * n + j] == first[i * n + j]);
                if (p->traits & SS_MASS_DIAGONAL) ASSERT(i == j || M[i * n + j] == 0.0);
            }
        }
        for (int c = 0; c < n; c++) { /* Cholesky: every pivot is positive */
            ASSERT(M[c * n + c] > 0.0);
            for (int i = c + 1; i < n; i++)
                for (int j = c + 1; j < n; j++)
                    M[i * n + j] -= M[i * n + c] * M[c * n + j] / M[c * n + c];
        }
    }
    PASS();
}

TEST normal_rows_are_the_gradient_of_the_gaps(const ss_problem *p)
{
    const int n = p->dims.nu;
    ss_pcg r;
    ss_pcg_seed(&r, 2, 1);
    for (int k = 0; k < SAMPLES; k++) {
        const state s = random_state(p, &r);
        posed at;
        double W[3 * MOST], g[4][MOST];
        ASSERT_EQ(0, pose_at(p, s.t, s.q, &at));
        for (int j = 0; j < n; j++) {
            double along[MOST] = {0};
            along[j] = 1.0;
            for (int i = 0; i < 4; i++) {
                posed to;
                ASSERT_EQ(0, moved(p, &s, along, stencil5[i] * EPS, 0.0, &to));
                ASSERT_EQ(0, p->gap(p->par, &to.x, g[i]));
            }
            for (int c = 0; c < p->dims.nc; c++) {
                const double f[4] = {g[0][c], g[1][c], g[2][c], g[3][c]};
                ASSERT_EQ(0, p->jac(p->par, &at.x, c, W));
                ASSERT_IN_RANGE(slope5(f, EPS), W[j], TOL * (1.0 + fabs(f[0])));
            }
        }
    }
    PASS();
}

TEST chi_is_the_rate_of_the_gap_of_a_body_held_still(const ss_problem *p)
{
    ss_pcg r;
    ss_pcg_seed(&r, 3, 1);
    for (int k = 0; k < SAMPLES; k++) {
        const state s = random_state(p, &r);
        const double still[MOST] = {0};
        double g[4][MOST];
        posed at;
        ASSERT_EQ(0, pose_at(p, s.t, s.q, &at));
        for (int i = 0; i < 4; i++) {
            posed to;
            ASSERT_EQ(0, moved(p, &s, still, 0.0, stencil5[i] * EPS, &to));
            ASSERT_EQ(0, p->gap(p->par, &to.x, g[i]));
        }
        for (int c = 0; c < p->dims.nc; c++) {
            const double f[4] = {g[0][c], g[1][c], g[2][c], g[3][c]};
            double v[3];
            ASSERT_EQ(0, velocity(p, &at.x, still, c, v));
            ASSERT_IN_RANGE(slope5(f, EPS), v[0], TOL * (1.0 + fabs(f[0])));
        }
    }
    PASS();
}

TEST zeta_is_the_rate_of_the_relative_velocity_at_constant_u(const ss_problem *p)
{
    const int dim = ss_dim(&p->dims);
    ss_pcg r;
    ss_pcg_seed(&r, 4, 1);
    for (int k = 0; k < SAMPLES; k++) {
        const state s = random_state(p, &r);
        posed at;
        ASSERT_EQ(0, pose_at(p, s.t, s.q, &at));
        for (int c = 0; c < p->dims.nc; c++) {
            double v[4][3], z[3];
            for (int i = 0; i < 4; i++) {
                posed to;
                const double e = stencil5[i] * EPS;
                ASSERT_EQ(0, moved(p, &s, s.u, e, e, &to));
                ASSERT_EQ(0, velocity(p, &to.x, s.u, c, v[i]));
            }
            ASSERT_EQ(0, p->zeta(p->par, &at.x, s.u, c, z));
            for (int i = 0; i < dim; i++) {
                const double f[4] = {v[0][i], v[1][i], v[2][i], v[3][i]};
                ASSERT_IN_RANGE(slope5(f, EPS), z[i], TOL * (1.0 + fabs(f[0]) + fabs(z[i])));
            }
        }
    }
    PASS();
}

TEST kinetic_energy_is_half_u_M_u(const ss_problem *p)
{
    const int n = p->dims.nu;
    ss_pcg r;
    ss_pcg_seed(&r, 5, 1);
    for (int k = 0; k < SAMPLES; k++) {
        const state s = random_state(p, &r);
        double M[MOST * MOST], T, V, sum = 0.0, size = 0.0;
        posed at;
        ASSERT_EQ(0, pose_at(p, s.t, s.q, &at));
        ASSERT_EQ(0, p->mass(p->par, &at.x, M));
        ASSERT_EQ(0, p->energy(p->par, &at.x, s.u, &T, &V));
        for (int i = 0; i < n * n; i++) {
            const double term = 0.5 * M[i] * s.u[i / n] * s.u[i % n];
            sum += term;
            size += fabs(term);
        }
        ASSERT_IN_RANGE(sum, T, 1e-14 * (1 + n * n) * size); /* n^2 roundings */
    }
    PASS();
}

TEST energy_changes_at_the_stated_power_in_free_motion(const ss_problem *p)
{
    const int n = p->dims.nu;
    ss_pcg r;
    ss_pcg_seed(&r, 6, 1);
    for (int k = 0; k < SAMPLES; k++) {
        const state s = random_state(p, &r);
        double a[MOST], E[4], P;
        posed at;
        ASSERT_EQ(0, pose_at(p, s.t, s.q, &at));
        ASSERT_EQ(0, free_acceleration(p, &at.x, s.u, a));
        ASSERT_EQ(0, power_of(p, &at.x, s.u, &P));
        for (int i = 0; i < 4; i++) {
            const double e = stencil5[i] * EPS;
            double u[MOST];
            posed to;
            for (int j = 0; j < n; j++) u[j] = s.u[j] + e * a[j];
            ASSERT_EQ(0, moved(p, &s, s.u, e, e, &to));
            ASSERT_EQ(0, total_energy(p, &to.x, u, &E[i]));
        }
        ASSERT_IN_RANGE(P, slope5(E, EPS), TOL * (1.0 + fabs(E[0]) + fabs(P)));
    }
    PASS();
}

/* (q, u, work) by one classical Runge-Kutta step */
static int rk4(const ss_problem *p, double t, double h, double *y)
{
    const int nq = p->dims.nq, nu = p->dims.nu, n = nq + nu + 1;
    static const double node[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1, 2, 2, 1};
    double k[4][2 * MOST + 1], z[2 * MOST + 1] = {0}, sum[2 * MOST + 1] = {0};

    for (int i = 0; i < 4; i++) {
        posed at;
        for (int j = 0; j < n; j++) z[j] = y[j] + (i ? node[i] * h * k[i - 1][j] : 0.0);
        if (pose_at(p, t + node[i] * h, z, &at)) return 1;
        rate_of(p, z, z + nq, k[i]);
        if (free_acceleration(p, &at.x, z + nq, k[i] + nq)) return 1;
        if (power_of(p, &at.x, z + nq, &k[i][n - 1])) return 1;
        for (int j = 0; j < n; j++) sum[j] += weight[i] * k[i][j];
    }
    for (int j = 0; j < n; j++) y[j] += h / 6.0 * sum[j];
    return 0;
}

/* largest |E - work - E at the start| in `steps` steps of free motion */
static double ledger_error(const ss_problem *p, int steps, double *size)
{
    const int nq = p->dims.nq, nu = p->dims.nu;
    const double span = 0.1 * p->t_end;
    double y[2 * MOST + 1] = {0}, E0 = 0.0, worst = 0.0;
    ss_pcg r;
    ss_pcg_seed(&r, 7, 1);
    const state s = random_state(p, &r);

    memcpy(y, s.q, (size_t)nq * sizeof *y);
    memcpy(y + nq, s.u, (size_t)nu * sizeof *y);
    *size = 0.0;
    for (int i = 0; i <= steps; i++) {
        posed at;
        double T, V;
        if (i && rk4(p, s.t + (i - 1) * span / steps, span / steps, y)) return NAN;
        if (pose_at(p, s.t + i * span / steps, y, &at)) return NAN;
        if (p->energy(p->par, &at.x, y + nq, &T, &V)) return NAN;
        if (i == 0) E0 = T + V;
        worst = fmax(worst, fabs(T + V - y[nq + nu] - E0));
        *size = fmax(*size, fabs(T) + fabs(V) + fabs(y[nq + nu]));
    }
    return worst;
}

TEST energy_less_work_is_conserved_to_the_order_of_the_integrator(const ss_problem *p)
{
    double size;
    if (p->traits & SS_FORCE_JUMPS) SKIPm("the force jumps, and no integrator has its order there");
    const double coarse = ledger_error(p, 200, &size), fine = ledger_error(p, 400, &size);
    /* 400 steps of rounding in numbers of that size; where the error is larger, order four
     * shows by a fall of more than the eightfold that order three would give */
    const double rounding = 400 * 4 * 2.3e-16 * size;
    ASSERT(isfinite(coarse) && isfinite(fine));
    ASSERT(coarse < 1e-3 * size);
    ASSERT(fine <= rounding || fine < coarse / 8.0);
    PASS();
}

typedef struct strokes {
    int lines, arcs, bad;
} strokes;

static void count_line(void *ctx, ss_ink ink, double x0, double y0, double x1, double y1)
{
    strokes *s = ctx;
    s->lines++;
    if (!isfinite(x0 + y0 + x1 + y1) || ink > SS_INK_MARK) s->bad++;
}

static void count_arc(void *ctx, ss_ink ink, double cx, double cy, double rx, double ry,
                      double tilt, double a0, double a1)
{
    strokes *s = ctx;
    s->arcs++;
    if (!isfinite(cx + cy + tilt + a0 + a1) || ink > SS_INK_MARK) s->bad++;
    if (!(rx >= 0.0 && ry >= 0.0 && a1 > a0 && isfinite(rx + ry))) s->bad++;
}

TEST the_drawing_has_strokes_and_all_are_finite(const ss_problem *p)
{
    ss_pcg r;
    ss_pcg_seed(&r, 8, 1);
    for (int k = 0; k < SAMPLES; k++) {
        const state s = random_state(p, &r);
        strokes n = {0};
        const ss_pen pen = {.ctx = &n, .line = count_line, .arc = count_arc};
        posed at;
        ASSERT_EQ(0, pose_at(p, s.t, s.q, &at));
        ASSERT_EQ(0, p->draw(p->par, &at.x, &pen));
        ASSERT(n.lines + n.arcs > 0);
        ASSERT_EQ_FMT(0, n.bad, "%d");
    }
    PASS();
}

static double dot3(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* A force along a contact's axis is that axis in the columns of a body's x and y. */
TEST contact_frames_are_orthonormal_and_agree_with_the_rows(const ss_problem *p)
{
    const int nu = p->dims.nu, dim = ss_dim(&p->dims);
    const double few = 8 * 2.3e-16; /* roundings of a square root and three products */
    ss_pcg r;
    ss_pcg_seed(&r, 9, 1);
    for (int k = 0; k < SAMPLES; k++) {
        const state s = random_state(p, &r);
        posed at;
        ASSERT_EQ(0, pose_at(p, s.t, s.q, &at));
        for (int c = 0; c < p->dims.nc; c++) {
            ss_contact_frame f;
            double W[3 * MOST];
            ASSERT_EQ(0, p->frame(p->par, &at.x, c, &f));
            ASSERT_EQ(0, p->jac(p->par, &at.x, c, W));
            ASSERT(isfinite(f.p[0] + f.p[1] + f.p[2]));
            ASSERT_IN_RANGE(1.0, dot3(f.n, f.n), few);
            for (int i = 0; i < p->dims.nt; i++) {
                ASSERT_IN_RANGE(1.0, dot3(f.t[i], f.t[i]), few);
                ASSERT_IN_RANGE(0.0, dot3(f.n, f.t[i]), few);
            }
            if (p->dims.nt == 2) ASSERT_IN_RANGE(0.0, dot3(f.t[0], f.t[1]), few);
            for (int j = 0; j < nu; j++) {
                const int axis = strcmp(p->u_name[j], "x") == 0   ? 0
                                 : strcmp(p->u_name[j], "y") == 0 ? 1
                                                                  : -1;
                const int first = p->law[c].kind == SS_ISOLATED; /* has no normal row */
                for (int i = first; axis >= 0 && i < dim; i++)
                    ASSERT_IN_RANGE(i ? f.t[i - 1][axis] : f.n[axis], W[i * nu + j], few);
            }
        }
    }
    PASS();
}

#define FOR_CASE(test)                                                                             \
    do {                                                                                           \
        greatest_set_test_suffix(label);                                                           \
        RUN_TESTp(test, &p);                                                                       \
    } while (0)

TEST the_case_can_be_built(const ss_status s, const char *why)
{
    ASSERT_EQ_FMTm(why, SS_OK, (int)s, "%d");
    PASS();
}

SUITE(every_family)
{
    for (int i = 0; i < NFAMILIES; i++) {
        greatest_set_test_suffix(families[i]->name);
        RUN_TESTp(options_are_well_formed, families[i]);
    }
}

SUITE(every_case)
{
    test_case cases[MOST_CASES];
    const int n = all_cases(cases);

    for (int i = 0; i < n; i++) {
        char label[64], why[256] = "";
        ss_problem p;
        snprintf(label, sizeof label, "%s %s", cases[i].f->name,
                 cases[i].text ? cases[i].text : "");
        const ss_status s = build_case(&cases[i], &p, why, sizeof why);
        if (s != SS_OK) {
            greatest_set_test_suffix(label);
            RUN_TESTp(the_case_can_be_built, s, why);
            continue;
        }
        FOR_CASE(the_problem_is_complete);
        FOR_CASE(mass_is_symmetric_positive_definite_and_as_its_traits_say);
        FOR_CASE(normal_rows_are_the_gradient_of_the_gaps);
        FOR_CASE(chi_is_the_rate_of_the_gap_of_a_body_held_still);
        FOR_CASE(zeta_is_the_rate_of_the_relative_velocity_at_constant_u);
        FOR_CASE(kinetic_energy_is_half_u_M_u);
        FOR_CASE(energy_changes_at_the_stated_power_in_free_motion);
        FOR_CASE(energy_less_work_is_conserved_to_the_order_of_the_integrator);
        FOR_CASE(the_drawing_has_strokes_and_all_are_finite);
        FOR_CASE(contact_frames_are_orthonormal_and_agree_with_the_rows);
        cases[i].f->destroy(&p);
    }
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(every_family);
    RUN_SUITE(every_case);
    GREATEST_MAIN_END();
}
