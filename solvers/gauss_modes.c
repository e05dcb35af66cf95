/* gauss_modes.c - how contacts go on after an event: modes on the level of accelerations, and
 * impacts on the level of velocities.
 *
 * Modes.  A contact with a slip velocity slips.  One without may stick, or begin to slip either
 * way; a guess is right if its programme has a solution in which every slip that begins, against
 * the friction mu_s, has an acceleration of its own sign.  Guesses with more slip come first:
 * where contacts can be braced against each other (a journal in a bearing, a particle between
 * planes) some load would always hold them, but nothing presses that much.  (What does stick
 * braced so is let go at the next event only, not by a force that grows.)  Few such contacts
 * are tried in every combination; many are points of one surface and go together.  Contacts
 * whose gap opens under the least constraint leave.
 *
 * Impact (our extension of the source, which stops there).  The same principle for velocities,
 *
 *     minimise 1/2 (u+ - u)' M (u+ - u),   gN+ >= -e_n gN (>= 0 where gN > 0)
 *
 * over impulses that slip with the sign of the velocity after the impact or stick within the
 * cone of mu_s, the coefficient of a slip being the law's at that velocity; of several consistent
 * combinations the one of least constraint.  Closed contacts take part.  Approaches slower than
 * `rest` do not rebound, which ends accumulating impacts, nor do elastic ones whose rebound the
 * tolerances do not tell from rest (resolved.h).
 * Isolated friction, having a finite load, has no impulse.  Where several contacts with friction
 * are struck at once the least constraint may press one that parts, even in place of the one that
 * is struck, if its friction helps; the complementarity problem forbids that, and no surface can
 * do it.  What presses and parts is therefore left out and the programme solved again; only where
 * no impulse is left then does the least constraint of all stand.
 */
#include "solvers/gauss.h"
#include "solvers/resolved.h"
#include <float.h>
#include <math.h>

enum { COMBINED = 5 /* 3^5 programmes: below a millisecond */, ADJUSTED = 120 };

/* ---- combinations of stick, slip and slip the other way ------------------------------ */

static const unsigned char way[3] = {SS_SLIP_PLUS, SS_SLIP_MINUS, SS_STICK};

/* The k-th guess for the undecided contacts; 0 if there is none.  With few of them k counts all
 * combinations once for every number of sticking ones, in that order; others are passed over. */
static int guess(ss_gauss *s, int *next, const unsigned char *undecided, int count)
{
    const int together = count > COMBINED;
    int most = 1, k;

    for (int i = 0; i < count && !together; i++) most *= 3;
    for (;; ++*next) {
        int stick = 0;

        if (*next >= (together ? 3 : most * (count + 1))) return 0;
        k = together ? *next : *next % most;
        for (int i = 0, d = k; i < count && !together; i++, d /= 3) stick += d % 3 == 2;
        if (together || stick == *next / most) break;
    }
    ++*next;
    memcpy(s->mode, s->base, (size_t)s->d.nc);
    for (int i = 0; i < s->d.nc; i++) {
        if (!undecided[i]) continue;
        s->mode[i] = way[k % 3];
        if (!together) k /= 3;
    }
    return 1;
}

/* Nothing of the guess is excluded: frictionless contacts do not stick, tired ones neither. */
static int allowed(const ss_gauss *s, const unsigned char *undecided, const unsigned char *tired)
{
    for (int i = 0; i < s->d.nc; i++)
        if (undecided[i] && s->mode[i] == SS_STICK &&
            (s->e->p->law[i].mu_s == 0.0 || (tired && tired[i])))
            return 0;
    return 1;
}

static int has_friction(const ss_gauss *s, int i)
{
    const ss_law *const law = &s->e->p->law[i];

    return s->d.nt > 0 && (law->mu_s > 0.0 || law->mu_d > 0.0 || law->b > 0.0);
}

/* ---- modes --------------------------------------------------------------------------- */

ss_status ss_gauss_find_closed(ss_gauss *s, double t, const double *q, const double *u)
{
    SS_TRY(ss_place(s->e, t, q));
    SS_TRY(ss_gap(s->e, s->g));
    for (int i = 0; i < s->d.nc; i++)
        s->mode[i] =
            s->e->p->law[i].kind == SS_ISOLATED || s->g[i] <= s->closed ? SS_SLIP_PLUS : SS_OPEN;
    SS_TRY(ss_gauss_look(s, t, q, u));
    for (int c = 0; c < s->n; c++)
        if (!s->site[c].isolated && s->site[c].v[0] > s->still)
            s->mode[s->site[c].contact] = SS_OPEN;
    return SS_OK;
}

/* Are the rates of the undecided contacts those of their modes?  A slip that begins must clearly
 * do so, unless the contact is unable to hold: then it may begin with no acceleration. */
