/* test_run.c - the driver: time, budgets, verdicts, the step-change rule, monitors, the sink */
#include "greatest.h"
#include "script.h"
#include <math.h>

enum { KEPT = 64 };

/* Everything a sink is told. */
typedef struct tape {
    double t[KEPT], q[KEPT];
    int events[KEPT];
    int n, refuse_at; /* refuse_at > 0: the n-th call is refused */
} tape;

static int take(void *ctx, const ss_point *x, const ss_step_info *info)
{
    tape *k = ctx;
    if (k->n < KEPT) {
        k->t[k->n] = x->t;
        k->q[k->n] = x->q[0];
        k->events[k->n] = info->events->n;
    }
    return ++k->n == k->refuse_at;
}

typedef struct stage {
    script s;
    ss_method m;
    ss_problem p;
    ss_law law;
    ss_run_spec spec;
    double start[2], q_end[1], u_end[1];
    tape tape;
} stage;

static void set_up(stage *k, ss_stepping stepping)
{
    *k = (stage){0};
    k->m = script_method(stepping);
    k->p = script_problem(&k->s, k->start, &k->law);
    k->spec = ss_run_spec_default(&k->p);
    k->spec.h = 0.1;
    k->spec.q_end = k->q_end;
    k->spec.u_end = k->u_end;
}

static ss_run_result play(stage *k)
{
    return ss_run(&k->m, &k->p, &k->spec, (ss_sink){.take = take, .ctx = &k->tape});
}

/* ---- time -------------------------------------------------------------------------- */

TEST fixed_steps_are_counted_not_summed_up(void)
{
    stage k;

    set_up(&k, SS_FIXED);
    k.spec.t_end = 4.0;
    const ss_run_result r = play(&k);
    ASSERT_EQ(SS_OK, r.status);
    ASSERT_EQ(40, r.steps);
    ASSERT_EQ(41, k.tape.n);
    for (int i = 0; i < 40; i++) ASSERT_EQ((double)i * 0.1, k.tape.t[i]);
    ASSERT_EQ(4.0, k.tape.t[40]);
    ASSERT_EQ(4.0, r.t);
    PASS();
}

TEST the_last_step_is_shortened_to_the_end(void)
{
    stage k;

    set_up(&k, SS_FIXED);
    k.spec.h = 0.3;
    const ss_run_result r = play(&k);
    ASSERT_EQ(4, r.steps);
    ASSERT_EQ(1.0, r.t);
    ASSERT_EQ(1.0 - 3 * 0.3, k.s.asked[3]);
    PASS();
}

TEST a_remainder_of_round_off_is_no_step(void)
{
    stage k;

    set_up(&k, SS_FIXED);
    k.spec.t_end = 1.0 + 1e-9; /* a hundred-millionth of a step more than ten of them */
    const ss_run_result r = play(&k);
    ASSERT_EQ(10, r.steps);
    ASSERT_EQ(k.spec.t_end, r.t);
    ASSERT_EQ(k.spec.t_end - 9 * 0.1, k.s.asked[9]);
    PASS();
}

TEST no_time_is_no_step_but_a_point(void)
{
    stage k;

    set_up(&k, SS_FIXED);
    k.spec.t_end = 0.0;
    const ss_run_result r = play(&k);
    ASSERT_EQ(SS_OK, r.status);
    ASSERT_EQ(0, r.steps);
    ASSERT_EQ(1, k.tape.n);
    PASS();
}

TEST a_fixed_step_takes_no_proposal_and_no_landing(void)
{
    stage k;

    set_up(&k, SS_FIXED);
    k.s.h_next = 0.01;
    k.spec.every = 0.25;
    ASSERT_EQ(10, play(&k).steps);
    PASS();
}

TEST an_adaptive_step_takes_the_proposal(void)
{
    stage k;

    set_up(&k, SS_ADAPTIVE);
    k.s.h_next = 0.25;
    k.spec.t_end = 0.6;
    ASSERT_EQ(3, play(&k).steps); /* 0.1, 0.25, and the end */
    ASSERT_EQ(0.1, k.s.asked[0]);
    ASSERT_EQ(0.25, k.s.asked[1]);
    ASSERT_EQ(0.6, k.tape.t[3]);
    PASS();
}

