/* test_hopper_facts.c - what the source of the hopping robot publishes of its runs: 10000 steps of
 * 0.5 ms from the static equilibrium, glocker-studer.
 *
 * Trends are tested as trends, and thresholds lie between what is found and what would deny the
 * fact; papers/giardina2013/hopper.md has the numbers.  The sweep of figures 7.3 to 7.6 is thinned
 * to 26 frequencies and 9 angles; with STICKSLIP_LONG in the environment it is the published one,
 * 51 and 17. */
#include "bench/hop.h"
#include "tests/greatest.h"
#include "tests/lab.h"

#define DEGREE (3.14159265358979323846 / 180.0)

enum { MOST_HOPS = 64, RADII = 5 };

typedef struct list { /* take-off angles in the order of the hops */
    double angle[MOST_HOPS];
    int n;
} list;

static int keep(void *ctx, const ss_hop *hop)
{
    list *l = ctx;
    if (l->n < MOST_HOPS) l->angle[l->n++] = hop->angle;
    return 0;
}

/* One run with its hops; it ends where the robot falls. */
static ss_hops hop(const char *settings, double t_end, list *angles)
{
    lab k;
    lab_open(&k, "chiaro-hopper", "glocker-studer", settings);
    ss_hops h = {.p = &k.p, .least = SS_HOP_LEAST, .stop_at_fall = 1};
    if (angles) h.each = keep, h.ctx = angles;
    k.spec.h = 5e-4;
    k.spec.t_end = t_end;
    const ss_run_result r = lab_run(&k, ss_hops_sink(&h));
    if (r.status != SS_OK && !h.fallen) h.hops = -1; /* no fact is true of such a run */
    h.p = NULL;
    lab_close(&k);
    return h;
}

static double deviation(const double *x, int n)
{
    double mean = 0.0, sum = 0.0;
    for (int i = 0; i < n; i++) mean += x[i] / n;
    for (int i = 0; i < n; i++) sum += (x[i] - mean) * (x[i] - mean);
    return sqrt(sum / (n - 1));
}

/* ---- figures 7.1, 7.2, 6.1 and 8.1 --------------------------------------------------- */

TEST figure_7_1_hops_stably_after_a_short_transient(const char *published)
{
    char text[64];
    list l = {0};
    snprintf(text, sizeof text, "f_T=3.4 R=0.3 beta=1.05 published=%s", published);
    const ss_hops h = hop(text, 5.0, &l);
    ASSERT_EQ(0, h.fallen);
    ASSERT(l.n >= 15);
    /* after four hops: 0.14 degrees here, 1.4 as published */
    ASSERT(deviation(l.angle + 4, l.n - 4) < 2.5 * DEGREE);
    PASS();
}

TEST figure_7_2_has_a_long_irregular_transient(const char *published)
{
    char text[64];
    list stable = {0}, l = {0};
    snprintf(text, sizeof text, "f_T=3.4 R=0.3 beta=1.05 published=%s", published);
    hop(text, 5.0, &stable);
    snprintf(text, sizeof text, "f_T=4.3 R=0.6 beta=0.9 published=%s", published);
    const ss_hops h = hop(text, 5.0, &l);
    ASSERT_EQ(0, h.fallen);
    ASSERT(l.n >= 18 && stable.n >= 15);
    /* 26 degrees in the first eight hops against 1.8, as published 11 against 3.4 */
    ASSERT(deviation(l.angle, 8) > 2.0 * deviation(stable.angle, 8));
    /* and it settles: 8 degrees in the last eight, as published 4 */
    ASSERT(deviation(l.angle + l.n - 8, 8) < 0.5 * deviation(l.angle, 8));
    PASS();
}

enum { HEIGHTS = 10001 };

typedef struct heights {
    double y[HEIGHTS];
    int n;
} heights;

static int note_height(void *ctx, const ss_point *x, const ss_step_info *info)
{
    heights *s = ctx;
    (void)info;
    if (s->n < HEIGHTS) s->y[s->n++] = x->q[1];
    return 0;
}

static void fly(int points, heights *s)
{
    char text[32];
    lab k;
    snprintf(text, sizeof text, "points=%d", points);
    lab_open(&k, "chiaro-hopper", "glocker-studer", text);
    k.spec.h = 5e-4;
    s->n = 0;
    if (lab_run(&k, (ss_sink){note_height, s}).status != SS_OK) s->n = 0;
    lab_close(&k);
}

/* Mean squared difference of the height from that of 20 points: 1e-5, 4e-6, 2e-6 m^2 for 6, 8 and
 * 10; the robot falls with 5, where it is 1e-2. */
