/* status.c - the words of status.h */
#include "problems/base/status.h"

const char *ss_status_verdict(ss_status s)
{
    static const char *const verdict[] = {
#define SS_AS_VERDICT(name, verdict, text) verdict,
        SS_STATUS_LIST(SS_AS_VERDICT)
#undef SS_AS_VERDICT
    };
    return (unsigned)s < (unsigned)SS_NSTATUS ? verdict[s] : "unknown";
}

const char *ss_status_text(ss_status s)
{
    static const char *const sentence[] = {
#define SS_AS_TEXT(name, verdict, text) text,
        SS_STATUS_LIST(SS_AS_TEXT)
#undef SS_AS_TEXT
    };
    return (unsigned)s < (unsigned)SS_NSTATUS ? sentence[s] : "unknown status";
}