TEST an_adaptive_method_lands_on_every_multiple(void)
{
    stage k;
    int landed = 0;

    set_up(&k, SS_ADAPTIVE);
    k.s.h_next = 0.07;
    k.spec.every = 0.3;
    k.spec.t_end = 1.5;
    ASSERT_EQ(SS_OK, play(&k).status);
    for (int i = 0; i < k.tape.n && i < KEPT; i++)
        for (int m = 1; m <= 5; m++) landed += k.tape.t[i] == (m < 5 ? m * 0.3 : 1.5);
    ASSERT_EQ(5, landed);
    PASS();
}

TEST an_event_within_a_step_ends_it_there(void)
{
    stage k;

    set_up(&k, SS_EVENT_DRIVEN);
    k.s.stops_at = 0.25;
    ASSERT_EQ(SS_OK, play(&k).status);
    ASSERT_EQ(0.1, k.tape.t[1]);
    ASSERT_EQ(0.2, k.tape.t[2]);
    ASSERT_EQ(0.2 + (0.25 - 0.2), k.tape.t[3]);
    ASSERT_EQ(k.tape.t[3] + 0.1, k.tape.t[4]); /* equal steps are counted from the event */
    PASS();
}

/* ---- the step-change rule ------------------------------------------------------------ */

TEST a_step_without_a_solution_is_tried_at_a_half_a_third_and_so_on(void)
{
    static const ss_status each[] = {SS_ENOSOL, SS_EINCONSISTENT, SS_ESTEP, SS_ESING};

    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        stage k;
        set_up(&k, SS_FIXED);
        k.s.fails = each[i];
        k.s.longest = 0.1 / 7.5;
        k.spec.max_steps = 2;
        const ss_run_result r = play(&k);
        ASSERT_EQ(SS_EBUDGET, r.status);
        for (int cut = 1; cut <= 8; cut++) ASSERT_EQ(0.1 / cut, k.s.asked[cut - 1]);
        ASSERT_EQ(0.1, k.s.asked[8]); /* for that one step only */
        ASSERT_EQ(0.1 / 8, k.tape.t[1]);
        ASSERT_EQ(0.1 / 8 + 0.1 / 8, k.tape.t[2]);
        ASSERT_EQ(14, r.counts.refused);
        ASSERT_EQ(2, r.steps);
    }
    PASS();
}

TEST after_a_twentieth_the_run_gives_up_with_the_methods_reason(void)
{
    stage k;

    set_up(&k, SS_FIXED);
    k.s.fails = SS_EINCONSISTENT;
    k.s.fails_at = 4;
    const ss_run_result r = play(&k);
    ASSERT_EQ(SS_EINCONSISTENT, r.status);
    ASSERT_STR_EQ("inconsistent", ss_status_verdict(r.status));
    ASSERT_EQ(3, r.steps);
    ASSERT_EQ(3 + 20, k.s.nasked);
    ASSERT_EQ(0.1 / 20, k.s.asked[22]);
    PASS();
}

TEST the_number_of_cuts_is_the_callers(void)
{
    for (int cuts = 0; cuts <= 3; cuts++) {
        stage k;
        set_up(&k, SS_FIXED);
        k.s.fails = SS_ENOSOL;
        k.s.fails_at = 1;
        k.spec.max_cuts = cuts;
        ASSERT_EQ(SS_ENOSOL, play(&k).status);
        ASSERT_EQ_FMT(cuts > 1 ? cuts : 1, k.s.nasked, "%d");
    }
    PASS();
}

TEST what_a_smaller_step_cannot_mend_is_not_tried_again(void)
{
    static const ss_status each[] = {SS_EMODEL, SS_EARG, SS_EDIVERGED, SS_EUNSUP, SS_EZENO};

    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        stage k;
        set_up(&k, SS_FIXED);
        k.s.fails = each[i];
        k.s.fails_at = 1;
        const ss_run_result r = play(&k);
        ASSERT_EQ(each[i], r.status);
        ASSERT_EQ(1, k.s.nasked);
        ASSERT_EQ(0, r.counts.refused);
    }
    PASS();
}

TEST a_failed_run_ends_in_its_last_good_state(void)
{
    stage k;

    set_up(&k, SS_FIXED);
    k.s.fails = SS_ENOSOL;
    k.s.fails_at = 4;
    k.start[0] = 5.0;
    const ss_run_result r = play(&k);
    ASSERT_EQ(3 * 0.1, r.t);
    ASSERT_EQ(5.0 + 0.1 + 0.1 + 0.1, k.q_end[0]);
    ASSERT_EQ(4, k.tape.n); /* the start and three steps: nothing of the failed one */
    ASSERT_EQ(k.q_end[0], k.tape.q[3]);
    PASS();
}

