#!/bin/sh
# check_rooms.sh - includes point one way: problems <- solvers <- bench
#
# Also: nothing in the sources names a place on somebody's machine.  Each rule first proves that
# it can fail, on a line that breaks it.

top=${srcdir:-.}
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 99' HUP INT TERM
passed=0
failed=0

# sources FOLDER: its C, C++ and list files
sources()
{
    find "$1" -type f \( -name '*.c' -o -name '*.h' -o -name '*.cc' -o -name '*.def' \)
}

# texts FOLDER: what is written by hand there; generated folders of a build are left out
texts()
{
    find "$1" \( -name .libs -o -name .deps -o -name .git -o -name _build -o -name _inst \
        -o -name build -o -name build-aux -o -name autom4te.cache -o -name sanitize \) -prune -o \
        -type f \( -name '*.c' -o -name '*.h' -o -name '*.cc' -o -name '*.def' -o -name '*.md' \
        -o -name '*.sh' -o -name '*.html' -o -name '*.ac' -o -name '*.am' -o -name '*.in' \
        -o -name '*.m4' -o -name bootstrap \) ! -name Makefile.in ! -name config.h.in \
        ! -path '*/m4/l*.m4' ! -name aclocal.m4 -print
}

# rule NAME LISTER FOLDER PATTERN BREACH: PATTERN occurs nowhere in what LISTER lists in FOLDER
rule()
{
    printf '%s\n' "$5" >"$tmp/breach.c"
    if ! $2 "$tmp" | xargs grep -En "$4" >/dev/null; then
        echo "FAIL $1: the rule does not see its own breach"
        failed=$((failed + 1))
        return
    fi
    count=$($2 "$top/$3" | wc -l)
    if test "$count" -eq 0; then
        echo "FAIL $1: no source found in $top/$3"
        failed=$((failed + 1))
    elif $2 "$top/$3" | xargs grep -En "$4"; then
        echo "FAIL $1"
        failed=$((failed + 1))
    else
        echo "ok   $1 ($count files)"
        passed=$((passed + 1))
    fi
}

into='^[[:space:]]*#[[:space:]]*include[[:space:]]*["<](\.\./)*'
rule problems_include_neither_solvers_nor_bench sources problems \
    "$into(solvers|bench|tests)/" '#include "solvers/method.h"'
rule solvers_never_include_bench sources solvers \
    "$into(bench|tests)/" ' # include <bench/csv.h>'
rule nothing_climbs_out_of_its_room_by_a_relative_path sources . \
    '^[[:space:]]*#[[:space:]]*include[[:space:]]*"\.\./' '#include "../bench/csv.h"'
rule the_examples_include_what_is_installed sources examples \
    "$into(bench|tests)/" '#include "bench/csv.h"'
# the slash is in brackets so that this line does not match itself
rule no_text_names_a_place_on_a_machine texts . \
    '[/](home|root|work|Users)[/][A-Za-z0-9._]' '/* see /home''/me/notes */'

echo "$passed passed, $failed failed, 0 skipped"
test "$failed" -eq 0
