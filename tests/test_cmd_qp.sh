#!/bin/sh
# test_cmd_qp.sh - Gauss' quadratic programme on the command line, and its verdicts as a map
#
# $STICKSLIP is the command under test (preset ./stickslip).  Prints "ok name" or "FAIL name" for
# each, and ends with the counts.

. "$(dirname "$0")/shell.sh"

# ---- the programme ---------------------------------------------------------------------
# gomez2008, 2.9 in units of m g: the square block loads its corners by 3/4 and 1/4, and A is
# (7/4, -5/4; 1/4, 13/4); what is far above round-off would be another number
value() { awk -v key="$1" -v x="$2" '$1 == key { n++; d = $2 - x } END { exit !(n == 1 && d * d < 1e-24) }' out; }
run qp sliding-block -s g=1 -s u0_x=-1 -s mu=0.5
check qp_prints_a_key_and_a_value_per_line sh -c '! grep -v -E "^[A-Za-z_0-9]+ [^ ]+$" out && ! test -s err'
check qp_has_its_keys_in_order sh -c 'test "$(cut -d" " -f1 out | tr "\n" " ")" = \
    "verdict contacts resting contact_0 contact_1 mu_0 mu_1 sense_0 sense_1 Q_00 Q_01 Q_10 Q_11 A_00 A_01 A_10 A_11 b_0 b_1 N_0 N_1 a_0 a_1 objective residual solutions "'
for pair in 'A_00 1.75' 'A_01 -1.25' 'A_10 0.25' 'A_11 3.25' 'b_0 1' 'b_1 1' 'N_0 0.75' 'N_1 0.25' 'solutions 1'; do
    check "qp_gives_the_block_$(echo "$pair" | tr ' .-' '__m')" value ${pair% *} ${pair#* }
done
run qp sliding-block -s g=1 -s u0_x=-1 -s mu=0.5 -s qp=lemke -o qp.csv --quiet
check qp_writes_its_matrices sh -c 'test $0 = 0 && ! test -s out && ! test -s err && \
    test "$(cut -d, -f1,2 qp.csv | tr "\n" " ")" = "i,j 0,0 0,1 1,0 1,1 " && head -1 qp.csv | grep -qx "i,j,Q,A"' "$code"
run qp painleve-rod -s mu=2
check qp_exits_with_one_where_no_load_is_feasible sh -c \
    'test $0 = 1 && grep -qx "verdict inconsistent" out && grep -qx "b_0 1" out && grep -qx "N_0 nan" out && grep -qx "solutions 0" out' "$code"
# redundant contacts: of their continuum of forces one per basis is counted, each once
run forces journal-pendulum -s points=8 -s u0_theta=-1
grep '^solutions' out >counted
run qp journal-pendulum -s points=8 -s u0_theta=-1
check qp_counts_solutions_as_forces_does sh -c 'grep "^solutions" out | cmp - counted && ! grep -qx "solutions 1" counted'
run qp sliding-block -s u0_x=0
refused qp_says_that_a_contact_sticks 1 sticks
run qp sliding-block -s qp=lemkke
refused qp_refuses_an_unknown_backend 2 lemke
run qp
refused qp_wants_a_problem 2 problem

# ---- domains ---------------------------------------------------------------------------
# Domains of gomez2008, 2.7 (a control that turns the rod) and 2.8 (weight alone), by the signs of
#     A = (1 + 2 eps + cos 2th - mu sin 2th)/2,  b = Fth cos th - eps (Fy + sin th th^2),  eps = 1/3
# b < 0 opens, else A > 0 persists with N = b/A, else nothing will do.  N to what A near 0 leaves.
domains() { awk -F, -v mu=2 -v Fy="$1" -v Fth="$2" 'NR == FNR { load[$1 "," $2] = $3; next } FNR > 1 {
        A = (1 + 2 / 3 + cos(2 * $1) - mu * sin(2 * $1)) / 2
        b = Fth * cos($1) - (Fy + sin($1) * $2 * $2) / 3
        want = b < 0 ? 0 : A > 0 ? 1 : -1
        seen[want]++
        N = load[$1 "," $2]
        if ($3 != want || (want < 0) != (N == "nan")) bad++
        if (want >= 0) { d = N - (want ? b / A : 0); if (d * d > 1e-18 * (1 + N * N)) bad++ }
    } END { exit FNR != 30 * 13 + 1 || bad || !seen[-1] || !seen[0] || !seen[1] }' load.csv domain.csv; }
for control in '-1 0' '-0.3 0.5'; do
    set -- -s mu=2 -s Fy=${control% *} -s Fth=${control#* } -x q0_theta=0.1:3:0.1 -y u0_theta=-3:3:0.5
    run map painleve-rod "$@" --scalar gauss_lN -o load.csv
    run map painleve-rod "$@" --scalar gauss -o domain.csv
    check "the_domains_of_least_constraint_are_those_of_the_closed_form_for_Fy_${control% *}" domains ${control% *} ${control#* }
done

finish