TEST figure_6_1_converges_with_the_points_of_the_foot(void)
{
    static heights most, some;
    static const int points[] = {5, 6, 8, 10};
    double error[4] = {0};
    fly(20, &most);
    ASSERT_EQ(HEIGHTS, most.n);
    for (int i = 0; i < 4; i++) {
        fly(points[i], &some);
        ASSERT_EQ(HEIGHTS, some.n);
        for (int j = 0; j < HEIGHTS; j++)
            error[i] += (some.y[j] - most.y[j]) * (some.y[j] - most.y[j]) / HEIGHTS;
    }
    for (int i = 1; i < 4; i++) ASSERT(error[i] < error[i - 1]);
    ASSERT(sqrt(error[3]) < 2e-3); /* with 10 points: millimetres of a height of 0.1 m */
    PASS();
}

enum { STAGES = 7 };

typedef struct stages {
    double x[STAGES + 1]; /* where it is every four seconds */
    double low;
} stages;

static int note_stage(void *ctx, const ss_point *x, const ss_step_info *info)
{
    stages *s = ctx;
    const double k = x->t / 4.0;
    (void)info;
    if (fabs(k - round(k)) < 1e-9) s->x[(int)round(k)] = x->q[0];
    s->low = fmin(s->low, x->q[1]);
    return 0;
}

/* beta from 0.8 to 1.1 by 0.05 every 4 s.  The source gives neither R nor f_T: its program's other
 * parameters do with the published equations; with the right ones the robot falls at R = 0.3 when
 * beta becomes 1.1, and a foot of 0.4 at 3.8 Hz does. */
TEST figure_8_1_speed_follows_the_angle_of_the_foot(const char *settings)
{
    char text[128];
    stages s = {.low = INFINITY};
    lab k;
    snprintf(text, sizeof text, "beta=0.8 beta_every=4 %s", settings);
    lab_open(&k, "chiaro-hopper", "glocker-studer", text);
    k.spec.h = 5e-4;
    k.spec.t_end = 4.0 * STAGES;
    ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){note_stage, &s}).status);
    lab_close(&k);
    ASSERT(s.low > 0.0);
    for (int i = 2; i <= STAGES; i++) ASSERT(s.x[i] - s.x[i - 1] > s.x[i - 1] - s.x[i - 2]);
    PASS();
}

/* ---- the sweep: figures 7.3 to 7.6 ----------------------------------------------------- */

typedef struct run {
    double f_T, beta, angle, std, speed, cost;
    int radius; /* 0.2 + 0.1 radius */
    int stands; /* to the end */
    int hops;   /* at least ten of them */
    int stable; /* and the angle scatters by less than ten degrees, the source's filter */
} run;

typedef struct sweep {
    run *runs;
    int n;
} sweep;

static sweep run_all(void)
{
    const int thin = getenv("STICKSLIP_LONG") ? 1 : 2;
    sweep s = {.runs = calloc(51 * RADII * 17, sizeof *s.runs)};
    for (int i = 0; s.runs && i <= 50; i += thin)
        for (int r = 0; r < RADII; r++)
            for (int j = 0; j <= 16; j += thin) {
                char text[64];
                double m[SS_HOP_METRICS];
                snprintf(text, sizeof text, "f_T=%.1f R=%.1f beta=%.2f", 2.0 + 0.1 * i,
                         0.2 + 0.1 * r, 0.4 + 0.05 * j);
                const ss_hops h = hop(text, 5.0, NULL);
                ss_hops_metrics(&h, m);
                run *x = &s.runs[s.n++];
                *x = (run){.f_T = 2.0 + 0.1 * i, .beta = 0.4 + 0.05 * j, .radius = r};
                for (int k = 0; k < SS_HOP_METRICS; k++) {
                    if (strcmp(ss_hop_name[k], "takeoff_angle") == 0) x->angle = m[k];
                    if (strcmp(ss_hop_name[k], "takeoff_std") == 0) x->std = m[k];
                    if (strcmp(ss_hop_name[k], "mean_speed") == 0) x->speed = m[k];
                    if (strcmp(ss_hop_name[k], "CoT") == 0) x->cost = m[k];
                }
                x->stands = !h.fallen;
                x->hops = h.hops >= 10;
                x->stable = x->stands && x->hops && x->std < 10.0 * DEGREE;
            }
    return s;
}

/* Pearson's coefficient over the stable runs; radius -1: of all radii */
static double correlation(const sweep *s, int radius, double (*x)(const run *),
                          double (*y)(const run *))
{
    double n = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0, syy = 0.0;
    for (int i = 0; i < s->n; i++) {
        const run *r = &s->runs[i];
        if (!r->stable || (radius >= 0 && r->radius != radius)) continue;
        const double a = x(r), b = y(r);
        n++, sx += a, sy += b, sxx += a * a, sxy += a * b, syy += b * b;
    }
    return (n * sxy - sx * sy) / sqrt((n * sxx - sx * sx) * (n * syy - sy * sy));
}

static double angle_of(const run *r)
{
    return r->angle;
}
static double speed_of(const run *r)
{
    return r->speed;
}
static double beta_of(const run *r)
{
    return r->beta;
}

