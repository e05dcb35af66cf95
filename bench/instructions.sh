#!/bin/sh
# instructions.sh - machine instructions of the subjects of `perf`, counted by callgrind
#
#     instructions.sh VALGRIND PERF
#
# A count per run of a subject, start-up included; it repeats to a few parts in 1e5, whatever
# else the machine does, so that it shows a change that the clock cannot.

valgrind=$1
perf=$2
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

count()
{
    if "$valgrind" --tool=callgrind --callgrind-out-file="$tmp/out" "$perf" "$@" \
        >"$tmp/said" 2>&1; then
        sed -n 's/.*Collected : *\([0-9]*\).*/\1/p' "$tmp/said"
    else
        cat "$tmp/said" >&2
        return 1
    fi
}

printf '%-28s %16s\n' 'instructions per run' count
for subject in 'hand bicycle' bicycle bicycle-rolling bicycle-elliptic sliding-block bouncing-ball pendulum; do
    # two words are two arguments
    n=$(count $subject) || exit 1
    printf '%-28s %16s\n' "$subject" "$n"
done