static int consistent(const ss_gauss *s, const unsigned char *undecided, const unsigned char *tired)
{
    const int n = s->d.nu;
    double most = 0.0;

    for (int c = 0; c < s->n; c++) {
        const ss_gauss_site *const k = &s->site[c];

        most = fmax(most, fmax(fabs(k->free[0]), fabs(k->free[1])));
        /* given friction is within `free`, and may cancel there to nothing */
        if (k->isolated) most = fmax(most, fabs(k->L[1]) * ss_dot(n, k->cT, k->cT));
    }
    for (int c = 0; c < s->n; c++) {
        const ss_gauss_site *const k = &s->site[c];
        const ss_law *const law = &s->e->p->law[k->contact];

        if (!undecided[k->contact]) continue;
        const double tol = 10.0 * s->qp.backend->tol * most;
        const int free = law->mu_s == 0.0; /* nothing can hold it */
        const double margin = free || (tired && tired[k->contact]) ? -tol : tol;
        if (k->sigma != 0.0 && !(k->sigma * k->rate[1] > margin)) return 0;
        if (!k->isolated || k->sigma != 0.0) continue;
        /* what its slip would begin with: at the edge of the cone one of the two must do */
        const double excess = fabs(k->L[1]) - law->mu_s * law->load;
        if (excess * ss_dot(n, k->cT, k->cT) > 2.0 * tol) return 0;
    }
    return 1;
}

/* Forces in the present modes; contacts that lift are opened, as often as it takes. */
static ss_status forces(ss_gauss *s, double t, const double *y)
{
    for (int k = 0; k <= s->d.nc; k++) {
        const ss_status found = ss_gauss_accelerate(s, t, y, y + s->d.nq, s->rk.stage);

        if (s->block != SS_GAUSS_LIFTS) return found;
        for (int i = 0; i < s->d.nc; i++)
            if (s->mode[i] != SS_OPEN && s->lifts[i]) s->mode[i] = SS_OPEN;
    }
    return SS_ENOSOL;
}

ss_status ss_gauss_choose(ss_gauss *s, double t, double *y, const unsigned char *tired)
{
    unsigned char *const undecided = s->undecided;
    ss_status found = SS_ENOSOL;
    int count = 0;

    SS_TRY(ss_gauss_look(s, t, y, y + s->d.nq));
    memset(undecided, 0, (size_t)s->d.nc);
    for (int c = 0; c < s->n; c++) {
        const ss_gauss_site *const k = &s->site[c];
        const int i = k->contact;

        if (!has_friction(s, i)) {
            s->mode[i] = SS_SLIP_PLUS;
        } else if (fabs(k->v[1]) > s->still) {
            s->mode[i] = k->v[1] > 0.0 ? SS_SLIP_PLUS : SS_SLIP_MINUS;
        } else {
            undecided[i] = 1;
            count++;
        }
    }
    memcpy(s->base, s->mode, (size_t)s->d.nc);
    /* a slip that is not there must not be left over either: a new one would go against it */
    if (count) ss_gauss_stop(s, y + s->d.nq, undecided);
    for (int k = 0; guess(s, &k, undecided, count);) {
        if (!allowed(s, undecided, tired)) continue;
        s->searching = 1;
        const ss_status one = forces(s, t, y);

        s->searching = 0;
        if (one == SS_OK && consistent(s, undecided, tired)) {
            SS_TRY(ss_gauss_project(s, t, y)); /* what sticks has no velocity at all */
            return forces(s, t, y);
        }
        if (one != SS_OK) found = one;
        if (one != SS_OK && one != SS_EINCONSISTENT && one != SS_ENOSOL) return one;
    }
    return found;
}

/* ---- impact -------------------------------------------------------------------------- */

/* The velocity of the gap that Newton's law asks for. */
static double rebound(const ss_gauss *s, const ss_gauss_site *k)
{
    return -k->v[0] > s->rest ? -s->e->p->law[k->contact].e_n * k->v[0] : 0.0;
}

static int bounces_on(const ss_gauss *s, const ss_gauss_site *k)
{
    return ss_bounces_on(s->e->p->law[k->contact].e_n, rebound(s, k), s->rest);
}

/* Would a rebound with the velocity v, ended by the forces that are not of contacts, be seen?
 * Needs the accelerations without contacts. */
static int seen(const ss_gauss *s, const ss_gauss_site *k, const double *q, double v)
{
    const double a = ss_dot(s->d.nu, k->cN, s->alpha) + k->zeta[0];

    return a >= 0.0 || 0.5 * v * v > -a * ss_gap_resolved(&s->d, k->WN, q, s->rtol, s->atol);
}

