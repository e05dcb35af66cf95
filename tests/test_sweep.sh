#!/bin/sh
# test_sweep.sh - the command sweep: what it varies, and that a row depends on its number alone
#
# $STICKSLIP is the command under test (preset ./stickslip).  Prints "ok name", "FAIL name" or
# "skip name: why" for each, and ends with the counts.  Files are compared byte for byte.

. "$(dirname "$0")/shell.sh"
# sweep ARGUMENTS...: stdout in out, stderr in err, exit code in $code
sweep() { "$STICKSLIP" sweep "$@" >out 2>err; code=$?; }
lines() { test "$(wc -l <"$1")" -eq "$2"; }
same() { cmp "$1" "$2"; }
nothing_left() { test -z "$(find . -name '*.partial' -o -name '*.key' -o -name '*.tmp.*')"; }
# column FILE NAME: one column, without its header
column() { awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } { print $at }' "$1"; }

# ---- grids -----------------------------------------------------------------------------
sweep chiaro-hopper glocker-studer -s f_T=3:3.5:.1 -s beta=1:1.1:.05 -s points=6 --h 1e-3 --t-end 0.3 --quiet -o grid.csv
check a_grid_has_all_its_points lines grid.csv 19
check the_first_grid_varies_slowest sh -c 'cut -d, -f2,3 grid.csv | sed -n "2p;3p;5p;19p" | tr "\n" " " | grep -qx "3,1 3,1.05 3.1,1 3.5,1.1 "'
check a_grid_of_decimals_has_decimals sh -c 'cut -d, -f2 grid.csv | sort -u | tr "\n" " " | grep -qx "3 3.1 3.2 3.3 3.4 3.5 f_T "'
check nothing_is_left_beside_the_table nothing_left
check a_row_says_what_became_of_it sh -c 'head -n 1 grid.csv | grep -q "verdict,t,steps,.*takeoff_angle.*CoT,q_x" && sed -n 2p grid.csv | grep -q ",ok,0.3,300,"'

# a row is the run of its parameters: sample 13 of f_T = 3.4, beta = 1.05
"$STICKSLIP" run chiaro-hopper glocker-studer -s f_T=3.4 -s beta=1.05 -s points=6 --h 1e-3 --t-end 0.3 >single
for key in E_end penetration_max impacts effort q_x u_phi_u; do
    awk -v key=$key '$1 == key { print $2 }' single >>one
    column grid.csv $key | sed -n 14p >>other
done
check a_row_is_the_run_of_its_parameters same one other

# beta = 0.4 falls; a fall ends a run unless its end is asked for
for until in fall end; do sweep chiaro-hopper glocker-studer -s beta=.4:.4:1 --h 5e-4 --until $until --columns steps,t_stand,fall --quiet -o $until.csv; done
check a_run_ends_where_it_falls sh -c 'tail -n 1 fall.csv | awk -F, "{ exit !(\$5 == 1 && \$4 < 10000) }"'
check a_run_goes_on_to_its_end_if_asked sh -c 'tail -n 1 end.csv | awk -F, "{ exit !(\$5 == 1 && \$4 == 10000) }"'
check what_comes_after_a_fall_changes_no_metric sh -c 'cut -d, -f1-3,5- fall.csv >a; cut -d, -f1-3,5- end.csv | cmp - a'

# ---- every way to the same table -------------------------------------------------------
go() { sweep double-pendulum glocker-studer -s 'q0_q1=uniform(-0.5,1)' -s 'q0_q2=normal(0,0.3)' -s e=0:1:.5 --samples 40 --seed 7 --until impact --t-end 2 --quiet "$@"; }
go -o whole.csv
check random_samples_are_per_grid_point lines whole.csv 121
for j in 2 3 7; do go -j $j -o j$j.csv; check "the_table_is_the_same_for_j_$j" same whole.csv j$j.csv; done
for n in 2 5; do
    k=1; : >joined$n.csv
    while test $k -le $n; do
        go -j 2 --shard $k/$n -o shard.csv
        if test $k -eq 1; then cat shard.csv; else tail -n +2 shard.csv; fi >>joined$n.csv
        k=$((k + 1))
    done
    check "the_table_is_the_same_in_$n shards" same whole.csv joined$n.csv
