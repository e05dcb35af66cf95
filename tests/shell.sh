# shell.sh - what test scripts share: the command under test, a folder of their own, the counts
#
#     . "$(dirname "$0")/shell.sh"
#
# $STICKSLIP is the command under test (preset ./stickslip).  Each test prints "ok name", "FAIL name"
# or "skip name: why"; finish ends the script with the counts.  The current folder is a new one,
# removed at the end.

STICKSLIP=${STICKSLIP:-./stickslip}
case $STICKSLIP in
*/*) STICKSLIP=$(cd "$(dirname "$STICKSLIP")" && pwd)/$(basename "$STICKSLIP") ;;
esac
dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT
trap 'exit 99' HUP INT TERM
cd "$dir" || exit 99
passed=0 failed=0 skipped=0 code=0

ok() { echo "ok $1"; passed=$((passed + 1)); }
bad() { echo "FAIL $1"; failed=$((failed + 1)); }
skip() { echo "skip $1: $2"; skipped=$((skipped + 1)); }
# check NAME COMMAND...: the command succeeds
check() { name=$1; shift; if "$@" >check.out 2>&1; then ok "$name"; else bad "$name"; sed 's/^/  /' check.out; fi; }
# run ARGUMENTS...: stdout in out, stderr in err, exit code in $code
run() { "$STICKSLIP" "$@" >out 2>err; code=$?; }
# refused NAME CODE WORD: the last run ended with CODE and one line on stderr that has WORD
refused()
{
    if test "$code" = "$2" && test "$(wc -l <err)" -eq 1 && grep -q -e "$3" err; then ok "$1"
    else bad "$1"; echo "  exit $code, stderr:"; sed 's/^/  /' err; fi
}
ended() { test "$code" = "$1"; } # the last run, with that exit code
finish() { echo "$passed passed, $failed failed, $skipped skipped"; test "$failed" -eq 0; exit; }