/* What the velocities must reach: free = v - bound, so that the programme asks rate >= 0.  Rebounds
 * too low to be seen are followed all the same unless there are too many. */
static void ask_velocities(ss_gauss *s, const double *q)
{
    for (int c = 0; c < s->n; c++) {
        ss_gauss_site *const k = &s->site[c];
        const double v = rebound(s, k);
        const double back = bounces_on(s, k) && !seen(s, k, q, v) ? 0.0 : v;

        k->free[0] = k->v[0] - back;
        k->free[1] = k->v[1];
    }
}

/* Does every slip after the impact have the sign that its friction was given? */
static int slips_right(const ss_gauss *s)
{
    double most = s->still;

    for (int c = 0; c < s->n; c++) most = fmax(most, fabs(s->site[c].v[1]));
    for (int c = 0; c < s->n; c++) {
        const ss_gauss_site *const k = &s->site[c];
        if (k->mu > 0.0 && k->L[0] > 0.0 &&
            k->sigma * k->rate[1] < -10.0 * s->qp.backend->tol * most)
            return 0;
    }
    return 1;
}

/* The next coefficient of a slip, where the law asks for `asked` instead of k->mu: by the secant,
 * within the bracket.  At 0 the law asks for more, for less where the slip would be reversed. */
static double next_mu(ss_gauss_site *k, double asked)
{
    const int back = k->sigma * k->rate[1] < 0.0; /* asked is the most that the law has at rest */
    const double off = asked - k->mu, step = k->mu - k->mu_last, rise = off - k->off_last;
    double mu = !back && step != 0.0 && step * rise < 0.0 ? k->mu - off * step / rise : asked;

    if (k->hi - k->lo <= 1e-13 * k->mu) k->lo = 0.0, k->hi = INFINITY; /* others have moved */
    *(off > 0.0 ? &k->lo : &k->hi) = k->mu;
    k->mu_last = k->mu;
    k->off_last = off;
    if (!(mu > k->lo && mu < k->hi)) mu = k->hi < INFINITY ? 0.5 * (k->lo + k->hi) : asked;
    return mu;
}

/* Are the coefficients of the slips the law's at the velocities after the impact?  1 if so, to
 * rounding; else they move.  Where there is no impulse at all they are too large. */
static int adjust(ss_gauss *s, ss_status found)
{
    int met = found == SS_OK;

    for (int c = 0; c < s->n; c++) {
        ss_gauss_site *const k = &s->site[c];
        const ss_law *const law = &s->e->p->law[k->contact];

        if (k->sigma == 0.0 || k->idle || !has_friction(s, k->contact)) continue;
        const double v = fmax(k->sigma * k->rate[1], DBL_MIN);
        const double asked = found == SS_OK ? ss_law_mu(law, v) : 0.0;

        if (found == SS_OK && fabs(asked - k->mu) <= 1e-11 * (1.0 + k->mu)) continue;
        met = 0;
        k->mu = found == SS_OK ? next_mu(k, asked) : 0.5 * k->mu;
    }
    return met;
}

/* The programme of an impact, with friction of the slip after it: for `mu + b|v|` the coefficient
 * before it may be far too large, and then no slip of any sign would be right. */
static ss_status solve_impact(ss_gauss *s)
{
    for (int c = 0; c < s->n; c++) {
        ss_gauss_site *const k = &s->site[c];
        k->lo = 0.0, k->hi = INFINITY;
        k->mu_last = k->mu, k->off_last = 0.0;
    }
    for (int n = 0; n < ADJUSTED; n++) {
        const ss_status found = ss_gauss_solve(s);

        if (found != SS_OK && found != SS_ENOSOL && found != SS_EINCONSISTENT) return found;
        if (adjust(s, found)) return SS_OK;
    }
    return SS_ENOSOL;
}

/* The sites of the present guess, with what the impact asks of them. */
static ss_status ask(ss_gauss *s, double t, const double *y)
{
    const double *const u = y + s->d.nq;
    int any = 0;

    SS_TRY(ss_gauss_look(s, t, y, u));
    for (int c = 0; c < s->n; c++) any = any || bounces_on(s, &s->site[c]);
    if (any) SS_TRY(ss_gauss_free(s, u));
    ask_velocities(s, y);
    memset(s->alpha, 0, (size_t)s->d.nu * sizeof *s->alpha);
    return SS_OK;
}

/* The impact of the present guess.  *parts: it presses what parts, for nothing else will do. */
static ss_status solve_guess(ss_gauss *s, double t, const double *y, int *parts)
{
    *parts = 0;
    SS_TRY(ask(s, t, y));
    SS_TRY(solve_impact(s));
    if (s->n < 2) return SS_OK;
    while (ss_gauss_mark_parting(s, 1)) {
        *parts = solve_impact(s) != SS_OK;
        if (!*parts) continue;
        SS_TRY(ask(s, t, y)); /* all take part again */
        return solve_impact(s);
    }
    return SS_OK;
}

