/* test_mechanisms.c - bicycle, double-pendulum, painleve-rod, rocking-block, chiaro-hopper,
 * self-stable-pendulum.
 *
 * A mechanism is described here a second time, as bodies with a pose, a mass and two radii of
 * gyration; masses, potentials and contact rows follow from that by differences of positions
 * and are compared with what the family says.
 */
#include "tests/greatest.h"
#include "tests/mechanism.h"

enum { STATES = 50 };

/* ---- a second description of each mechanism --------------------------------------- */

typedef struct body {
    double x, y, a;     /* place of the centre, angle */
    double m, gx2, gy2; /* mean squares of the mass's own coordinates */
} body;

typedef struct mechanism {
    const ss_family *family;
    const char *settings; /* "a=1 b=2" */
    int bodies, carrier;  /* contact i is on body carrier + i, or on the last one */
    double g;
    void (*place)(const double *q, body *b);
} mechanism;

/* rod 1 kg, 0.8 m; wheels 2 kg, semi-axes 0.5, 0.25; the mean square over an ellipse is a^2/4 */
static void place_bicycle(const double *q, body *b)
{
    b[0] = (body){q[0], q[1], q[2], 1.0, 0.64 / 12.0, 0.0};
    for (int i = 0; i < 2; i++) {
        const double s = i ? 0.4 : -0.4;
        b[1 + i] = (body){q[0] + s * cos(q[2]), q[1] + s * sin(q[2]), q[3 + i], 2.0,
                          0.25 / 4.0,           0.0625 / 4.0};
    }
}

static void place_round_bicycle(const double *q, body *b)
{
    place_bicycle(q, b);
    b[1].gy2 = b[2].gy2 = b[1].gx2;
}

/* bars 1 m and 0.7 m, 4.04 kg and 3 kg, 0.05 m wide; the mean square over a length l is l^2/12 */
static void place_pendulum(const double *q, body *b)
{
    const double a = q[0] + q[1], w2 = 0.0025 / 12.0;
    b[0] = (body){0.5 * cos(q[0]), 1.5 + 0.5 * sin(q[0]), q[0], 4.04, 1.0 / 12.0, w2};
    b[1] =
        (body){cos(q[0]) + 0.35 * cos(a), 1.5 + sin(q[0]) + 0.35 * sin(a), a, 3.0, 0.49 / 12.0, w2};
}

static void place_rod(const double *q, body *b) /* l = 0.6, mass 3, eps = 0.4 */
{
    b[0] = (body){q[0], q[1], q[2], 3.0, 0.4 * 0.36, 0.0};
}

static void place_block(const double *q, body *b) /* 0.4 x 2, 1 kg */
{
    b[0] = (body){q[0], q[1], q[2], 1.0, 0.16 / 12.0, 4.0 / 12.0};
}

/* The legs as vectors in the world, the lower one last because it carries the foot.  Along and
 * across the lower tube: the foot from the centre of mass is the source's CAD point turned back
 * by pi/4; the knee is 0.15 m up the tube from there. */
static void place_hopper(const double *q, body *b)
{
    const double along[2] = {cos(q[2]), -sin(q[2])}, across[2] = {sin(q[2]), cos(q[2])};
    const double a = (0.0628469 + 0.044985) * sqrt(0.5) - 0.15;
    const double c = (0.0628469 - 0.044985) * sqrt(0.5);
    b[0] = (body){q[0] + a * along[0] + c * across[0] + 0.16 * cos(q[3]),
                  q[1] + a * along[1] + c * across[1] + 0.16 * sin(q[3]),
                  q[3],
                  0.481,
                  1579e-6 / 0.481,
                  0.0};
    b[1] = (body){q[0], q[1], -q[2], 0.239, 1471e-6 / 0.239, 0.0};
}

static void place_rocker(const double *q, body *b) /* 1 kg, 0.01 kg m^2 */
{
    b[0] = (body){q[0], q[1], q[2], 1.0, 0.01, 0.0};
}

static const mechanism all[] = {
    {&ss_chiaro_hopper, "points=2 k=0 d=0 A_T=0", 2, 1, 9.81, place_hopper},
    {&ss_self_stable_pendulum, "", 1, 0, 9.81, place_rocker},
    {&ss_bicycle, "rod_length=0.8 d2=0.25 slope=0.35", 3, 1, 9.81, place_bicycle},
    {&ss_bicycle, "rod_length=0.8 slope=-0.2", 3, 1, 9.81, place_round_bicycle},
    {&ss_double_pendulum, "length2=0.7 mass2=3", 2, 1, 9.81, place_pendulum},
    {&ss_painleve_rod, "l=0.6 mass=3 eps=0.4 g=2", 1, 0, 2.0, place_rod},
    {&ss_rocking_block, "", 1, 0, 9.81, place_block},
};
enum { ALL = sizeof all / sizeof *all };

