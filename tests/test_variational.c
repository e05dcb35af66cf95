/* test_variational.c - the midpoint variational integrator: its derivatives, its order, and what
 * it keeps */
#include "greatest.h"
#include "lab.h"
#include "problems/base/pcg.h"
#include "solvers/del.h"
#include <float.h>

enum { NU = 2 };

/* A double pendulum that cannot reach the floor. */
static void open_high(lab *k, const char *more)
{
    char settings[200];
    snprintf(settings, sizeof settings, "height=10 %s", more);
    lab_open(k, "double-pendulum", "variational", settings);
}

/* ---- derivatives ------------------------------------------------------------------------- */

static double lagrangian(const ss_problem *p, const double *q, const double *u)
{
    double c[64], T, V;
    const ss_config x = {.q = q, .c = c};
    if (p->pose) p->pose(p->par, 0.0, q, c);
    p->energy(p->par, &x, u, &T, &V);
    return T - V;
}

/* A motor whose torques are even in u, quadratic and not, as those of a controller that makes up
 * for inertia. */
static void motor(const double *u, double *f)
{
    f[0] = 3.0 * u[0] * u[1] - 2.0 * u[1] * u[1];
    f[1] = 50.0 * tanh(0.1 * u[0] * u[0]);
}

static ss_problem bare;

static int driven_force(const void *par, const ss_config *x, const double *u, double *h)
{
    double f[NU];
    const int bad = bare.force(par, x, u, h);
    motor(u, f);
    for (int i = 0; i < NU; i++) h[i] += f[i];
    return bad;
}

static int driven_power(const void *par, const ss_config *x, const double *u, double *p)
{
    double f[NU];
    (void)par, (void)x;
    motor(u, f);
    *p = f[0] * u[0] + f[1] * u[1];
    return 0;
}

/* Differences of fourth order with a step of 1e-3: truncation 1e-12 and rounding 1e-12 of the
 * energies, which are of the order of 1e3 J. */
static enum greatest_test_res derivatives(int driven)
{
    static unsigned char memory[1 << 14];
    static const double at[4] = {-2.0, -1.0, 1.0, 2.0}, weight[4] = {1.0, -8.0, 8.0, -1.0};
    ss_arena a = {.base = memory, .size = sizeof memory};
    double c[64];
    ss_pcg r;
    ss_del del;
    lab k;

    open_high(&k, "mass2=2 length1=0.7");
    bare = k.p;
    if (driven) {
        k.p.force = driven_force;
        k.p.power = driven_power;
    }
    ss_pcg_seed(&r, 11, 1);
    ss_del_layout(&del, &k.p.dims, &a);
    ASSERT(a.used <= a.size);
    ss_del_reset(&del, &k.p);
    for (int trial = 0; trial < 100; trial++) {
        double q[NU], u[NU], f[NU] = {0.0};
        ss_eval e = {.p = &k.p, .c = c};
        for (int i = 0; i < NU; i++) q[i] = 6.0 * ss_pcg_uniform(&r) - 3.0;
        for (int i = 0; i < NU; i++) u[i] = 20.0 * ss_pcg_uniform(&r) - 10.0;
        const ss_del_from from = {.q = q};
        ASSERT_EQ(SS_OK, ss_del_eval(&del, &e, &from, u));
        if (driven) motor(u, f);
        for (int i = 0; i < NU; i++) {
            double slope = 0.0, moved[NU] = {q[0], q[1]};
            for (int s = 0; s < 4; s++) {
                moved[i] = q[i] + 1e-3 * at[s];
                slope += weight[s] * lagrangian(&k.p, moved, u) / 12e-3;
            }
            ASSERT_IN_RANGE(slope + f[i], del.K[i], 1e-7);
        }
    }
    lab_close(&k);
    PASS();
}

TEST polarisation_gives_the_derivative_of_the_lagrangian(void)
{
    return derivatives(0);
}

TEST applied_forces_of_any_kind_are_added_to_it_as_they_are(void)
{
    return derivatives(1);
}

static int odd_and_quartic(const void *par, const ss_config *x, const double *u, double *h)
{
    (void)par, (void)x;
    h[0] = -u[0] * fabs(u[0]); /* drag is odd: fine */
    h[1] = u[1] * u[1] * u[1] * u[1];
    return 0;
}

