/* test_impact.c - laws of impact against the closed forms of planar rigid bodies, and what they
 * promise about energy in a million random impacts */
#include "greatest.h"
#include "impact_lab.h"

/* ---- one contact ---------------------------------------------------------------------- */

typedef struct single { /* G = [a b; b c], velocities and law */
    double a, b, c, vN, vT, e, mu;
} single;

/* A body with its centre of mass anywhere about the contact point. */
static single random_single(ss_pcg *g)
{
    const double m = 0.1 + fabs(ss_pcg_normal(g)), x = ss_pcg_normal(g), y = ss_pcg_normal(g);
    const double J = m * (0.05 + 0.5 * fabs(ss_pcg_normal(g)));
    return (single){.a = 1.0 / m + x * x / J,
                    .b = -x * y / J,
                    .c = 1.0 / m + y * y / J,
                    .vN = -0.01 - fabs(ss_pcg_normal(g)),
                    .vT = 2.0 * ss_pcg_normal(g),
                    .e = ss_pcg_uniform(g),
                    .mu = 1.5 * ss_pcg_uniform(g)};
}

static ss_status solve_single(lab *law, const void *settings, const single *s, double p[2],
                              double v[2], double *gain, double *scale)
{
    const double G[4] = {s->a, s->b, s->b, s->c}, v0[2] = {s->vN, s->vT};
    const ss_law contact = {
        .mu_s = s->mu, .mu_d = s->mu, .a = 1.0, .e_n = s->e, .e_star = s->e, .v_s = 1e-5};
    /* the kinetic energy of the motion that the contact sees: v'G^-1 v/2 */
    const double det = s->a * s->c - s->b * s->b;
    const double T =
        0.5 * (s->c * s->vN * s->vN - 2 * s->b * s->vN * s->vT + s->a * s->vT * s->vT) / det;
    const ss_impact x = {.n = 1, .G = G, .v = v0, .w = v0, .law = &contact, .T = T};
    ss_impact_result r = {.p = p, .scale = 1.0};
    const ss_status st = law->type->solve(law->work, settings, &x, &r);
    v[0] = s->vN + s->a * p[0] + s->b * p[1];
    v[1] = s->vT + s->b * p[0] + s->c * p[1];
    *gain = ss_impact_gain(&x, p);
    *scale = r.scale;
    return st;
}

/* Impulse-domain reference, phase by phase: slip until it stops at ps, then stick or reversed
 * slip; compression ends at pc.  Returns the final normal impulse and the final velocities. */
static double keller(const single *s, int poisson, double v[2])
{
    const double way = s->vT > 0.0 ? 1.0 : s->vT < 0.0 ? -1.0 : 0.0;
    const double kappa = -s->b / s->c; /* tangential per normal impulse that keeps vT */
    double after = kappa;              /* the ratio once vT = 0 */
    if (fabs(kappa) > s->mu) after = kappa > 0.0 ? s->mu : -s->mu;
    const double before = way != 0.0 ? -way * s->mu : after;
    const double n1 = s->a + s->b * before, t1 = s->b + s->c * before;
    const double n2 = s->a + s->b * after, t2 = s->b + s->c * after;
    const double ps = way == 0.0 ? 0.0 : t1 * way < 0.0 ? -s->vT / t1 : INFINITY;
    const double vs = isfinite(ps) ? s->vN + n1 * ps : INFINITY;
    double pc, Wc, pf;

    if (vs < 0.0) { /* slip stops in compression */
        pc = ps - vs / n2;
        Wc = -(0.5 * (s->vN + vs) * ps + 0.5 * vs * (pc - ps));
        pf = poisson ? pc * (1.0 + s->e) : pc + s->e * sqrt(2.0 * Wc / n2);
    } else {
        pc = -s->vN / n1;
        Wc = 0.5 * s->vN * s->vN / n1;
        pf = pc * (1.0 + s->e); /* the same for both laws while nothing changes */
        if (ps < pf) {          /* slip stops in restitution, with work Ws given back by then */
            const double Ws = 0.5 * vs * (ps - pc), left = s->e * s->e * Wc - Ws;
            /* vs x + n2 x^2/2 = left */
            if (!poisson) pf = ps + (sqrt(vs * vs + 2.0 * n2 * left) - vs) / n2;
        }
    }
    const double p1 = fmin(ps, pf), p2 = pf - p1;
    v[0] = s->vN + n1 * p1 + n2 * p2;
    v[1] = (ps <= pf ? 0.0 : s->vT + t1 * p1) + (ps <= pf ? t2 * p2 : 0.0);
    return pf;
}