done
# shards merged by the command, given in any order
go --shard 1/3 -o s1.csv; go --shard 2/3 -o s2.csv; go --shard 3/3 -o s3.csv
sweep --merge s3.csv s1.csv s2.csv --quiet -o merged.csv
check merged_shards_are_the_whole_table same whole.csv merged.csv
sweep --merge s1.csv s3.csv -o m.csv
refused a_missing_shard_is_noticed 2 'sample 40 was expected'
sweep --merge s1.csv s2.csv s2.csv s3.csv -o m.csv
refused a_shard_given_twice_is_noticed 2 'there twice'
head -c 5000 s2.csv >cut.csv
sweep --merge s1.csv cut.csv s3.csv -o m.csv
refused a_shard_that_is_cut_off_is_noticed 2 'cut off'
sweep --merge s1.csv grid.csv -o m.csv
refused shards_of_another_sweep_are_noticed 2 'columns'
sweep --merge s1.csv -o s1.csv
refused a_merge_does_not_overwrite_a_shard 2 'one of the shards'
check a_refused_merge_leaves_nothing sh -c '! test -e m.csv && ! test -e m.csv.partial && ! test -e m.csv.key'
if test -r "${STICKSLIP_MODULES:-.libs}/ss-mpi.so" && command -v mpirun >/dev/null 2>&1; then
    ranks() { OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe "$@" </dev/null >out 2>err; code=$?; }
    ranks -np 3 "$STICKSLIP" sweep double-pendulum glocker-studer -s 'q0_q1=uniform(-0.5,1)' -s 'q0_q2=normal(0,0.3)' -s e=0:1:.5 --samples 40 --seed 7 --until impact --t-end 2 --mpi -j 2 -o ranks.csv
    check the_table_is_the_same_from_three_ranks same whole.csv ranks.csv
    check one_rank_speaks_for_all sh -c 'test "$(grep -c "^samples 120" err)" -eq 1'
    # two rows, then what an interrupted call leaves
    "$STICKSLIP" sweep bouncing-ball glocker-studer -s height=1:-3:-1 --columns impacts --quiet -o early.csv 2>err
    ranks -np 2 "$STICKSLIP" sweep bouncing-ball glocker-studer -s height=1:-3:-1 --columns impacts --quiet --mpi -o early_ranks.csv
    check ranks_end_with_the_code_of_the_whole_table sh -c "test $code = 1 && cmp early.csv early_ranks.csv"
else
    skip the_table_is_the_same_from_three_ranks "not built --with-mpi"
    go --mpi -o ranks.csv
    refused mpi_that_is_not_there_is_refused 2 'mpi'
fi
go -o -
check a_table_may_go_to_the_standard_output same out whole.csv
sweep double-pendulum glocker-studer -s 'q0_q1=uniform(-0.5,1)' -s 'q0_q2=normal(0,0.3)' -s e=0:1:.5 --samples 40 --seed 8 --until impact --t-end 2 --quiet -o seed8.csv
check another_seed_gives_other_samples sh -c '! cmp -s whole.csv seed8.csv'
check uniform_numbers_stay_in_their_range sh -c 'cut -d, -f2 whole.csv | tail -n +2 | awk "\$1 < -0.5 || \$1 >= 1 { exit 1 }"'
column whole.csv impact_t >t1; column whole.csv t >t2
check a_run_until_its_impact_ends_with_the_step_of_it sh -c 'paste t1 t2 | awk "\$1 == \"nan\" ? \$2 != 2 : \$2 < \$1 || \$2 > \$1 + 0.0010001 { exit 1 }"'