TEST forces_that_polarisation_cannot_take_apart_are_refused(void)
{
    lab k;
    open_high(&k, "");
    k.spec.t_end = 0.01;
    ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){0}).status);
    k.p.force = odd_and_quartic;
    ASSERT_EQ(SS_EFORCE, lab_run(&k, (ss_sink){0}).status);
    k.p.traits = SS_MASS_CONSTANT; /* then K = h, whatever it is */
    ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){0}).status);
    lab_close(&k);
    PASS();
}

/* ---- order ------------------------------------------------------------------------------- */

/* errors at h and h/2 against h/16 have the ratio 4 (1 - 1/256)/(1 - 1/64) = 4.05 */
TEST order_is_two(void)
{
    static const double h[3] = {8e-3, 4e-3, 5e-4};
    double q[3][NU];
    for (int i = 0; i < 3; i++) {
        lab k;
        open_high(&k, "u0_q1=3 u0_q2=-2");
        k.spec.h = h[i];
        k.spec.t_end = 1.0;
        ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){0}).status);
        memcpy(q[i], k.q, sizeof q[i]);
        lab_close(&k);
    }
    const double ratio =
        hypot(q[0][0] - q[2][0], q[0][1] - q[2][1]) / hypot(q[1][0] - q[2][0], q[1][1] - q[2][1]);
    ASSERT_IN_RANGE(4.05, ratio, 0.3);
    PASS();
}

/* ---- what is kept ------------------------------------------------------------------------ */

typedef struct drift {
    const ss_problem *p;
    double E0, worst[10]; /* largest |E - E0| in each tenth of the run */
    double t_end;
} drift;

static int watch_energy(void *ctx, const ss_point *x, const ss_step_info *info)
{
    drift *d = ctx;
    double c[64], T, V;
    const ss_config at = {.t = x->t, .q = x->q, .c = c};
    (void)info;
    d->p->pose(d->p->par, x->t, x->q, c);
    d->p->energy(d->p->par, &at, x->u, &T, &V);
    if (x->t == 0.0) d->E0 = T + V;
    const int tenth = (int)(9.999 * x->t / d->t_end);
    d->worst[tenth] = fmax(d->worst[tenth], fabs(T + V - d->E0));
    return 0;
}

/* A chaotic motion visits its energy surface again and again: each tenth of a million steps
 * sees the same largest oscillation within a factor of three, where a drift of one part in 1e9
 * per step would have grown it a thousandfold.  The bound itself is O(h^2): 24 J swing at
 * h omega of about 0.01 leave below 1e-3 of them. */
TEST energy_does_not_drift_over_a_million_steps(void)
{
    lab k;
    open_high(&k, "");
    drift d = {.p = &k.p, .t_end = 1000.0};
    k.spec.t_end = d.t_end;
    const ss_run_result r = lab_run(&k, (ss_sink){watch_energy, &d});
    ASSERT_EQ(SS_OK, r.status);
    ASSERT_EQ(1000000, r.steps);
    for (int i = 0; i < 10; i++) {
        ASSERT(d.worst[i] < 0.024);
        ASSERT(d.worst[i] < 3.0 * d.worst[0] && d.worst[0] < 3.0 * d.worst[i]);
    }
    lab_close(&k);
    PASS();
}

static double pivot_momentum(const ss_problem *p, const double *q, const double *u)
{
    double c[64], M[NU * NU];
    const ss_config x = {.q = q, .c = c};
    p->pose(p->par, 0.0, q, c);
    p->mass(p->par, &x, M);
    return M[0] * u[0] + M[1] * u[1];
}

/* Without gravity the first angle is cyclic: its momentum is kept.  1e4 steps round a number of
 * the size 50 some ten times each; as a random walk that is 1e-16 * 50 * sqrt(1e5) = 2e-12. */
TEST momentum_of_a_symmetry_is_kept_to_round_off(void)
{
    lab k;
    open_high(&k, "g=0 u0_q1=3 u0_q2=-5");
    const double before = pivot_momentum(&k.p, k.p.q0, k.p.u0);
    k.spec.h = 5e-3;
    k.spec.t_end = 50.0;
    ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){0}).status);
    ASSERT_IN_RANGE(before, pivot_momentum(&k.p, k.q, k.u), 1e-11);
    lab_close(&k);
    PASS();
}