static void save(void *ctx, const ss_contact_problem *c, double t)
{
    script *s = ctx;
    s->saved += c != NULL;
    s->saved_t = t;
}

TEST the_unsolved_contact_problem_is_handed_over_once(void)
{
    static const struct {
        ss_status fails;
        int saved;
    } rows[] = {{SS_ENOSOL, 1}, {SS_EINCONSISTENT, 1}, {SS_EMODEL, 0}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        stage k;
        set_up(&k, SS_FIXED);
        k.s.fails = rows[i].fails;
        k.s.fails_at = 3;
        k.spec.failed = save;
        k.spec.failed_ctx = &k.s;
        play(&k);
        ASSERT_EQ_FMT(rows[i].saved, k.s.saved, "%d");
        if (rows[i].saved) ASSERT_EQ(2 * 0.1, k.s.saved_t);
    }
    stage k;
    set_up(&k, SS_FIXED);
    k.spec.failed = save;
    k.spec.failed_ctx = &k.s;
    play(&k);
    ASSERT_EQ(0, k.s.saved);
    PASS();
}

/* ---- verdicts ------------------------------------------------------------------------ */

TEST a_spent_budget_is_a_verdict(void)
{
    stage k;

    set_up(&k, SS_FIXED);
    k.spec.max_steps = 7;
    const ss_run_result r = play(&k);
    ASSERT_EQ(SS_EBUDGET, r.status);
    ASSERT_EQ(7, r.steps);
    ASSERT_EQ(7 * 0.1, r.t);
    set_up(&k, SS_FIXED);
    k.spec.max_steps = 10; /* just enough */
    ASSERT_EQ(SS_OK, play(&k).status);
    PASS();
}

static int stop_at_second_poll(void *ctx)
{
    return ++((script *)ctx)->polls == 2;
}

TEST a_run_is_stopped_from_outside_between_steps(void)
{
    stage k;

    set_up(&k, SS_FIXED);
    k.spec.h = 1e-6;
    k.spec.stop = stop_at_second_poll;
    k.spec.stop_ctx = &k.s;
    const ss_run_result r = play(&k);
    ASSERT_EQ(SS_ETIMEOUT, r.status);
    ASSERT_EQ(2, k.s.polls);
    ASSERT(r.steps > 0 && r.steps < 1000000);
    ASSERT_EQ((double)r.steps * 1e-6, r.t);
    PASS();
}

TEST steps_of_no_length_without_end_are_zeno(void)
{
    stage k;

    set_up(&k, SS_EVENT_DRIVEN);
    k.s.idle = 1;
    const ss_run_result r = play(&k);
    ASSERT_EQ(SS_EZENO, r.status);
    ASSERT_EQ(0.0, r.t);
    PASS();
}

TEST a_state_that_is_no_number_is_diverged(void)
{
    stage k;

    set_up(&k, SS_FIXED);
    k.s.nan_at = 3;
    const ss_run_result r = play(&k);
    ASSERT_EQ(SS_EDIVERGED, r.status);
    ASSERT_EQ(3, k.tape.n); /* the sink never sees it */
    ASSERT_EQ(3 * 0.1, r.t);
    PASS();
}

TEST a_start_that_is_no_number_is_diverged(void)
{
    stage k;

    set_up(&k, SS_FIXED);
    k.start[1] = NAN;
    const ss_run_result r = play(&k);
    ASSERT_EQ(SS_EDIVERGED, r.status);
    ASSERT_EQ(0, r.steps);
    PASS();
}

/* One joule may become nearly a million, which an unwise law of impact might do; not more. */
TEST energy_from_nowhere_is_diverged(void)
{
    static const double energy[] = {1.0, 0.5, 2.0, 1e2, 1e4, 0.99e6, 1.01e6, 1.0};
    stage k;

    set_up(&k, SS_FIXED);
    k.s.energy = energy;
    k.s.nrows = 8;
    const ss_run_result r = play(&k);
    ASSERT_EQ(SS_EDIVERGED, r.status);
    ASSERT_EQ(6, k.tape.n); /* the sink never sees it */
    ASSERT_EQ(6 * 0.1, r.t);
    PASS();
}