# ---- resuming --------------------------------------------------------------------------
ball() { sweep bouncing-ball glocker-studer -s 'height=uniform(0.5,2)' --samples 1000 --h 1e-2 --t-end 1 "$@"; }
ball --seed 3 --quiet -j 2 -o whole_ball.csv
# a disk that is full in the middle of a line, as a limit of 100 blocks of 512 bytes
(
    trap '' XFSZ
    ulimit -f 100
    ball --seed 3 --quiet -j 2 -o ball.csv
    exit $code
)
code=$?
check a_sweep_that_cannot_go_on_keeps_its_rows sh -c "test $code = 3 && test -s ball.csv.partial && ! test -f ball.csv"
check it_stopped_within_a_line sh -c 'test "$(tail -c 1 ball.csv.partial | od -An -c | tr -d " ")" != "\\n"'
ball --seed 4 --quiet --resume -o ball.csv
refused only_the_same_sweep_may_go_on 3 'other settings'
ball --seed 3 --resume -j 2 -o ball.csv
check a_resumed_sweep_does_only_what_is_left sh -c 'awk "\$1 == \"resumed\" { found = \$2 > 50 } END { exit !found }" err'
check a_resumed_table_is_that_of_one_go same ball.csv whole_ball.csv

# what a killed sweep leaves: the table as far as it was written, here cut within row 3, and its key
sweep bouncing-ball glocker-studer -s height=1:-3:-1 --columns impacts,E_end --quiet -o early.csv
check a_sweep_with_bad_samples_ends_with_1 ended 1
printf '%s sweep bouncing-ball glocker-studer -s height=grid(1,-1,5)\n' "$("$STICKSLIP" --version | sed 's/^[^0-9]*//')" >again.csv.key
head -c "$(($(head -n 4 early.csv | wc -c) + 5))" early.csv >again.csv.partial
sweep bouncing-ball glocker-studer -s height=1:-3:-1 --columns impacts,E_end --resume -o again.csv
check a_resumed_sweep_goes_on_after_the_last_whole_row sh -c 'grep -qx "resumed 3" err && cmp early.csv again.csv'
check bad_samples_of_the_call_before_count_too sh -c "test $code = 1 && grep -q '3 of 5 samples' err"
"$STICKSLIP" sweep bouncing-ball glocker-studer -s 'height=uniform(0.5,2)' --samples 1000000000 --seed 3 --h 1e-2 --t-end 1 --quiet -j 2 -o killed.csv 2>err &
pid=$!
n=0
while test $n -lt 200 && { ! test -s killed.csv.partial || test "$(wc -l <killed.csv.partial)" -le 1000; }; do sleep 0.05; n=$((n + 1)); done
kill -KILL $pid
wait $pid 2>/dev/null
head -n 1001 killed.csv.partial >killed_rows.csv
check rows_of_a_killed_sweep_are_those_of_the_whole same killed_rows.csv whole_ball.csv
rm -f killed.csv.partial killed.csv.key

# a signal while it runs: far more samples than can be done meanwhile
"$STICKSLIP" sweep bouncing-ball glocker-studer -s 'height=uniform(0.5,2)' --samples 1000000000 --quiet -j 2 -o stopped.csv 2>err &
pid=$!
n=0
while test $n -lt 200 && ! test -s stopped.csv.partial; do sleep 0.05; n=$((n + 1)); done
kill -INT $pid
wait $pid
check an_interrupted_sweep_says_how_to_go_on sh -c "test $? = 1 && grep -q -e --resume err && ! test -f stopped.csv && test -f stopped.csv.key"
rm -f stopped.csv.partial stopped.csv.key
check a_finished_table_leaves_nothing_beside_it nothing_left