/* Both are a few dozen operations; divisions by small det and n2 cost some digits: 1e-9 of the
 * velocities. */
static int same_as_keller(const ss_impact_law_type *type, int poisson, int n)
{
    lab law = open_law(type);
    ss_pcg g;
    int stick = 0, slip = 0, reverse = 0, bad = 0;

    ss_pcg_seed(&g, 5, 1);
    for (int k = 0; k < n; k++) {
        single s = random_single(&g);
        double p[2], v[2], gain, scale, w[2];
        if (k % 7 == 0) s.vT = 0.0;
        const ss_status st = solve_single(&law, NULL, &s, p, v, &gain, &scale);
        const double pf = keller(&s, poisson, w), size = 1.0 + fabs(w[0]) + fabs(w[1]);
        if (st != SS_OK || fabs(v[0] - w[0]) > 1e-9 * size || fabs(v[1] - w[1]) > 1e-9 * size ||
            fabs(p[0] - pf) > 1e-8 * pf)
            bad++;
        stick += fabs(w[1]) < 1e-12;
        reverse += w[1] * s.vT < 0.0;
        slip += w[1] * s.vT > 0.0;
    }
    close_law(&law);
    /* every kind of course must have occurred */
    return bad == 0 && stick > n / 50 && slip > n / 50 && reverse > n / 50;
}

TEST energetic_impacts_follow_the_closed_form_of_stick_slip_and_reversal(void)
{
    ASSERT(same_as_keller(&ss_impact_energetic, 0, 100000));
    PASS();
}

TEST poisson_impacts_follow_the_closed_form_of_stick_slip_and_reversal(void)
{
    ASSERT(same_as_keller(&ss_impact_poisson, 1, 100000));
    PASS();
}

/* Stronge's own check: of the normal work of compression exactly e^2 comes back. */
TEST without_friction_all_three_laws_agree(void)
{
    static const ss_impact_law_type *const types[] = {&ss_impact_newton, &ss_impact_energetic,
                                                      &ss_impact_poisson};
    ss_pcg g;

    ss_pcg_seed(&g, 5, 2);
    for (int i = 0; i < 3; i++) {
        lab law = open_law(types[i]);
        for (int k = 0; k < 2000; k++) {
            single s = random_single(&g);
            double p[2], v[2], gain, scale;
            s.mu = 0.0;
            ASSERT_EQ(SS_OK, solve_single(&law, NULL, &s, p, v, &gain, &scale));
            ASSERT(fabs(v[0] + s.e * s.vN) < 1e-12 && p[1] == 0.0);
            ASSERT(fabs(gain + 0.5 * (1 - s.e * s.e) * s.vN * s.vN / s.a) <
                   1e-12 * (1 + fabs(gain)));
        }
        close_law(&law);
    }
    PASS();
}

/* Newton, with mu_s = mu_d: stick if the cone allows, else of the two edges the one that leaves
 * the smaller slip with a pushing impulse. */
