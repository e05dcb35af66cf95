/* children.c - tasks in child processes, several at a time
 *
 * One thread, no shared memory: a child answers through a pipe.  A child is killed when its
 * time is over; should the parent die first, the kernel or the child's own alarm ends it.
 */
#define _DEFAULT_SOURCE /* setrlimit() beside the POSIX names */
#include "bench/children.h"
#include "bench/clock.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

typedef struct child {
    pid_t pid;
    int fd; /* reading end of its pipe; -1: free */
    long task;
    double begin, deadline;
    size_t got;
    unsigned char *answer;
} child;

/* ---- the child ----------------------------------------------------------------------- */

static void write_all(int fd, const unsigned char *p, size_t n)
{
    while (n) {
        const ssize_t k = write(fd, p, n);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) _exit(1);
        p += k, n -= (size_t)k;
    }
}

static void be_child(const ss_children *p, long task, int fd, pid_t parent, double timeout)
{
    const struct rlimit no_core = {0, 0};
    const unsigned grace = 5; /* s after the parent should have killed it */
    void *answer = calloc(1, p->answer ? p->answer : 1);

#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
#else
    (void)parent;
#endif
    setrlimit(RLIMIT_CORE, &no_core);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGALRM, SIG_DFL);
    alarm((unsigned)(timeout < 1e6 ? timeout : 1e6) + grace);
    const int bad = !answer || p->work(p->ctx, task, answer);
    if (!bad) write_all(fd, answer, p->answer);
    free(answer);
    _exit(bad); /* buffers and exit handlers are the parent's */
}

static int start(const ss_children *p, child *c, const child *all, long task)
{
    int fd[2];
    const double timeout = p->timeout(p->ctx, task);
    const pid_t parent = getpid();

    if (pipe(fd)) return 1;
    fflush(NULL); /* what is buffered must not be written twice */
    const pid_t pid = fork();
    if (pid < 0) {
        close(fd[0]);
        close(fd[1]);
        return 1;
    }
    if (pid == 0) {
        close(fd[0]);
        for (int i = 0; i < p->jobs; i++)
            if (all[i].fd >= 0) close(all[i].fd);
        be_child(p, task, fd[1], parent, timeout);
    }
    close(fd[1]);
    const double now = ss_seconds();
    *c = (child){.pid = pid,
                 .fd = fd[0],
                 .task = task,
                 .begin = now,
                 .deadline = now + timeout,
                 .answer = c->answer};
    return 0;
}

/* ---- the parent ---------------------------------------------------------------------- */

/* The child has closed its pipe, or its time is over. */
static int finish(const ss_children *p, child *c, int timed_out)
{
    ss_children_end end = {.how = SS_CHILD_TIMEOUT};
    int status = 0;

    if (timed_out) kill(c->pid, SIGKILL);
    close(c->fd);
    c->fd = -1;
    while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR) continue;
    end.seconds = ss_seconds() - c->begin;
    if (!timed_out) {
        end.how = WIFSIGNALED(status) ? SS_CHILD_CRASHED
                  : c->got == p->answer && WIFEXITED(status) && WEXITSTATUS(status) == 0
                      ? SS_CHILD_DONE
                      : SS_CHILD_FAILED;
        end.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
        if (end.how == SS_CHILD_DONE) end.answer = c->answer;
    }
    return p->done(p->ctx, c->task, &end);
}

/* 1: the pipe is at its end */
static int drain(const ss_children *p, child *c)
{
    unsigned char more[256];
    const int full = c->got == p->answer; /* a whole answer: only the end is awaited */
    const ssize_t n =
        full ? read(c->fd, more, sizeof more) : read(c->fd, c->answer + c->got, p->answer - c->got);

    if (n < 0) return errno != EINTR && errno != EAGAIN;
    if (n > 0 && !full) c->got += (size_t)n;
    return n == 0;
}

static int wait_for_some(const ss_children *p, child *c, struct pollfd *fds, int *stopped)
{
    const double tick = 0.1; /* s */
    double now = ss_seconds(), wait = tick;
    int ended = 0;

    for (int i = 0; i < p->jobs; i++) {
        fds[i] = (struct pollfd){.fd = c[i].fd, .events = POLLIN};
        if (c[i].fd >= 0 && c[i].deadline - now < wait) wait = c[i].deadline - now;
    }
    poll(fds, (nfds_t)p->jobs, wait > 0.0 ? (int)(1e3 * wait) + 1 : 0);
    now = ss_seconds();
    for (int i = 0; i < p->jobs; i++) {
        if (c[i].fd < 0) continue;
        const int end = fds[i].revents && drain(p, &c[i]);
        /* an answer that is whole counts even if its child was slow to end */
        const int late = !end && now > c[i].deadline;
        if (!end && !late) continue;
        *stopped |= finish(p, &c[i], late && c[i].got < p->answer);
        ended++;
    }
    if (p->idle && p->idle(p->ctx)) *stopped = 1;
    return ended;
}

static void kill_all(child *c, int n)
{
    for (int i = 0; i < n; i++) {
        if (c[i].fd < 0) continue;
        kill(c[i].pid, SIGKILL);
        close(c[i].fd);
        while (waitpid(c[i].pid, NULL, 0) < 0 && errno == EINTR) continue;
    }
}

/* The next task that there is something to do for; -1: none. */
static long draw_task(const ss_children *p, long *next)
{
    for (;;) {
        const long task = p->deal ? p->deal(p->ctx) : (*next)++;
        if (task < 0 || task >= p->ntasks) return -1;
        if (!p->skip || !p->skip(p->ctx, task)) return task;
    }
}

int ss_children_run(const ss_children *p)
{
    child *c = calloc((size_t)p->jobs, sizeof *c);
    struct pollfd *fds = calloc((size_t)p->jobs, sizeof *fds);
    int running = 0, stopped = 0, bad = !c || !fds, left = 1;
    long next = 0;

    for (int i = 0; i < p->jobs && !bad; i++) {
        c[i].fd = -1;
        bad = !(c[i].answer = malloc(p->answer ? p->answer : 1));
    }
    while (!bad && !stopped && (running || left)) {
        for (int i = 0; i < p->jobs && !bad && left; i++) {
            if (c[i].fd >= 0) continue;
            const long task = draw_task(p, &next);
            left = task >= 0;
            if (!left) break;
            if (p->starts) p->starts(p->ctx, task);
            bad = start(p, &c[i], c, task);
            running += !bad;
        }
        if (running) running -= wait_for_some(p, c, fds, &stopped);
    }
    if (c) kill_all(c, p->jobs);
    for (int i = 0; c && i < p->jobs; i++) free(c[i].answer);
    free(c);
    free(fds);
    return bad ? -1 : stopped;
}
