#!/bin/sh
# summary.sh - sum up the test logs given as arguments
#
# Prints the tests that failed or were skipped, and as its last line
#     N passed, N failed, N skipped
# A log ends in that line too, or in upstream greatest's `Pass: N, fail: N, skip: N.`.  What the
# counts do not show is counted as one failure: a log that is missing or has no such line (the
# program died), and a program that ended badly although none of its tests failed.  A program
# that the harness skipped as a whole (status 77) counts as one skipped.
# Exit status 0 if nothing failed and something passed.

for log in "$@"; do
    name=${log%.log}
    echo "@program $name"
    if test -r "$name.trs"; then
        sed -n 's/^:test-result: *\([A-Z]*\).*/@result \1/p' "$name.trs"
    fi
    if test -r "$log"; then
        cat "$log"
        echo # a last line may lack its end
    fi
done | awk '
function close_program()
{
    if (program == "") return
    if (result == "SKIP") {
        s = s < 1 ? 1 : s
        if (!seen) print "skip " program why
    } else if (!seen) {
        f = 1
        print "FAIL " program ": ended without a count of its tests"
    } else if (f == 0 && result != "" && result != "PASS") {
        f = 1
        print "FAIL " program ": ended badly (" result ") although no test failed"
    }
    passed += p; failed += f; skipped += s
}
$1 == "@program" {
    close_program()
    program = $2; result = ""; why = ""; seen = 0; p = f = s = 0
    next
}
$1 == "@result" { result = $2; next }
/^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$/ { p = $1; f = $3; s = $5; seen = 1; next }
/^Pass: [0-9]+, fail: [0-9]+, skip: [0-9]+\.$/ { p = $2 + 0; f = $4 + 0; s = $6 + 0; seen = 1; next }
/^(FAIL|skip|SKIP) / && !/\(exit status: [0-9]+\)$/ { print program ": " $0; why = ": see its log" }
END {
    close_program()
    printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
    exit (failed > 0 || passed == 0)
}'