TEST newton_impacts_follow_the_closed_form(void)
{
    static const ss_newton_settings none = {.energy = SS_ENERGY_NONE, .e_kin = 1.0};
    lab law = open_law(&ss_impact_newton);
    ss_pcg g;
    int stuck = 0, slid = 0;

    ss_pcg_seed(&g, 5, 3);
    for (int k = 0; k < 100000; k++) {
        const single s = random_single(&g);
        const double det = s.a * s.c - s.b * s.b, dN = -(1.0 + s.e) * s.vN;
        double p[2], v[2], gain, scale, pN = (s.c * dN + s.b * s.vT) / det;
        double pT = (-s.b * dN - s.a * s.vT) / det, vT = 0.0;
        ASSERT_EQ(SS_OK, solve_single(&law, &none, &s, p, v, &gain, &scale));
        if (fabs(pT) <= s.mu * pN) {
            stuck++;
        } else {
            double best = INFINITY;
            for (int side = -1; side <= 1; side += 2) {
                const double N = dN / (s.a + side * s.mu * s.b), T = side * s.mu * N;
                const double slip = s.vT + s.b * N + s.c * T;
                if (N >= 0.0 && fabs(slip) < fabs(best)) best = slip, pN = N, pT = T;
            }
            vT = best;
            slid++;
        }
        const double size = 1.0 + fabs(vT) + fabs(s.vT);
        ASSERT(fabs(v[0] + s.e * s.vN) < 1e-9 * size);
        ASSERT(fabs(v[1] - vT) < 1e-9 * size);
        ASSERT(fabs(p[0] - pN) < 1e-8 * (pN + fabs(pT)) &&
               fabs(p[1] - pT) < 1e-8 * (pN + fabs(pT)));
        ASSERT_EQ(1.0, scale);
    }
    ASSERT(stuck > 10000 && slid > 10000);
    close_law(&law);
    PASS();
}

/* With vT+ = 0 the change of kinetic energy is (pN (1 - e) vN + pT vT)/2: at e = 1 Newton's law
 * gains exactly where friction has pushed along the approaching slip. */
TEST newton_without_control_gains_energy_where_theory_says_that_it_must(void)
{
    static const ss_newton_settings none = {.energy = SS_ENERGY_NONE, .e_kin = 1.0};
    static const ss_newton_settings attenuate = {.energy = SS_ENERGY_ATTENUATE, .e_kin = 1.0};
    static const ss_newton_settings constrain = {.energy = SS_ENERGY_CONSTRAIN, .e_kin = 1.0};
    lab law = open_law(&ss_impact_newton);
    ss_pcg g;
    int must = 0;

    ss_pcg_seed(&g, 5, 4);
    for (int k = 0; k < 20000; k++) {
        single s = random_single(&g);
        const double det = s.a * s.c - s.b * s.b;
        const double T =
            0.5 * (s.c * s.vN * s.vN - 2 * s.b * s.vN * s.vT + s.a * s.vT * s.vT) / det;
        double p[2], v[2], gain, scale;
        s.e = 1.0;
        ASSERT_EQ(SS_OK, solve_single(&law, &none, &s, p, v, &gain, &scale));
        const double size = T + fabs(p[1] * s.vT);
        if (fabs(v[1]) < 1e-12) {
            ASSERT(fabs(gain - 0.5 * p[1] * s.vT) < 1e-9 * size);
            must += gain > 1e-6 * T;
        }
        ASSERT_EQ(SS_OK, solve_single(&law, &attenuate, &s, p, v, &gain, &scale));
        ASSERT(scale * scale * (T + gain) <= T * (1.0 + 1e-12));
        ASSERT_EQ(SS_OK, solve_single(&law, &constrain, &s, p, v, &gain, &scale));
        ASSERT(scale * scale * (T + gain) <= T * (1.0 + 1e-8));
    }
    ASSERT(must > 500);
    close_law(&law);
    PASS();
}

/* A contact with static above dynamic friction that cannot stick slips with the dynamic one. */
TEST newton_slips_with_dynamic_friction_beyond_the_smoothing(void)
{
    lab law = open_law(&ss_impact_newton);
    const double G[4] = {1.0, 0.0, 0.0, 3.0}, v[2] = {-1.0, 5.0};
    const ss_law contact = {.mu_s = 0.5, .mu_d = 0.3, .v_s = 1e-5, .a = 1.0, .e_n = 0.5};
    const ss_impact x = {.n = 1, .G = G, .v = v, .w = v, .law = &contact, .T = 10.0};
    double p[2];
    ss_impact_result r = {.p = p};
    ASSERT_EQ(SS_OK, law.type->solve(law.work, NULL, &x, &r));
    ASSERT(fabs(p[0] - 1.5) < 1e-12);
    ASSERT(fabs(p[1] + 0.3 * 1.5) < 1e-9);
    close_law(&law);
    PASS();
}