TEST a_method_that_cannot_begin_says_why_and_is_ended(void)
{
    stage k;

    set_up(&k, SS_FIXED);
    k.s.reset_status = SS_EMODULE;
    const ss_run_result r = play(&k);
    ASSERT_EQ(SS_EMODULE, r.status);
    ASSERT_EQ(0, k.tape.n);
    ASSERT_EQ(1, k.s.finishes);
    PASS();
}

TEST a_method_is_begun_and_ended_once(void)
{
    stage k;

    set_up(&k, SS_FIXED);
    play(&k);
    ASSERT_EQ(1, k.s.resets);
    ASSERT_EQ(1, k.s.finishes);
    PASS();
}

static int zero_chi(const void *par, const ss_config *x, int contact, double *chi)
{
    (void)par, (void)x, (void)contact;
    chi[0] = 0.0;
    return 0;
}

static int same_rate(const void *par, const double *q, const double *u, double *qdot)
{
    (void)par, (void)q;
    qdot[0] = u[0];
    return 0;
}

/* Exactly what a problem has and a method lacks is named. */
TEST unsupported_says_what_is_missing(void)
{
    static const struct {
        unsigned can;
        int nt;
        ss_law law;
        int chi, rate;
        const char *word;
    } rows[] = {
        {SS_CAN_FRICTION, 1, {.mu_s = 0.5, .mu_d = 0.5}, 0, 0, "friction"},
        {SS_CAN_SPATIAL, 2, {.mu_s = 0.0}, 0, 0, "two tangents"},
        {SS_CAN_ISOLATED, 1, {.kind = SS_ISOLATED, .load = 1.0}, 0, 0, "isolated"},
        {SS_CAN_MOVING, 0, {.mu_s = 0.0}, 1, 0, "moving supports"},
        {SS_CAN_STATIC, 1, {.mu_s = 0.5, .mu_d = 0.2}, 0, 0, "static friction"},
        {SS_CAN_VISCOUS, 1, {.b = 1.0}, 0, 0, "viscous"},
        {SS_CAN_TANGENTIAL, 1, {.e_t = 0.5}, 0, 0, "tangential restitution"},
        {SS_CAN_RATE, 0, {.mu_s = 0.0}, 0, 1, "rates"},
    };
    const unsigned all = 0xff;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        stage k;
        set_up(&k, SS_FIXED);
        k.p.dims.nt = rows[i].nt;
        k.law = rows[i].law;
        k.p.chi = rows[i].chi ? zero_chi : NULL;
        k.p.rate = rows[i].rate ? same_rate : NULL;
        k.m.can = all & ~rows[i].can;
        const ss_run_result r = play(&k);
        ASSERT_EQm(rows[i].word, SS_EUNSUP, r.status);
        ASSERTm(r.why, strstr(r.why, rows[i].word));
        ASSERT(strstr(r.why, "scripted ") && strstr(r.why, "scripted-method"));
        ASSERT_EQ(0, k.tape.n);
        ASSERT_EQ(0, k.s.resets);
        char why[160];
        k.m.can = all;
        ASSERT_EQm(rows[i].word, NULL, ss_method_refuses(&k.m, &k.p, why, sizeof why));
    }
    PASS();
}

static const char *dislikes(const ss_problem *p)
{
    return strcmp(p->name, "scripted") == 0 ? "it is scripted" : NULL;
}

TEST a_methods_own_reason_is_reported(void)
{
    stage k;

    set_up(&k, SS_FIXED);
    k.m.refuses = dislikes;
    const ss_run_result r = play(&k);
    ASSERT_EQ(SS_EUNSUP, r.status);
    ASSERT_STR_EQ("it is scripted", r.why);
    PASS();
}

TEST a_spec_that_makes_no_sense_is_refused(void)
{
    static const double senseless[] = {0.0, -1.0, NAN, INFINITY};
    stage k;

    for (size_t i = 0; i < sizeof senseless / sizeof *senseless; i++) {
        set_up(&k, SS_FIXED);
        k.spec.h = senseless[i];
        ASSERT_EQ(SS_EARG, play(&k).status);
        if (senseless[i] == 0.0) continue; /* an end at once, or no tolerance, is sense */
        set_up(&k, SS_FIXED);
        k.spec.t_end = senseless[i];
        ASSERT_EQ(SS_EARG, play(&k).status);
        if (isinf(senseless[i])) continue;
        set_up(&k, SS_ADAPTIVE);
        k.spec.rtol = senseless[i];
        ASSERT_EQ(SS_EARG, play(&k).status);
        set_up(&k, SS_ADAPTIVE);
        k.spec.atol = senseless[i];
        ASSERT_EQ(SS_EARG, play(&k).status);
    }
    set_up(&k, SS_FIXED);
    k.spec.max_steps = -1;
    ASSERT_EQ(SS_EARG, play(&k).status);
    ASSERT_EQ(0, k.tape.n);
    PASS();
}

