/* status.h - the one vocabulary of outcomes.
 *
 * Zero is success; everything else says why.  Nothing in the library prints, exits or
 * aborts to report an error: it returns one of these.  The second column is the verdict
 * under which a run that ended so is reported.
 */
#ifndef SS_STATUS_H
#define SS_STATUS_H

#define SS_STATUS_LIST(X)                                                                          \
    X(SS_OK, "ok", "done")                                                                         \
    X(SS_EINCONSISTENT, "inconsistent", "no contact force satisfies the laws here")                \
    X(SS_ENOSOL, "no-solution", "the backend found no solution of the contact problem")            \
    X(SS_EZENO, "zeno", "impacts accumulate and the method cannot pass their limit")               \
    X(SS_EDIVERGED, "diverged", "the state is no longer finite, or its energy is from nowhere")    \
    X(SS_EBUDGET, "budget", "the step budget was spent before the end time")                       \
    X(SS_ETIMEOUT, "timeout", "the run was stopped from outside before the end time")              \
    X(SS_EUNSUP, "unsupported", "the method does not support this problem")                        \
    X(SS_ECONTACT, "unsupported", "a contact closes, and the method integrates free motion only")  \
    X(SS_EFORCE, "unsupported", "forces of even degree in velocity other than inertial ones")      \
    X(SS_ESTEP, "no-solution", "the step size fell below its floor")                               \
    X(SS_ESING, "no-solution", "a matrix is singular to working precision")                        \
    X(SS_EMODEL, "no-solution", "the problem could not be evaluated here")                         \
    X(SS_EARG, "bad-input", "an argument is out of its documented range")                          \
    X(SS_ENOMEM, "bad-input", "memory could not be had")                                           \
    X(SS_EMODULE, "bad-input", "a plugin or module is missing, malformed or of another ABI")       \
    X(SS_ESINK, "output", "the output could not be written")

#define SS_AS_ENUM(name, verdict, text) name,
typedef enum { SS_STATUS_LIST(SS_AS_ENUM) SS_NSTATUS } ss_status;
#undef SS_AS_ENUM

const char *ss_status_verdict(ss_status s); /* "ok", "inconsistent", ... */
const char *ss_status_text(ss_status s);    /* a sentence */

/* SS_TRY(call): leave the caller with the first failure. */
#define SS_TRY(call)                                                                               \
    do {                                                                                           \
        const ss_status ss_try_ = (call);                                                          \
        if (ss_try_ != SS_OK) return ss_try_;                                                      \
    } while (0)

#endif
