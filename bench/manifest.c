/* manifest.c - where results come from: machine, program, suite, settings */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include "bench/bench.h"
#include "bench/clock.h"
#include "bench/output.h"
#include <jansson.h>
#include <libconfig.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

static const char *const commit[] = {
#include "bench/commit.inc"
};

#ifndef SS_BUILD_FLAGS
#define SS_BUILD_FLAGS "unknown"
#endif

static void set(json_t *o, const char *key, const char *value)
{
    json_object_set_new(o, key, json_string(value ? value : ""));
}

/* The value behind the first line of a file that begins with `key`. */
static void find_line(const char *path, const char *key, char *out, size_t size)
{
    FILE *f = fopen(path, "r");
    char line[300];

    snprintf(out, size, "unknown");
    while (f && fgets(line, sizeof line, f)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, key, strlen(key)) != 0 || !colon) continue;
        snprintf(out, size, "%s", colon + 1 + strspn(colon + 1, " \t"));
        out[strcspn(out, "\n")] = '\0';
        break;
    }
    if (f) fclose(f);
}

static json_t *machine(void)
{
    json_t *o = json_object();
    struct utsname u;
    char text[300];

    if (uname(&u) == 0) {
        set(o, "host", u.nodename);
        snprintf(text, sizeof text, "%s %s %s", u.sysname, u.release, u.machine);
        set(o, "system", text);
    }
    find_line("/proc/cpuinfo", "model name", text, sizeof text);
    set(o, "cpu", text);
    json_object_set_new(o, "cpus", json_integer(sysconf(_SC_NPROCESSORS_ONLN)));
    find_line("/proc/meminfo", "MemTotal", text, sizeof text);
    set(o, "memory", text);
    return o;
}

static void first_line_of(const char *command, char *out, size_t size)
{
    FILE *f = popen(command, "r");

    snprintf(out, size, "absent");
    if (!f) return;
    if (fgets(out, (int)size, f)) out[strcspn(out, "\n")] = '\0';
    pclose(f);
    if (!*out) snprintf(out, size, "absent");
}

static json_t *versions(void)
{
    json_t *o = json_object();
    char text[200];

    snprintf(text, sizeof text, "%d.%d", LIBCONFIG_VER_MAJOR, LIBCONFIG_VER_MINOR);
    set(o, "libconfig", text);
    set(o, "jansson", JANSSON_VERSION);
#ifdef __GLIBC__
    set(o, "glibc", gnu_get_libc_version());
#endif
#ifdef OSQP_FOUND_VERSION
    set(o, "osqp", OSQP_FOUND_VERSION);
#else
    set(o, "osqp", "absent");
#endif
#ifdef SICONOS_FOUND_VERSION
    set(o, "siconos", SICONOS_FOUND_VERSION);
#else
    set(o, "siconos", "absent");
#endif
#ifdef HDF5_FOUND_VERSION
    set(o, "hdf5", HDF5_FOUND_VERSION);
#else
    set(o, "hdf5", "absent");
#endif
    first_line_of("gnuplot --version 2>/dev/null", text, sizeof text);
    set(o, "gnuplot", text);
    return o;
}

static json_t *suites(const ss_plan *p)
{
    json_t *list = json_array();
    for (int i = 0; i < p->nsuites; i++) {
        json_t *o = json_object();
        set(o, "name", p->name[i]);
        set(o, "says", p->says[i]);
        set(o, "sha256", p->sha[i]);
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *names(const ss_registry *r)
{
    json_t *list = json_array();
    for (int i = 0; i < r->nmethods; i++)
        json_array_append_new(list, json_string(r->methods[i]->name));
    return list;
}

static void set_time(json_t *o, const char *key)
{
    const time_t now = time(NULL);
    struct tm utc;
    char text[40] = "";
    if (gmtime_r(&now, &utc)) strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    set(o, key, text);
}

static int put_manifest(const json_t *o, const char *dir)
{
    char path[SS_FOLDER_SIZE + 32], why[SS_FOLDER_SIZE + 300];
    ss_output out;

    snprintf(path, sizeof path, "%s/manifest.json", dir);
    int bad = ss_output_open(&out, path, why, sizeof why);
    if (!bad && (json_dumpf(o, out.f, JSON_INDENT(2) | JSON_REAL_PRECISION(6)) != 0 ||
                 fputc('\n', out.f) == EOF)) {
        snprintf(why, sizeof why, "%s: cannot be written", path);
        bad = 1;
    }
    bad = bad || ss_output_commit(&out, why, sizeof why);
    ss_output_drop(&out);
    return bad ? ss_complain(SS_EXIT_OUTPUT, "%s", why) : SS_EXIT_DONE;
}

int ss_manifest_write(const ss_bench *b, int finished)
{
    char seed[32];
    json_t *o = json_object();

    set(o, "stickslip", b->cli->version);
    set(o, "commit", commit[0]);
    set(o, "identity", b->identity);
    set(o, "program_sha256", b->program);
    json_object_set_new(o, "suites", suites(&b->plan));
    json_object_set_new(o, "methods", names(b->cli->registry));
    json_object_set_new(o, "plugins", json_integer(b->cli->registry->nplugins));
    json_object_set_new(o, "runs", json_integer(b->plan.nr));
    json_object_set_new(o, "shard", json_integer(b->shard));
    json_object_set_new(o, "shards", json_integer(b->shards));
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)b->seed);
    set(o, "seed", seed);
    json_object_set_new(o, "repeats", json_integer(b->repeat));
    json_object_set_new(o, "jobs", json_integer(b->jobs));
    json_object_set_new(o, "timing_cpu", b->pinned >= 0 ? json_integer(b->pinned) : json_null());
    json_object_set_new(o, "machine", machine());
    set(o, "compiler", __VERSION__);
    set(o, "build_flags", SS_BUILD_FLAGS);
    json_object_set_new(o, "versions", versions());
    set_time(o, finished ? "finished" : "begun");
    if (finished) json_object_set_new(o, "seconds", json_real(ss_seconds() - b->begin));
    const int code = put_manifest(o, b->dir);
    json_decref(o);
    return code;
}