TEST options_out_of_range_are_refused(void)
{
    static const double bad[] = {1.5, -0.1, NAN};
    stage k;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        set_up(&k, SS_FIXED);
        k.spec.opt = &bad[i];
        ASSERT_EQ(SS_EARG, play(&k).status);
        ASSERT_EQ(0, k.s.resets);
    }
    PASS();
}

TEST every_status_has_a_verdict_of_the_contract(void)
{
    static const char *const verdicts[] = {
        "ok",     "inconsistent", "no-solution", "zeno",      "diverged",
        "budget", "timeout",      "unsupported", "bad-input", "output"};

    for (int s = 0; s < SS_NSTATUS; s++) {
        int known = 0;
        for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++)
            known += strcmp(verdicts[i], ss_status_verdict((ss_status)s)) == 0;
        ASSERT_EQ(1, known);
        ASSERT(strlen(ss_status_text((ss_status)s)) > 3);
    }
    PASS();
}

/* ---- monitors ------------------------------------------------------------------------ */

TEST the_gain_is_the_largest_rise_over_the_running_minimum(void)
{
    static const double energy[] = {5.0, 3.0, 4.0, 3.5, 2.0, 2.5, 2.25};
    stage k;

    set_up(&k, SS_FIXED);
    k.s.energy = energy;
    k.s.nrows = 7;
    const ss_run_result r = play(&k);
    ASSERT_EQ(5.0, r.E_start);
    ASSERT_EQ(2.25, r.E_end);
    ASSERT_EQ(1.0, r.E_gain_max); /* 3 to 4 */
    PASS();
}

TEST work_of_applied_forces_is_no_gain(void)
{
    static const double energy[] = {0.0, 1.0, 2.0, 3.0, 4.0};
    stage k;

    set_up(&k, SS_FIXED);
    k.spec.t_end = 0.4;
    k.s.energy = energy;
    k.s.nrows = 5;
    k.s.power = 1.0;
    const ss_run_result r = play(&k);
    ASSERT_EQ(0.0, r.E_gain_max);
    ASSERT_EQ(4.0, r.W);
    ASSERT_EQ(4.0, r.E_end);
    PASS();
}

TEST the_deepest_penetration_and_the_largest_residual_are_kept(void)
{
    static const double gap[] = {1.0, -0.25, -0.5, -0.125, 2.0};
    stage k;

    set_up(&k, SS_FIXED);
    k.s.gap = gap;
    k.s.nrows = 5;
    k.s.residual = 0.75;
    k.s.E_moved = 0.5;
    const ss_run_result r = play(&k);
    ASSERT_EQ(0.5, r.penetration_max);
    ASSERT_EQ(0.75, r.residual_max);
    ASSERT_EQ(5.0, r.E_moved); /* ten steps */
    set_up(&k, SS_FIXED);
    k.s.gap = (const double[]){0.5};
    k.s.nrows = 1;
    ASSERT_EQ(0.0, play(&k).penetration_max);
    PASS();
}

TEST impacts_are_counted_among_the_events(void)
{
    stage k;

    set_up(&k, SS_FIXED);
    k.s.events = 2;
    const ss_run_result r = play(&k);
    ASSERT_EQ(20, r.impacts);
    for (int i = 0; i < 11; i++) ASSERT_EQ_FMT(i ? 3 : 0, k.tape.events[i], "%d");
    PASS();
}

TEST events_of_a_refused_step_are_forgotten(void)
{
    stage k;

    set_up(&k, SS_FIXED);
    k.s.fails = SS_ENOSOL;
    k.s.longest = 0.06;
    k.s.events = 1;
    const ss_run_result r = play(&k);
    ASSERT_EQ(r.steps, r.impacts);
    for (int i = 1; i < k.tape.n; i++) ASSERT_EQ(2, k.tape.events[i]);
    PASS();
}

/* ---- the sink ------------------------------------------------------------------------ */