/* ---- every mechanism -------------------------------------------------------------- */

/* Four mass points per body reproduce its mass, centre and gyration. */
static int mass_points(const mechanism *k, const double *q, double (*pt)[3])
{
    body b[3];
    k->place(q, b);
    for (int i = 0; i < 4 * k->bodies; i++) {
        const body *o = b + i / 4;
        const double far = sqrt(2.0 * (i & 1 ? o->gy2 : o->gx2)) * (i & 2 ? -1.0 : 1.0);
        const double turn = o->a + (i & 1 ? SS_PI / 2.0 : 0.0);
        pt[i][0] = o->x + far * cos(turn);
        pt[i][1] = o->y + far * sin(turn);
        pt[i][2] = 0.25 * o->m;
    }
    return 4 * k->bodies;
}

static const double step = 1e-5; /* central differences: error about 1e-10, rounding 1e-11 */

TEST masses_and_energies_are_those_of_the_bodies(const mechanism *k)
{
    ss_problem p;
    ss_pcg r;
    ASSERT_EQ(SS_OK, build(k->family, k->settings, &p));
    ss_pcg_seed(&r, 1, 1);
    for (int state = 0; state < STATES; state++) {
        double q[5], u[5], c[MOST], M[25], pt[12][3], d[5][12][2], T, V, T2 = 0.0, V2 = 0.0;
        const int n = p.dims.nu;
        random_state(&r, n, q, u);
        const ss_config x = placed(&p, q, c);
        p.mass(p.par, &x, M);
        p.energy(p.par, &x, u, &T, &V);

        const int points = mass_points(k, q, pt);
        for (int i = 0; i < points; i++) V2 += k->g * pt[i][2] * pt[i][1];
        for (int j = 0; j < n; j++) {
            double up[12][3], dn[12][3], s[5];
            for (int i = 0; i < n; i++) s[i] = q[i];
            s[j] = q[j] + step;
            mass_points(k, s, up);
            s[j] = q[j] - step;
            mass_points(k, s, dn);
            for (int i = 0; i < points; i++)
                for (int e = 0; e < 2; e++) d[j][i][e] = (up[i][e] - dn[i][e]) / (2.0 * step);
        }
        for (int a = 0; a < n; a++)
            for (int b = 0; b < n; b++) {
                double m = 0.0;
                for (int i = 0; i < points; i++)
                    m += pt[i][2] * (d[a][i][0] * d[b][i][0] + d[a][i][1] * d[b][i][1]);
                ASSERT_IN_RANGE(m, M[a * n + b], 1e-8); /* masses of some kg times 1e-10 */
                T2 += 0.5 * m * u[a] * u[b];
            }
        ASSERT_IN_RANGE(T2, T, 1e-6);          /* the same, times u^2 */
        ASSERT_IN_RANGE(V2, V, 1e-11 * 200.0); /* rounding of some hundred joules */
    }
    k->family->destroy(&p);
    PASS();
}