/* ---- several contacts ------------------------------------------------------------------- */

typedef struct tally {
    int failed, rose, sank, pulled;
    double worst;
} tally;

static tally million(const ss_impact_law_type *type, const void *settings, int n, uint64_t stream)
{
    lab law = open_law(type);
    tally t = {0};
    ss_pcg g;

    ss_pcg_seed(&g, 6, stream);
    for (int k = 0; k < n; k++) {
        scene s;
        double p[ROWS] = {0.0};
        ss_impact_result r = {.p = p, .scale = 1.0};
        random_scene(&g, &s, 1 + k % MOST);
        const ss_impact x = {.n = s.n, .G = s.G, .v = s.v, .w = s.v, .law = s.law, .T = s.T};
        if (law.type->solve(law.work, settings, &x, &r) != SS_OK) {
            t.failed++;
            continue;
        }
        const double T = r.scale * r.scale * (s.T + ss_impact_gain(&x, p));
        t.worst = fmax(t.worst, T / s.T - 1.0);
        /* 1e-9: the bound is kept by construction, its evaluation rounds at G's condition */
        t.rose += !(T <= s.T * (1.0 + 1e-9));
        for (int i = 0; i < s.n; i++) {
            const double vN = s.v[2 * i] + dot(2 * s.n, s.G + 4 * i * s.n, p);
            /* bodies wedged between contacts take impulses of a thousand times the momentum,
             * and with them a thousand times the round-off */
            t.sank += !(vN >= -1e-6 * (1.0 + sqrt(s.T)));
            t.pulled += !(p[2 * i] >= 0.0);
        }
    }
    close_law(&law);
    return t;
}

static int clean(const char *name, tally t)
{
    if (t.failed + t.rose + t.sank + t.pulled == 0) return 1;
    printf("  %s: %d without solution, %d gained (worst %g), %d sank, %d pulled\n", name, t.failed,
           t.rose, t.worst, t.sank, t.pulled);
    return 0;
}

TEST energetic_impacts_never_gain_energy_in_a_million_random_ones(void)
{
    ASSERT(clean("energetic", million(&ss_impact_energetic, NULL, 1000000, 1)));
    PASS();
}

TEST controlled_newton_impacts_never_gain_energy(void)
{
    ASSERT(clean("newton", million(&ss_impact_newton, NULL, 20000, 2)));
    PASS();
}

TEST uncontrolled_newton_impacts_do_gain_energy(void)
{
    static const ss_newton_settings none = {.energy = SS_ENERGY_NONE, .e_kin = 1.0};
    const tally t = million(&ss_impact_newton, &none, 10000, 3);
    ASSERT_EQ(0, t.failed + t.sank + t.pulled);
    ASSERT(t.rose > 100);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(energetic_impacts_follow_the_closed_form_of_stick_slip_and_reversal);
    RUN_TEST(poisson_impacts_follow_the_closed_form_of_stick_slip_and_reversal);
    RUN_TEST(without_friction_all_three_laws_agree);
    RUN_TEST(newton_impacts_follow_the_closed_form);
    RUN_TEST(newton_without_control_gains_energy_where_theory_says_that_it_must);
    RUN_TEST(newton_slips_with_dynamic_friction_beyond_the_smoothing);
    RUN_TEST(energetic_impacts_never_gain_energy_in_a_million_random_ones);
    RUN_TEST(controlled_newton_impacts_never_gain_energy);
    RUN_TEST(uncontrolled_newton_impacts_do_gain_energy);
    GREATEST_MAIN_END();
}