/* (q, p) after `steps` steps from (q, p) */
static void flow(lab *k, const double z[2 * NU], double out[2 * NU])
{
    double c[64], M[NU * NU], b[NU];
    ss_config x = {.q = z, .c = c};
    k->p.pose(k->p.par, 0.0, z, c);
    k->p.mass(k->p.par, &x, M);
    memcpy(b, z + NU, sizeof b);
    ss_chol(NU, M);
    ss_chol_solve(NU, M, b);
    memcpy(k->p.q0, z, NU * sizeof *z);
    memcpy(k->p.u0, b, sizeof b);
    lab_run(k, (ss_sink){0});
    x.q = k->q;
    k->p.pose(k->p.par, 0.0, k->q, c);
    k->p.mass(k->p.par, &x, M);
    memcpy(out, k->q, NU * sizeof *out);
    for (int i = 0; i < NU; i++) out[NU + i] = M[i * NU] * k->u[0] + M[i * NU + 1] * k->u[1];
}

/* J' S J = S with J by central differences: the step 1e-4 leaves 1e-8 of truncation times third
 * derivatives of the order of 10. */
TEST steps_are_symplectic(void)
{
    double z[2 * NU] = {0.3, -0.8, 20.0, -5.0}, J[2 * NU][2 * NU];
    lab k;
    open_high(&k, "");
    k.spec.h = 0.02; /* large, so that a scheme that is symplectic only in the limit fails */
    k.spec.t_end = 0.1;
    for (int j = 0; j < 2 * NU; j++) {
        double a[2 * NU], b[2 * NU], was = z[j];
        const double step = 1e-4 * (j < NU ? 1.0 : 10.0);
        z[j] = was + step;
        flow(&k, z, a);
        z[j] = was - step;
        flow(&k, z, b);
        z[j] = was;
        for (int i = 0; i < 2 * NU; i++) J[i][j] = (a[i] - b[i]) / (2.0 * step);
    }
    for (int a = 0; a < 2 * NU; a++)
        for (int b = 0; b < 2 * NU; b++) {
            double s = 0.0;
            for (int i = 0; i < NU; i++) s += J[i][a] * J[NU + i][b] - J[NU + i][a] * J[i][b];
            ASSERT_IN_RANGE(b == a + NU ? 1.0 : a == b + NU ? -1.0 : 0.0, s, 1e-6);
        }
    lab_close(&k);
    PASS();
}

/* Without a force nothing is iterated away: straight lines to round-off. */
TEST free_flight_is_exact_where_forces_are_constant(void)
{
    lab k;
    lab_open(&k, "bouncing-ball", "variational", "height=5 u0_y=1");
    k.spec.t_end = 0.5;
    ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){0}).status);
    double q[8], u[8];
    ASSERT_EQ(0, k.p.exact(k.p.par, 0.5, q, u));
    for (int i = 0; i < k.p.dims.nq; i++) ASSERT_IN_RANGE(q[i], k.q[i], 1e-13);
    for (int i = 0; i < k.p.dims.nu; i++) ASSERT_IN_RANGE(u[i], k.u[i], 1e-13);
    lab_close(&k);
    PASS();
}

TEST run_ends_as_unsupported_where_a_contact_closes(void)
{
    lab k;
    lab_open(&k, "double-pendulum", "variational", "");
    const ss_run_result r = lab_run(&k, (ss_sink){0});
    ASSERT_EQ(SS_ECONTACT, r.status);
    ASSERT_STR_EQ("unsupported", ss_status_verdict(r.status));
    ASSERT_IN_RANGE(0.515, r.t, 1e-3); /* the published first impact, to one step */
    ASSERT_EQ(0.0, r.penetration_max);
    lab_close(&k);
    PASS();
}

SUITE(variational)
{
    RUN_TEST(polarisation_gives_the_derivative_of_the_lagrangian);
    RUN_TEST(applied_forces_of_any_kind_are_added_to_it_as_they_are);
    RUN_TEST(forces_that_polarisation_cannot_take_apart_are_refused);
    RUN_TEST(order_is_two);
    RUN_TEST(energy_does_not_drift_over_a_million_steps);
    RUN_TEST(momentum_of_a_symmetry_is_kept_to_round_off);
    RUN_TEST(steps_are_symplectic);
    RUN_TEST(free_flight_is_exact_where_forces_are_constant);
    RUN_TEST(run_ends_as_unsupported_where_a_contact_closes);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(variational);
    GREATEST_MAIN_END();
}