/* A point that is fixed to the contact's body and at the contact now moves by W du. */
TEST contact_rows_move_the_contact_point_of_the_body(const mechanism *k)
{
    ss_problem p;
    ss_pcg r;
    ASSERT_EQ(SS_OK, build(k->family, k->settings, &p));
    ss_pcg_seed(&r, 2, 1);
    for (int state = 0; state < STATES; state++) {
        double q[5], u[5], c[MOST], W[10], g[2];
        const int n = p.dims.nu;
        random_state(&r, n, q, u);
        const ss_config x = placed(&p, q, c);
        p.gap(p.par, &x, g);
        for (int i = 0; i < p.dims.nc; i++) {
            ss_contact_frame f;
            body b[3];
            p.frame(p.par, &x, i, &f);
            p.jac(p.par, &x, i, W);
            k->place(q, b);
            const int on = k->carrier + i < k->bodies ? k->carrier + i : k->bodies - 1;
            const body o = b[on];
            const double dx = f.p[0] - o.x, dy = f.p[1] - o.y, co = cos(o.a), si = sin(o.a);
            const double bx = co * dx + si * dy, by = co * dy - si * dx; /* in the body's frame */

            ASSERT_IN_RANGE(f.n[0] * f.p[0] + f.n[1] * f.p[1], g[i], 1e-14); /* rounding */
            for (int j = 0; j < n; j++) {
                double s[5], at[2][2], gs[2][2];
                for (int e = 0; e < n; e++) s[e] = q[e];
                for (int e = 0; e < 2; e++) {
                    double cs[MOST];
                    s[j] = q[j] + (e ? step : -step);
                    const ss_config y = placed(&p, s, cs);
                    p.gap(p.par, &y, gs[e]);
                    k->place(s, b);
                    const body *w = b + on;
                    at[e][0] = w->x + cos(w->a) * bx - sin(w->a) * by;
                    at[e][1] = w->y + sin(w->a) * bx + cos(w->a) * by;
                }
                const double mx = (at[1][0] - at[0][0]) / (2.0 * step);
                const double my = (at[1][1] - at[0][1]) / (2.0 * step);
                ASSERT_IN_RANGE(f.n[0] * mx + f.n[1] * my, W[j], 1e-9);
                ASSERT_IN_RANGE(f.t[0][0] * mx + f.t[0][1] * my, W[n + j], 1e-9);
                ASSERT_IN_RANGE((gs[1][i] - gs[0][i]) / (2.0 * step), W[j], 1e-9);
            }
        }
    }
    k->family->destroy(&p);
    PASS();
}

TEST zeta_is_the_change_of_the_rows_along_the_motion(const mechanism *k)
{
    ss_problem p;
    ss_pcg r;
    ASSERT_EQ(SS_OK, build(k->family, k->settings, &p));
    ss_pcg_seed(&r, 3, 1);
    for (int state = 0; state < STATES; state++) {
        double q[5], u[5], c[MOST], z[2], v[2][2];
        const int n = p.dims.nu;
        random_state(&r, n, q, u);
        for (int i = 0; i < p.dims.nc; i++) {
            for (int e = 0; e < 2; e++) {
                double s[5], W[10];
                for (int j = 0; j < n; j++) s[j] = q[j] + (e ? step : -step) * u[j];
                const ss_config y = placed(&p, s, c);
                p.jac(p.par, &y, i, W);
                for (int a = 0; a < 2; a++) {
                    v[e][a] = 0.0;
                    for (int j = 0; j < n; j++) v[e][a] += W[a * n + j] * u[j];
                }
            }
            const ss_config x = placed(&p, q, c);
            p.zeta(p.par, &x, u, i, z);
            /* third derivatives of about u^4 d^2/d2 ~ 1e3 times step^2 */
            for (int a = 0; a < 2; a++)
                ASSERT_IN_RANGE((v[1][a] - v[0][a]) / (2.0 * step), z[a], 1e-6);
        }
    }
    k->family->destroy(&p);
    PASS();
}

TEST free_flight_keeps_the_energy(const mechanism *k)
{
    ss_problem p;
    ss_pcg r;
    ASSERT_EQ(SS_OK, build(k->family, k->settings, &p));
    ss_pcg_seed(&r, 4, 1);
    for (int state = 0; state < 5; state++) {
        double q[5], u[5], c[MOST], T0, V0, T, V;
        random_state(&r, p.dims.nu, q, u);
        ss_config x = placed(&p, q, c);
        p.energy(p.par, &x, u, &T0, &V0);
        for (int i = 0; i < 2000; i++) rk4(&p, 5e-4, 0, 0, q, u);
        x = placed(&p, q, c);
        p.energy(p.par, &x, u, &T, &V);
        /* h^4 = 6e-14 times fifth derivatives up to 10^5 /s^5 over one second */
        ASSERT_IN_RANGE(T0 + V0, T + V, 1e-8 * (fabs(T0) + fabs(V0)));
    }
    k->family->destroy(&p);
    PASS();
}

SUITE(mechanisms)
{
    for (int i = 0; i < ALL; i++) {
        RUN_TESTp(masses_and_energies_are_those_of_the_bodies, &all[i]);
        RUN_TESTp(contact_rows_move_the_contact_point_of_the_body, &all[i]);
        RUN_TESTp(zeta_is_the_change_of_the_rows_along_the_motion, &all[i]);
        RUN_TESTp(free_flight_keeps_the_energy, &all[i]);
    }
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(mechanisms);
    GREATEST_MAIN_END();
}