# ---- what is not understood ------------------------------------------------------------
sweep bouncing-ball glocker-studer -o x.csv
refused something_must_vary 2 vary
sweep bouncing-ball glocker-studer -s height=1:2:-1 -o x.csv
refused a_step_must_lead_to_the_end 2 'leads from'
sweep bouncing-ball glocker-studer -s 'height=uniform(2,1)' --samples 3 -o x.csv
refused a_range_must_not_be_empty 2 'FROM below TO'
sweep bouncing-ball glocker-studer -s 'height=uniform(1,2)' -o x.csv
refused random_numbers_need_a_count 2 samples
sweep bouncing-ball glocker-studer -s heigt=1:2:1 -o x.csv
refused an_unknown_name_is_refused 2 'nearest: height'
sweep bouncing-ball glocker-studer -s height=1:2:1 --columns t,stps -o x.csv
refused an_unknown_column_is_refused 2 'nearest: steps'
sweep bouncing-ball glocker-studer -s height=1:2:1 -s height=3 -o x.csv
refused what_varies_has_no_value_of_its_own 2 'varies'
sweep bouncing-ball glocker-studer -s height=1:2:1 --resume -o -
refused the_standard_output_cannot_be_resumed 2 'resume'
sweep bouncing-ball glocker-studer -s height=1:2:1 --until never -o x.csv
refused an_unknown_end_is_refused 2 'fall, impact or end'
for bad in height= height=: height=1:2 height=1:2:0 height=1:2:nan height=1:inf:1 height=1:2:1:1 =1:2:1 height \
    height=a:b:c 'height=uniform(' 'height=uniform(1,2' 'height=uniform(1,2,3)' 'height=normal(1,-1)' height=1:2:1e-12; do
    sweep bouncing-ball glocker-studer -s "$bad" --samples 2 -o x.csv
    refused "no_range: $bad" 2 'height\|=1:2:1'
done
for bad in '--samples 0' '--samples 1.5' '--seed -1' '-j 0' '-j 9999' '--shard 0/2' '--shard 1/2/3' '--shard x' \
    '--h nan' '--t-end -1' '--max-steps 0' '--rtol 0' '--foo' 'third'; do
    sweep bouncing-ball glocker-studer -s 'height=uniform(1,2)' --samples 2 -o x.csv $bad
    refused "no_such: $bad" 2 "${bad%% *}"
done
sweep bouncing-ball glocker-studer -s height=1:2:1 --shard 3/2 -o x.csv
refused a_shard_must_exist 2 'K/N'
sweep bouncing-ball glocker-studer -s height=1:2:1 -o x.txt
refused a_table_must_say_what_it_is 2 '.csv'
sweep bouncing-ball glocker-studer -s height=1:2:1 -o no/such/folder/x.csv
refused a_place_that_is_not_there_is_refused 3 'no/such/folder'
sweep bouncing-ball glocker-studer -s height=-1:1:1 --columns impacts --quiet -o neg.csv
refused the_first_sample_must_make_a_problem 2 height
sweep bouncing-ball glocker-studer -s height=1:-1:-1 --columns impacts --quiet -o neg.csv
check a_later_sample_that_makes_none_has_a_row_that_says_so sh -c 'test '$code' = 1 && sed -n 4p neg.csv | grep -qx "2,-1,bad-input,nan"'
check chosen_columns_follow_the_parameters sh -c 'head -n 1 neg.csv | grep -qx "sample,height,verdict,impacts"'

# ---- HDF5 ------------------------------------------------------------------------------
if test -f "${STICKSLIP_MODULES:-.libs}/ss-hdf5.so" && command -v h5dump >/dev/null 2>&1; then
    go -o whole.h5
    column whole.csv impact_t | sort >csv_t
    h5dump -y -w 1 -m %.17g -d /run/impact_t whole.h5 | sed -n 's/^ *\([-0-9.a-z+]*\),\{0,1\}$/\1/p' | sed '/^$/d' | sort >h5_t
    check an_h5_table_has_the_rows_of_the_csv sh -c 'test "$(grep -c . h5_t)" -eq 120 && paste csv_t h5_t | awk "\$1 + 0 != \$2 + 0 { exit 1 }"'
    go -j 3 -o again.h5
    check an_h5_table_is_the_same_every_time same whole.h5 again.h5
else
    skip an_h5_table_has_the_rows_of_the_csv "no HDF5 or no h5dump"
fi

finish