/* Touching contacts that are not isolated, as sites to be guessed; 1 if any approaches.  What was
 * open and leaves has no part in it: its own impact has just been, or is yet to come. */
static ss_status touching(ss_gauss *s, double t, const double *y, int *approach, int *count)
{
    SS_TRY(ss_place(s->e, t, y));
    SS_TRY(ss_gauss_gap(s));
    *approach = *count = 0;
    for (int i = 0; i < s->d.nc; i++) {
        const int isolated = s->e->p->law[i].kind == SS_ISOLATED;
        const int in = !isolated && (s->mode[i] != SS_OPEN || s->g[i] <= s->closed);

        s->mode[i] = in ? SS_SLIP_PLUS : SS_OPEN;
    }
    SS_TRY(ss_gauss_look(s, t, y, y + s->d.nq));
    for (int c = 0; c < s->n; c++) {
        const ss_gauss_site *const k = &s->site[c];

        *approach = *approach || k->v[0] < -s->still;
        if (s->before[k->contact] == SS_OPEN && k->v[0] > s->still) s->mode[k->contact] = SS_OPEN;
    }
    for (int i = 0; i < s->d.nc; i++) {
        s->undecided[i] = (unsigned char)(s->mode[i] != SS_OPEN && has_friction(s, i));
        *count += s->undecided[i];
    }
    memcpy(s->base, s->mode, (size_t)s->d.nc);
    return SS_OK;
}

/* The combination of least constraint, of those that press nothing that parts if there are any,
 * left in s->best and s->du with its impulses. */
static ss_status strike(ss_gauss *s, double t, const double *y, int count)
{
    const int n = s->d.nu;
    double least = INFINITY;
    int least_parts = 1;
    ss_status found = SS_ENOSOL;

    for (int k = 0; guess(s, &k, s->undecided, count);) {
        int parts;
        if (!allowed(s, s->undecided, NULL)) continue;
        const ss_status one = solve_guess(s, t, y, &parts);

        if (one != SS_OK) {
            if (found != SS_OK) found = one;
            continue;
        }
        const double size = ss_dot(n, s->f, s->f);
        if (!slips_right(s) || parts > least_parts) continue;
        if (parts == least_parts && size >= least * (1.0 - 1e-12)) continue; /* ties: the first */
        found = SS_OK;
        least_parts = parts;
        least = size;
        memcpy(s->du, s->f, (size_t)n * sizeof *s->du);
        memset(s->LI, 0, 2 * (size_t)s->d.nc * sizeof *s->LI);
        for (int c = 0; c < s->n; c++) {
            const ss_gauss_site *const i = &s->site[c];
            for (int r = 0; r < 2; r++) {
                s->LI[2 * i->contact + r] = i->L[r];
                s->vI[2 * i->contact + r] = i->v[r];
            }
        }
        memcpy(s->best, s->mode, (size_t)s->d.nc);
    }
    return found;
}

ss_status ss_gauss_impact(ss_gauss *s, double t, double *y, int *jumped)
{
    const int n = s->d.nu;
    double *const u = y + s->d.nq;
    int approach, count;

    memcpy(s->before, s->mode, (size_t)s->d.nc);
    *jumped = 0;
    SS_TRY(touching(s, t, y, &approach, &count));
    if (!approach) {
        memcpy(s->mode, s->before, (size_t)s->d.nc);
        return SS_OK;
    }
    SS_TRY(strike(s, t, y, count));
    *jumped = 1;
    memcpy(s->mode, s->best, (size_t)s->d.nc);
    ss_gauss_from_metric(s, s->du, s->du);
    for (int i = 0; i < n; i++) u[i] += s->du[i];
    SS_TRY(ss_gauss_look(s, t, y, u));
    for (int c = 0; c < s->n; c++) {
        const ss_gauss_site *const k = &s->site[c];
        const int i = k->contact;

        s->wI[2 * i] = k->v[0];
        s->wI[2 * i + 1] = k->v[1];
        if (s->work && s->moving)
            y[s->d.nq + n] -= s->LI[2 * i] * k->chi[0] + s->LI[2 * i + 1] * k->chi[1];
        /* Several contacts with friction may press and part at once; what parts slower than
         * `rest` stays, or the impacts would go round among them without end. */
        if (k->v[0] > fmax(s->rest, s->still)) s->mode[i] = SS_OPEN;
    }
    for (int i = 0; i < s->d.nc; i++)
        if (s->e->p->law[i].kind == SS_ISOLATED) s->mode[i] = s->before[i];
    return SS_OK;
}
