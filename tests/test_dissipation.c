/* test_dissipation.c - the dissipation principle of Newton impacts is solved, not only descended */
#include "greatest.h"
#include "impact_lab.h"
#include "solvers/math/dense.h"

static double mu_at(const ss_law *law, double mu_f, double v)
{
    const double least = fmin(law->mu_d, mu_f);
    return least + (law->mu_s - least) * exp(-fabs(v) / law->v_s);
}

/* |d|^2 of slips vT, or INFINITY where impulses leave a cone by more than `slack` of their size. */
static double principle_at(const scene *s, const double *mu_f, const double *vT, double slack)
{
    const int m = 2 * s->n;
    double A[ROWS * ROWS], p[ROWS], sum = 0.0, size = 0.0;
    int piv[ROWS];

    memcpy(A, s->G, (size_t)(m * m) * sizeof *A);
    for (int i = 0; i < s->n; i++) {
        p[2 * i] = -(1.0 + s->law[i].e_n) * s->v[2 * i];
        p[2 * i + 1] = vT[i] - s->v[2 * i + 1];
    }
    if (ss_lu_solve(m, A, p, piv) != SS_OK) return INFINITY;
    for (int r = 0; r < m; r++) size = fmax(size, fabs(p[r]));
    for (int i = 0; i < s->n; i++) {
        const double mu = mu_at(&s->law[i], mu_f[i], vT[i]), d = s->law[i].mu_s - mu;
        if (p[2 * i] < -slack * size || fabs(p[2 * i + 1]) > mu * p[2 * i] + slack * size)
            return INFINITY;
        sum += d * d + vT[i] * vT[i];
    }
    return sum;
}

/* What sticking needs; 0 if a contact would pull, or if all can stick, or the rows depend. */
static int bounds_of(const scene *s, double *mu_f)
{
    const int m = 2 * s->n;
    double A[ROWS * ROWS], p[ROWS];
    int piv[ROWS], slips = 0;

    memcpy(A, s->G, (size_t)(m * m) * sizeof *A);
    for (int i = 0; i < s->n; i++) {
        if (s->v[2 * i] >= 0.0) return 0;
        p[2 * i] = -(1.0 + s->law[i].e_n) * s->v[2 * i];
        p[2 * i + 1] = -s->v[2 * i + 1];
    }
    if (ss_lu_solve(m, A, p, piv) != SS_OK) return 0;
    for (int i = 0; i < s->n; i++) {
        /* rows that nearly depend ask for impulses far above the momenta at hand */
        if (!(p[2 * i] > 0.0 && p[2 * i] < 1e3 * (1.0 + sqrt(s->T)))) return 0;
        mu_f[i] = fabs(p[2 * i + 1]) / p[2 * i];
        slips += mu_f[i] > s->law[i].mu_s;
    }
    return slips > 0;
}

/* Points thrown at the programme: stuck, in the smooth part of mu(v), or anywhere.  None may do
 * better than the answer by more than the slack of its own feasibility. */
static int beaten(ss_pcg *g, const scene *s, const double *mu_f, double answer, int throws)
{
    for (int k = 0; k < throws; k++) {
        double vT[MOST];
        for (int i = 0; i < s->n; i++) {
            const double kind = ss_pcg_uniform(g), at = ss_pcg_normal(g);
            vT[i] = kind < 0.35 ? 0.0 : kind < 0.5 ? 1e-5 * at : 2.0 * at * ss_pcg_uniform(g);
        }
        if (principle_at(s, mu_f, vT, 0.0) < answer * (1.0 - 1e-6) - 1e-9) return 1;
    }
    return 0;
}

TEST nothing_thrown_at_the_dissipation_principle_beats_its_answer(void)
{
    static const ss_newton_settings none = {.energy = SS_ENERGY_NONE, .e_kin = 1.0};
    lab law = open_law(&ss_impact_newton);
    int asked = 0, outside = 0, better = 0;
    ss_pcg g;

    ss_pcg_seed(&g, 7, 1);
    for (int k = 0; k < 40000; k++) {
        scene s;
        double p[ROWS] = {0.0}, mu_f[MOST], vT[MOST];
        ss_impact_result r = {.p = p, .scale = 1.0};
        random_scene(&g, &s, 1 + k % 3);
        if (!bounds_of(&s, mu_f)) continue;
        const ss_impact x = {.n = s.n, .G = s.G, .v = s.v, .w = s.v, .law = s.law, .T = s.T};
        ASSERT_EQ(SS_OK, law.type->solve(law.work, &none, &x, &r));
        int whole = 1;
        for (int i = 0; i < s.n; i++) {
            vT[i] = s.v[2 * i + 1] + dot(2 * s.n, s.G + (2 * i + 1) * 2 * s.n, p);
            if (fabs(vT[i]) < 1e-12) vT[i] = 0.0;
            whole = whole && p[2 * i] > 0.0;
        }
        if (!whole) continue; /* a contact took no part: another programme */
        const double answer = principle_at(&s, mu_f, vT, 1e-7);
        asked++;
        outside += !isfinite(answer);
        better += beaten(&g, &s, mu_f, answer, 400);
    }
    if (outside + better) printf("  of %d: %d infeasible, %d beaten\n", asked, outside, better);
    ASSERT_EQ(0, outside);
    ASSERT_EQ(0, better);
    ASSERT(asked > 2000);
    close_law(&law);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(nothing_thrown_at_the_dissipation_principle_beats_its_answer);
    GREATEST_MAIN_END();
}
