/* test_fit.c - calibration on records that are made here: simulated, disturbed, quantised by an
 * encoder of 0.36 degrees sampled at 10 kHz as in the source. */
#include "bench/fit.h"
#include "problems/base/pcg.h"
#include "tests/greatest.h"
#include "tests/lab.h"

enum { SAMPLES = 27500 }; /* 2.75 s at 10 kHz */

typedef struct scene {
    lab k;
    ss_fit_spec f;
    double t[SAMPLES], angle[SAMPLES];
    ss_angle_record all;
} scene;

/* The motion at 10 kHz for the given truth. */
static ss_status make(scene *s, const char *problem, double mu, double b)
{
    const double p[2] = {mu, b};
    char why[200];

    lab_open(&s->k, problem, "gauss", "");
    s->f = (ss_fit_spec){.family = s->k.f,
                         .method = s->k.m,
                         .coordinate = s->k.p.dims.nq - 1,
                         .n = 2,
                         .name = {"mu", "b"},
                         .lo = {0.0, 0.0},
                         .hi = {0.5, 6.0},
                         .starts = 16,
                         .refined = 2,
                         .seed = 1,
                         .rtol = 1e-7,
                         .atol = 1e-9};
    for (int i = 0; i < SAMPLES; i++) s->t[i] = 1e-4 * i;
    s->all = (ss_angle_record){.n = SAMPLES, .t = s->t, .angle = s->angle};
    return ss_fit_simulate(&s->f, &s->all, p, s->angle, why, sizeof why);
}

/* What the encoder makes of it, with a shaft that shakes by `noise` (rad). */
static int encode(scene *s, double noise, ss_angle_record *out)
{
    static unsigned char a[SAMPLES], b[SAMPLES];
    ss_pcg r;

    ss_pcg_seed(&r, 11, 1);
    for (int i = 0; i < SAMPLES; i++)
        ss_encoder_levels(s->angle[i] + noise * ss_pcg_normal(&r), SS_ENCODER_STEP, &a[i], &b[i]);
    return ss_encoder_decode(a, b, SAMPLES, 1e-4, SS_ENCODER_STEP, -1.0, out);
}

/* Every transition is at a half step, so decoded angles are within a step of the truth at its
 * time, once the time of the first transition is added back. */
TEST an_encoded_motion_is_decoded(void)
{
    static scene s;
    ss_angle_record data;
    double first = 0.0, worst = 0.0;

    ASSERT_EQ(SS_OK, make(&s, "journal-pendulum", 0.15, 1.0));
    ASSERT_EQ(0, encode(&s, 0.0, &data));
    for (int i = 0; i < SAMPLES && s.angle[i] > -0.5 * SS_ENCODER_STEP; i++) first = s.t[i] + 1e-4;
    for (int i = 0; i < data.n; i++) {
        const int at = (int)lround((data.t[i] + first) / 1e-4);
        if (at < SAMPLES) worst = fmax(worst, fabs(data.angle[i] - s.angle[at]));
    }
    const int n = data.n;
    ss_angle_free(&data);
    lab_close(&s.k);
    ASSERT(n > 1000);
    /* one sample late at most: 1e-4 s at 20 rad/s */
    ASSERT(worst < 2e-3);
    PASS();
}

/* From smooth data the parameters come back but for the difference between two integrations at
 * 1e-7 and the descent's end at 1e-6 of the box. */
TEST smooth_records_give_their_parameters_back(void)
{
    static scene s;
    ss_fit_result r;
    char why[200];

    ASSERT_EQ(SS_OK, make(&s, "empirical-pendulum", 0.03, 0.7));
    s.all.n = 0;
    for (int i = 0; i < SAMPLES; i += 50, s.all.n++)
        s.t[s.all.n] = s.t[i], s.angle[s.all.n] = s.angle[i];
    s.f.hi[0] = 0.2;
    ASSERT_EQ(SS_OK, ss_fit(&s.f, &s.all, &r, why, sizeof why));
    lab_close(&s.k);
    ASSERT_IN_RANGE(0.03, r.p[0], 1e-5);
    ASSERT_IN_RANGE(0.7, r.p[1], 1e-3);
    ASSERT(r.rms < 1e-4 && r.first_rms > 10.0 * r.rms);
    PASS();
}

/* Through the encoder, with a shaking shaft: within the uncertainty that the source claims for
 * its own calibration, 0.005 in mu and 0.1 in b.  The clock starts at the first transition, so
 * the time before it is sought too. */
TEST encoder_records_give_them_within_the_sources_uncertainty(void)
{
    static scene s;
    static ss_angle_record data, few;
    ss_fit_result r;
    char why[200];

    ASSERT_EQ(SS_OK, make(&s, "journal-pendulum", 0.15, 2.0));
    ASSERT_EQ(0, encode(&s, 2e-4, &data));
    /* a tenth of the transitions is plenty and saves time */
    few = (ss_angle_record){.t = data.t, .angle = data.angle};
    for (int i = 0; i < data.n; i += 10, few.n++)
        data.t[few.n] = data.t[i], data.angle[few.n] = data.angle[i];
    s.f.n = 3;
    s.f.name[2] = "t0", s.f.lo[2] = 0.0, s.f.hi[2] = 0.05;
    const ss_status st = ss_fit(&s.f, &few, &r, why, sizeof why);
    ss_angle_free(&data);
    lab_close(&s.k);
    ASSERT_EQ(SS_OK, st);
    if (fabs(r.p[0] - 0.15) > 0.005 || fabs(r.p[1] - 2.0) > 0.1)
        printf("  mu %g b %g t0 %g rms %g\n", r.p[0], r.p[1], r.p[2], r.rms);
    ASSERT_IN_RANGE(0.15, r.p[0], 0.005);
    ASSERT_IN_RANGE(2.0, r.p[1], 0.1);
    ASSERT(r.rms < 0.5 * SS_ENCODER_STEP);
    PASS();
}

TEST the_same_seed_gives_the_same_fit(void)
{
    static scene s;
    ss_fit_result r[2];
    char why[200];

    ASSERT_EQ(SS_OK, make(&s, "empirical-pendulum", 0.02, 0.3));
    s.all.n = 0;
    for (int i = 0; i < SAMPLES; i += 500, s.all.n++)
        s.t[s.all.n] = s.t[i], s.angle[s.all.n] = s.angle[i];
    s.f.starts = 5;
    for (int k = 0; k < 2; k++) ASSERT_EQ(SS_OK, ss_fit(&s.f, &s.all, &r[k], why, sizeof why));
    lab_close(&s.k);
    ASSERT(r[0].p[0] == r[1].p[0] && r[0].p[1] == r[1].p[1] && r[0].runs == r[1].runs);
    PASS();
}

SUITE(fit)
{
    RUN_TEST(an_encoded_motion_is_decoded);
    RUN_TEST(smooth_records_give_their_parameters_back);
    RUN_TEST(encoder_records_give_them_within_the_sources_uncertainty);
    RUN_TEST(the_same_seed_gives_the_same_fit);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(fit);
    GREATEST_MAIN_END();
}
