#!/bin/sh
# test_calibration.sh - `stickslip fit` from files: a table of angles, the raw signal of an encoder
#
# $STICKSLIP is the command under test.  The records are made here, from runs with known (mu, b).

. "$(dirname "$0")/shell.sh"
bad() { echo "FAIL $1"; sed 's/^/  /' out err; failed=$((failed + 1)); }
# near NAME KEY VALUE TOLERANCE: the last output has KEY within TOLERANCE of VALUE
near()
{
    if awk -v k="$2" -v x="$3" -v tol="$4" \
        '$1 == k { seen = 1; d = $2 - x; exit d > tol || d < -tol } END { if (!seen) exit 1 }' out
    then ok "$1"; else bad "$1"; fi
}

# 1.5 s of brass at 10 kHz
"$STICKSLIP" run journal-pendulum gauss -s mu=0.12 -s b=1.5 --t-end 1.5 --every 1e-4 --quiet \
    -o run.csv || exit 99

# every hundredth angle, with a heading as the source's own files have one
awk -F, 'NR == 1 { print "Time(sec)\tbrass"; next } NR % 100 == 2 { print $1 "\t" $4 }' \
    run.csv >angles.txt
run fit angles.txt --starts 12
near a_table_gives_mu mu 0.12 1e-4
near a_table_gives_b b 1.5 1e-2
run fit angles.txt --vary mu=0:0.5 --vary b=0:6 --starts 12 -o fitted.csv
if test "$code" = 0 && test "$(head -n 1 fitted.csv)" = t,measured,fitted &&
    test "$(wc -l <fitted.csv)" = "$(wc -l <angles.txt)"
then ok the_curve_is_written; else bad the_curve_is_written; fi

# two channels, five volts; transitions every 0.36 degrees
awk -F, 'NR > 1 { s = 2 * 3.14159265358979 / 1000; a = $4 / s + 0.5; f = int(a); if (f > a) f--
    q = f % 4; if (q < 0) q += 4
    print (q == 1 || q == 2) ? 5 : 0, (q == 2 || q == 3) ? 5 : 0 }' run.csv >signal.txt
run fit signal.txt --encoder 10 --starts 12
# what the source gives as the uncertainty of its calibration
near an_encoder_gives_mu mu 0.12 0.005
near an_encoder_gives_b b 1.5 0.1

printf '1 2\n3 x\n' >broken.txt
run fit broken.txt
if test "$code" = 2 && grep -q 'broken.txt:2: two numbers' err
then ok a_broken_file_is_named_with_its_line; else bad a_broken_file_is_named_with_its_line; fi
run fit missing.txt
if test "$code" = 2; then ok a_missing_file_is_refused; else bad a_missing_file_is_refused; fi
run fit angles.txt --vary mu=1:0
if test "$code" = 2; then ok an_empty_range_is_refused; else bad an_empty_range_is_refused; fi
run fit angles.txt --vary nothing=0:1
if test "$code" = 2 && grep -q nothing err
then ok an_unknown_parameter_is_named; else bad an_unknown_parameter_is_named; fi

# --h alone means that step
run run journal-pendulum gauss --h 0.01 --t-end 0.1
if grep -qx 'steps 10' out; then ok h_fixes_the_steps; else bad h_fixes_the_steps; fi

finish