TEST figure_7_3_more_stand_and_stable_ones_move_to_higher_f_T_and_smaller_beta(const sweep *s)
{
    double stand[RADII] = {0}, stable[RADII] = {0}, f_T[RADII] = {0}, beta[RADII] = {0};
    for (int i = 0; i < s->n; i++) {
        const run *r = &s->runs[i];
        stand[r->radius] += r->stands;
        if (!r->stable) continue;
        stable[r->radius]++;
        f_T[r->radius] += r->f_T;
        beta[r->radius] += r->beta;
    }
    for (int k = 0; k < RADII; k++) {
        printf("  R %.1f: %g stand, %g stable, mean f_T %.3f Hz, mean beta %.3f rad\n",
               0.2 + 0.1 * k, stand[k], stable[k], f_T[k] / stable[k], beta[k] / stable[k]);
        ASSERT(stable[k] > 0.0);
        if (k == 0) continue;
        ASSERT(stand[k] > stand[k - 1]);
        ASSERT(f_T[k] / stable[k] > f_T[k - 1] / stable[k - 1]);
    }
    /* beta hardly moves up to 0.4 m, and falls from there: 0.86 at 0.2 m, 0.68 at 0.6 m */
    ASSERT(beta[4] / stable[4] < beta[0] / stable[0] - 0.1);
    for (int k = 3; k < RADII; k++) ASSERT(beta[k] / stable[k] < beta[k - 1] / stable[k - 1]);
    PASS();
}

/* CoT >= (1 - e^2)/4 tan(alpha), e = 0; with an angle beyond the vertical it says nothing. */
TEST figure_7_4_stable_runs_keep_to_the_bound_of_the_cost(const sweep *s)
{
    int counted = 0;
    for (int i = 0; i < s->n; i++) {
        const run *r = &s->runs[i];
        if (!r->stable || r->angle >= 90.0 * DEGREE) continue;
        counted++;
        ASSERT(r->cost >= 0.25 * tan(r->angle));
    }
    ASSERT(counted >= 50);
    PASS();
}

/* Stable runs against the others that stand and hop ten times.  Mean of the logarithm, because a
 * robot that hops in place has no bounded cost; those below 1 cm/s are left out for that. */
TEST figure_7_4_stable_hopping_costs_least(const sweep *s)
{
    double sum[2] = {0}, n[2] = {0};
    for (int i = 0; i < s->n; i++) {
        const run *r = &s->runs[i];
        if (!r->stands || !r->hops || !(r->speed > 0.01)) continue;
        sum[r->stable] += log(r->cost);
        n[r->stable]++;
    }
    ASSERT(n[0] >= 10 && n[1] >= 10);
    const double other = exp(sum[0] / n[0]), stable = exp(sum[1] / n[1]);
    printf("  cost %.3f of the stable runs, %.3f of the others\n", stable, other);
    ASSERT(stable < 0.8 * other); /* 0.67 of it in the whole sweep */
    PASS();
}

TEST figure_7_5_speed_is_nearly_linear_in_the_take_off_angle(const sweep *s)
{
    const double c = correlation(s, -1, angle_of, speed_of);
    printf("  correlation %.4f\n", c);
    ASSERT(c < -0.8); /* -0.88 */
    PASS();
}

TEST figure_7_6_take_off_angle_is_nearly_linear_in_beta(const sweep *s)
{
    const double c = correlation(s, 1, beta_of, angle_of);
    printf("  correlation %.4f\n", c);
    ASSERT(c < -0.97); /* -0.99 */
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    static char label[64]; /* greatest keeps the pointer */
    for (int i = 0; i < 2; i++) {
        const char *published = i ? "1" : "0";
        snprintf(label, sizeof label, "%s", i ? "as_published" : "mended");
        greatest_set_test_suffix(label);
        RUN_TESTp(figure_7_1_hops_stably_after_a_short_transient, published);
        greatest_set_test_suffix(label);
        RUN_TESTp(figure_7_2_has_a_long_irregular_transient, published);
        greatest_set_test_suffix(label);
        RUN_TESTp(figure_8_1_speed_follows_the_angle_of_the_foot,
                  i ? "R=0.3 f_T=3.4 published=1" : "R=0.4 f_T=3.8");
    }
    RUN_TEST(figure_6_1_converges_with_the_points_of_the_foot);
    const sweep s = run_all();
    RUN_TESTp(figure_7_3_more_stand_and_stable_ones_move_to_higher_f_T_and_smaller_beta, &s);
    RUN_TESTp(figure_7_4_stable_runs_keep_to_the_bound_of_the_cost, &s);
    RUN_TESTp(figure_7_4_stable_hopping_costs_least, &s);
    RUN_TESTp(figure_7_5_speed_is_nearly_linear_in_the_take_off_angle, &s);
    RUN_TESTp(figure_7_6_take_off_angle_is_nearly_linear_in_beta, &s);
    free(s.runs);
    GREATEST_MAIN_END();
}