/* ---- of shards ---------------------------------------------------------------------------- */

static int is_shard(const json_t *o, int shard)
{
    return json_integer_value(json_object_get(o, "shard")) == shard;
}

static json_t *part_of(const json_t *o)
{
    static const char *const key[] = {"shard",       "machine", "timing_cpu", "compiler",
                                      "build_flags", "seconds", "finished"};
    json_t *part = json_object();
    for (size_t k = 0; k < sizeof key / sizeof *key; k++)
        if (json_object_get(o, key[k])) json_object_set(part, key[k], json_object_get(o, key[k]));
    return part;
}

int ss_manifest_merge(const char *const *dirs, int n, const char *out_dir)
{
    json_t *whole = NULL, *parts = json_array();
    int several = 0;
    double seconds = 0.0;

    for (int shard = 1; shard <= n; shard++)
        for (int k = 0; k < n; k++) { /* folders come in any order */
            char path[SS_FOLDER_SIZE + 32];
            snprintf(path, sizeof path, "%s/manifest.json", dirs[k]);
            json_t *o = json_load_file(path, 0, NULL);
            if (o && is_shard(o, shard)) {
                json_array_append_new(parts, part_of(o));
                seconds += json_number_value(json_object_get(o, "seconds"));
                if (!whole) whole = json_deep_copy(o);
                several |=
                    !json_equal(json_object_get(o, "machine"), json_object_get(whole, "machine"));
            }
            json_decref(o);
        }
    json_object_set_new(whole, "shard", json_integer(1));
    json_object_set_new(whole, "shards", json_integer(1));
    json_object_set_new(whole, "seconds", json_real(seconds));
    if (several) {
        set(json_object_get(whole, "machine"), "host", SS_SEVERAL_HOSTS);
        ss_complain(0, "note: the shards were made on different machines, so their times are not "
                       "to be compared with each other");
    }
    if (n > 1) json_object_set(whole, "parts", parts);
    const int code = put_manifest(whole, out_dir);
    json_decref(parts);
    json_decref(whole);
    return code;
}

/* ---- reading ------------------------------------------------------------------------------ */

static int get(const json_t *o, const char *key, char *out, size_t size)
{
    const char *s = json_string_value(json_object_get(o, key));
    return !s || (size_t)snprintf(out, size, "%s", s) >= size;
}

int ss_manifest_read(ss_manifest *m, const char *dir, char *why, size_t why_size)
{
    char path[SS_FOLDER_SIZE + 32];
    json_error_t e;

    *m = (ss_manifest){.shard = 1, .shards = 1};
    snprintf(path, sizeof path, "%s/journal", dir);
    if (access(path, F_OK) == 0) { /* what else is there may be of an earlier one */
        snprintf(why, why_size, "%s: an unfinished benchmark; bench --resume finishes it", dir);
        return 1;
    }
    snprintf(path, sizeof path, "%s/manifest.json", dir);
    json_t *o = json_load_file(path, 0, &e);
    if (!o) {
        if (e.line > 0)
            snprintf(why, why_size, "%s:%d: %s", path, e.line, e.text);
        else
            snprintf(why, why_size, "%s", e.text); /* which names the file */
        return 1;
    }
    m->shard = (int)json_integer_value(json_object_get(o, "shard"));
    m->shards = (int)json_integer_value(json_object_get(o, "shards"));
    m->text = json_dumps(o, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    const int bad = get(o, "identity", m->identity, sizeof m->identity) ||
                    get(o, "program_sha256", m->program, sizeof m->program) || m->shards < 1 ||
                    m->shard < 1 || m->shard > m->shards || !m->text;
    if (bad) snprintf(why, why_size, "%s: not the manifest of a benchmark", path);
    if (bad) free(m->text);
    json_decref(o);
    return bad;
}
