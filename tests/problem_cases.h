/* problem_cases.h - every built-in problem, at its presets and at settings that reach further,
 * for the tests that go through all of them. */
#ifndef PROBLEM_CASES_H
#define PROBLEM_CASES_H

#include "problems/problem.h"
#include "solve.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 64 }; /* coordinates, velocities, pose numbers; more than any family here has */

static const ss_family *const families[] = {
#define SS_FAMILY(f) &f,
#include "problems/families.def"
#undef SS_FAMILY
};
enum { NFAMILIES = sizeof families / sizeof families[0] };

typedef struct setting {
    const char *family, *text; /* "name=value name=value"; q0_ and u0_ included */
} setting;

/* What the presets leave out.  One whose family is not in the list is not used. */
static const setting settings[] = {
    {"bouncing-ball", "e=0.9 u0_y=2"},
    {"bouncing-ball", "e=0 height=2 mass=3"},
    {"sliding-block", "mu=1 mass=2"},
    {"sliding-block", "mu=1.5"},
    {"sliding-block", "mu_s=0.6 mu_d=0.2 v_s=0 half_height=0.2 u0_x=2"},
    {"sliding-block", "q0_theta=0.3 q0_y=0.9 u0_theta=1"},
    {"block-on-incline", "mu=0.8"},
    {"block-on-incline", "slope=-0.4 speed=1"},
    {"block-on-incline", "slope=0.4 speed=-1 mu=0.6"},
    {"block-on-incline", "mu_s=0.7 mu_d=0.2 v_s=0"},
    {"disc-slip-to-roll", "u0_x=1 u0_phi=-40 mass=2"},
    {"disc-slip-to-roll", "eps=1 radius=0.5 mu_s=0.5 mu_d=0.1 v_s=0"},
    {"coulomb-oscillator", "q0_x=0.1 u0_x=-3 mass=2"},
    {"coulomb-oscillator", "mu_s=0.6 v_s=0 q0_x=0.5"},
    {"mass-spring-friction", "v_s=0"},
    {"mass-spring-friction", "v_s=0 amplitude=0"},
    {"mass-spring-friction", "mu=0.2 amplitude=0.5 omega=16"},
    {"mass-spring-friction", "mu=0.2 omega=40 u0_Z=0"},
    {"impact-oscillator", "stop=0.05 e=0.9"},
    {"impact-oscillator", "stop=-0.05 u0_x=1"},
    {"impact-oscillator", "force=5"},
    {"rocking-block", "tilt=-0.3"},
    {"newtons-cradle", "balls=7 launch=2"},
    {"newtons-cradle", "gap=0.01"},
    {"rhex", "gait=none hang=0"},
    {"rhex", "q0_hip_R=-0.8 q0_knee_R=1.04 upper_length=0.2 e=1"},
    {"painleve-rod", "Fx=0.3 Fy=-0.5 Fth=0.7 l=2 mass=3"},
    {"painleve-rod", "mu=2"},
    {"particle-between-planes", "mu=0.1 u0_x=-2"},
    {"journal-pendulum", "mu=0"},
    {"journal-pendulum", "mu=0 q0_theta=-2.5 material=steel washers=1 points=7"},
    {"journal-pendulum", "material=teflon mu=0.08 b=5"},
    {"empirical-pendulum", "material=steel washers=1 mu=0.05 b=2"},
    {"bicycle", "d2=0.25 slope=0.35"},
    {"bicycle", "d1=0.3 slope=-0.2 rod_length=2"},
    {"double-pendulum", "length1=0.7 mass2=2"},
    {"slip", "gamma=1.4 foot_mass=2"},
    {"self-stable-pendulum", "height=0.35"},
    {"chiaro-hopper", "R=0.6 beta=0.6 points=7 d=0 f_T=4.3"},
    {"chiaro-hopper", "beta=0.8 beta_every=0.5 cad_x=0.02 arm=0.03"},
};
enum { NSETTINGS = sizeof settings / sizeof settings[0] };

/* A family with its setting; text NULL means the presets. */
typedef struct test_case {
    const ss_family *f;
    const char *text;
} test_case;

enum { MOST_CASES = NFAMILIES + NSETTINGS };

static inline int all_cases(test_case out[MOST_CASES])
{
    int n = 0;
    for (int i = 0; i < NFAMILIES; i++) {
        out[n++] = (test_case){families[i], NULL};
        for (int k = 0; k < NSETTINGS; k++)
            if (strcmp(settings[k].family, families[i]->name) == 0)
                out[n++] = (test_case){families[i], settings[k].text};
    }
    return n;
}

/* name=value for a coordinate of the start; 0 if there is none of that name */
static inline int set_start(ss_problem *p, const char *name, double value)
{
    const int is_q = strncmp(name, "q0_", 3) == 0, n = is_q ? p->dims.nq : p->dims.nu;
    if (!is_q && strncmp(name, "u0_", 3) != 0) return 0;
    for (int i = 0; i < n; i++) {
        if (strcmp((is_q ? p->q_name : p->u_name)[i], name + 3) != 0) continue;
        (is_q ? p->q0 : p->u0)[i] = value;
        return 1;
    }
    return 0;
}

/* Build as the command does: options, then the start, then ready().  SS_EARG: a word of the
 * setting is not known, and why says which. */
static inline ss_status build_case(const test_case *c, ss_problem *p, char *why, size_t size)
{
    double opt[SS_MAX_OPTIONS] = {0};
    ss_options_preset(c->f->options, opt);

    for (int pass = 0; pass < 2; pass++) {
        char text[256] = "";
        if (c->text) snprintf(text, sizeof text, "%s", c->text);
        for (char *save, *word = strtok_r(text, " ", &save); word;
             word = strtok_r(NULL, " ", &save)) {
            char *value = strchr(word, '=');
            *value++ = '\0';
            const int start = strncmp(word, "q0_", 3) == 0 || strncmp(word, "u0_", 3) == 0;
            const int at = ss_option_find(c->f->options, word);
            snprintf(why, size, "%s: %s", c->f->name, word);
            if (pass == 0 && !start) {
                if (at < 0) return SS_EARG;
                SS_TRY(ss_option_set(c->f->options, at, value, opt, why, size));
            }
            if (pass == 1 && start && !set_start(p, word, strtod(value, NULL))) {
                c->f->destroy(p);
                return SS_EARG;
            }
        }
        if (pass == 0) SS_TRY(c->f->build(opt, p, why, size));
    }
    const ss_status s = c->f->ready ? c->f->ready(p, why, size) : SS_OK;
    if (s != SS_OK) c->f->destroy(p);
    return s;
}

/* A configuration with room for its pose. */
typedef struct posed {
    double q[MOST], c[MOST];
    ss_config x;
} posed;

static inline int pose_at(const ss_problem *p, double t, const double *q, posed *s)
{
    memcpy(s->q, q, (size_t)p->dims.nq * sizeof *q);
    s->x = (ss_config){.t = t, .q = s->q, .c = s->c};
    return p->pose ? p->pose(p->par, t, s->q, s->c) : 0;
}

static inline void rate_of(const ss_problem *p, const double *q, const double *u, double *qdot)
{
    if (p->rate)
        p->rate(p->par, q, u, qdot);
    else
        memcpy(qdot, u, (size_t)p->dims.nu * sizeof *u);
}

/* First derivative from values at -2, -1, 1, 2 steps of size e. */
static inline double slope5(const double f[4], double e)
{
    return (f[0] - 8.0 * f[1] + 8.0 * f[2] - f[3]) / (12.0 * e);
}

static const double stencil5[4] = {-2.0, -1.0, 1.0, 2.0};

#endif