TEST the_sink_is_told_of_the_start_then_of_every_step_in_order(void)
{
    stage k;

    set_up(&k, SS_FIXED);
    k.start[0] = 2.0;
    play(&k);
    ASSERT_EQ(11, k.tape.n);
    ASSERT_EQ(0.0, k.tape.t[0]);
    ASSERT_EQ(2.0, k.tape.q[0]);
    for (int i = 1; i < k.tape.n; i++) {
        ASSERT(k.tape.t[i] > k.tape.t[i - 1]);
        ASSERT(k.tape.q[i] > k.tape.q[i - 1]);
    }
    ASSERT_EQ(k.q_end[0], k.tape.q[10]);
    PASS();
}

TEST a_sink_that_refuses_ends_the_run(void)
{
    for (int at = 1; at <= 3; at++) {
        stage k;
        set_up(&k, SS_FIXED);
        k.tape.refuse_at = at;
        const ss_run_result r = play(&k);
        ASSERT_EQ(SS_ESINK, r.status);
        ASSERT_EQ_FMT(at, k.tape.n, "%d");
        ASSERT_EQ_FMT((long)at - 1, r.steps, "%ld");
        ASSERT_EQ(1, k.s.finishes);
    }
    PASS();
}

TEST no_sink_gives_the_same_result(void)
{
    stage k, n;

    set_up(&k, SS_FIXED);
    set_up(&n, SS_FIXED);
    const ss_run_result a = play(&k), b = ss_run(&n.m, &n.p, &n.spec, (ss_sink){0});
    ASSERT_EQ(a.steps, b.steps);
    ASSERT_EQ(a.t, b.t);
    ASSERT_EQ(k.q_end[0], n.q_end[0]);
    PASS();
}

SUITE(driver)
{
    RUN_TEST(fixed_steps_are_counted_not_summed_up);
    RUN_TEST(the_last_step_is_shortened_to_the_end);
    RUN_TEST(a_remainder_of_round_off_is_no_step);
    RUN_TEST(no_time_is_no_step_but_a_point);
    RUN_TEST(a_fixed_step_takes_no_proposal_and_no_landing);
    RUN_TEST(an_adaptive_step_takes_the_proposal);
    RUN_TEST(an_adaptive_method_lands_on_every_multiple);
    RUN_TEST(an_event_within_a_step_ends_it_there);
    RUN_TEST(a_step_without_a_solution_is_tried_at_a_half_a_third_and_so_on);
    RUN_TEST(after_a_twentieth_the_run_gives_up_with_the_methods_reason);
    RUN_TEST(the_number_of_cuts_is_the_callers);
    RUN_TEST(what_a_smaller_step_cannot_mend_is_not_tried_again);
    RUN_TEST(a_failed_run_ends_in_its_last_good_state);
    RUN_TEST(the_unsolved_contact_problem_is_handed_over_once);
}

SUITE(verdicts)
{
    RUN_TEST(a_spent_budget_is_a_verdict);
    RUN_TEST(a_run_is_stopped_from_outside_between_steps);
    RUN_TEST(steps_of_no_length_without_end_are_zeno);
    RUN_TEST(a_state_that_is_no_number_is_diverged);
    RUN_TEST(a_start_that_is_no_number_is_diverged);
    RUN_TEST(energy_from_nowhere_is_diverged);
    RUN_TEST(a_method_that_cannot_begin_says_why_and_is_ended);
    RUN_TEST(a_method_is_begun_and_ended_once);
    RUN_TEST(unsupported_says_what_is_missing);
    RUN_TEST(a_methods_own_reason_is_reported);
    RUN_TEST(a_spec_that_makes_no_sense_is_refused);
    RUN_TEST(options_out_of_range_are_refused);
    RUN_TEST(every_status_has_a_verdict_of_the_contract);
}

SUITE(monitors_and_sink)
{
    RUN_TEST(the_gain_is_the_largest_rise_over_the_running_minimum);
    RUN_TEST(work_of_applied_forces_is_no_gain);
    RUN_TEST(the_deepest_penetration_and_the_largest_residual_are_kept);
    RUN_TEST(impacts_are_counted_among_the_events);
    RUN_TEST(events_of_a_refused_step_are_forgotten);
    RUN_TEST(the_sink_is_told_of_the_start_then_of_every_step_in_order);
    RUN_TEST(a_sink_that_refuses_ends_the_run);
    RUN_TEST(no_sink_gives_the_same_result);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(driver);
    RUN_SUITE(verdicts);
    RUN_SUITE(monitors_and_sink);
    GREATEST_MAIN_END();
}
