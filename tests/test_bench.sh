#!/bin/sh
# test_bench.sh - the benchmark: suites, children, resuming, shards, merging, comparing
#
# $STICKSLIP is the command under test.  Prints "ok name", "FAIL name" or "skip name: why" for
# each, and ends with the counts.  results.csv is compared byte for byte but for the columns
# that `bench --columns` calls timings.  KILLS: how often a run is killed (preset 3).

. "$(dirname "$0")/shell.sh"
plugins=${STICKSLIP_BUILD:-$(dirname "$STICKSLIP")}

# the columns of a results.csv that do not depend on the machine, on the standard output
steady()
{
    "$STICKSLIP" bench --columns | awk '$2 == "timing" { printf "%s ", $1 }' >timing.names
    awk -F, -v names="$(cat timing.names)" '
        NR == 1 { n = split(names, a, " "); for (i = 1; i <= n; i++) drop[a[i]] = 1
                  for (i = 1; i <= NF; i++) if (!($i in drop)) keep[++m] = i }
        { for (k = 1; k <= m; k++) printf "%s%s", $(keep[k]), k < m ? "," : "\n" }' "$1/results.csv"
}
same() { steady "$1" >same.a && steady "$2" >same.b && test -s same.a && cmp same.a same.b; }
# cell DIR CASE METHOD COLUMN: of the first such row
cell()
{
    awk -F, -v c="$2" -v m="$3" -v name="$4" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["case"] == c && $at["label"] == m { print $at[name]; exit }' "$1/results.csv"
}

# ---- suites ------------------------------------------------------------------------------
run list suites
check the_four_suites_ship sh -c 'for s in smoke standard exact papers; do grep -q "^  $s" out || exit 1; done'
for suite in smoke standard exact papers; do
    run bench $suite --dry-run
    check "suite_${suite}_can_be_read" sh -c 'test $0 = 0 && grep -q " runs of [0-9]* cases" out' $code
done
check a_dry_run_leaves_nothing sh -c 'test -z "$(ls -d bench-* 2>/dev/null)"'
run bench smoke --dry-run --problem 'bouncing*'
check a_filter_by_problem sh -c 'grep -q bouncing-ball out && ! grep -q sliding-block out'
run bench smoke --dry-run --tag friction
check a_filter_by_tag sh -c 'grep -q sliding-block out && ! grep -q bouncing-ball out'
run bench smoke --dry-run --method no-such-method
refused nothing_left_is_refused 2 'no run'
run bench smokee --dry-run
refused an_unknown_suite_is_refused 2 'nearest: smoke'

# mistake NAME LINE WORD <suite: told with its file and line
mistake()
{
    cat >"m.cfg"
    run bench m.cfg --dry-run
    refused "$1" 2 "m.cfg:$2: .*$3"
}
mistake a_broken_file_is_told_with_its_line 2 'syntax error' <<'C'
divisions = [10];
methods = (;
C
mistake an_unknown_entry_is_told_with_its_line 3 'nearest: divisions' <<'C'
methods = ("*");
repeats = 2;
division = [10];
problems = ({ problem = "bouncing-ball"; });
C
mistake an_unknown_problem_is_told_with_its_line 4 'nearest: bouncing-ball' <<'C'
methods = ("*");
divisions = [10];
problems = (
  { problem = "bouncing-bal"; }
);
C
mistake an_unknown_setting_is_told_with_its_line 5 "unknown setting 'hight'; nearest: height" <<'C'
methods = ("*");
divisions = [10];
tolerances = [1e-4];
problems = ({ problem = "bouncing-ball";
  set = { hight = 2.0; }; });
C
mistake a_value_out_of_range_is_told_with_its_line 5 'e_n' <<'C'
methods = ("*");
divisions = [10];
tolerances = [1e-4];
problems = ({ problem = "bouncing-ball";
  set = { e_n = 2.0; }; });
C
mistake an_unknown_method_is_told_with_its_line 1 'nearest: glocker-studer' <<'C'
methods = ("glocker-studr");
divisions = [10];
problems = ({ problem = "bouncing-ball"; });
C
mistake a_negative_step_is_told_with_its_line 2 'above zero' <<'C'
methods = ("*");
steps = [-1e-3];
problems = ({ problem = "bouncing-ball"; });
C
mistake a_method_in_a_list_is_told_with_its_own_line 3 'nearest: gauss' <<'C'
divisions = [10];
methods = ("glocker-studer",
           "gaus");
problems = ({ problem = "bouncing-ball"; });
C
mistake a_suite_without_methods_is_told_with_its_line 2 'methods' <<'C'
divisions = [10];
methods = ();
problems = ({ problem = "bouncing-ball"; });
C
mistake a_name_that_no_file_could_have_is_told_with_its_line 4 'letters' <<'C'
methods = ("glocker-studer");
divisions = [10];
problems = ({ problem = "bouncing-ball";
  name = "it's"; });
C
mistake so_is_that_of_a_method 1 'letters' <<'C'
methods = ({ method = "glocker-studer"; name = "a,b"; });
divisions = [10];
problems = ({ problem = "bouncing-ball"; });
C

# ---- a benchmark ---------------------------------------------------------------------------
cat >small.cfg <<'C'
says = "for the tests";
repeats = 3;
timeout = 20.0;
divisions = [100, 200, 400, 800];
methods = ("glocker-studer");
problems = (
    { problem = "bouncing-ball"; tags = ["exact"]; },
    { problem = "sliding-block"; tags = ["exact"]; },
    { problem = "coulomb-oscillator"; },
    { problem = "bicycle"; t_end = 1.5; },
    { problem = "double-pendulum"; t_end = 1.0; }
);
C
run bench small.cfg -o a -j 1
check a_benchmark_ends_well test $code = 0
check it_leaves_what_the_contract_says sh -c 'test -s a/results.csv && test -s a/manifest.json && test -s a/report.html && test -s a/timings.csv && test ! -e a/journal'
check every_run_has_a_row test "$(wc -l <a/results.csv)" = 21
check no_half_written_file_is_left sh -c 'test -z "$(find a -name "*.tmp.*")"'
"$STICKSLIP" bench --columns | awk '{ printf "%s%s", (NR > 1 ? "," : ""), $1 } END { print "" }' >columns
check the_header_is_the_documented_one sh -c 'head -1 a/results.csv | cmp - columns'
if command -v gnuplot >/dev/null 2>&1; then
    check figures_are_drawn sh -c 'test -s a/figures/work-precision-bouncing-ball.svg && test -s a/figures/profile-newton.svg && grep -q "</svg>" a/figures/profile-newton.svg'
else
    skip figures_are_drawn "no gnuplot"
fi
# friction takes all of the 12.5 J; the ledger closes to round-off of the 17.4 J at the start
check the_energy_ledger_closes awk -v f="$(cell a sliding-block glocker-studer D_friction)" -v r="$(cell a sliding-block glocker-studer E_residue)" \
    'BEGIN { exit !(f < -12.499 && f > -12.501 && r < 1e-11 && r > -1e-11) }'
check an_exact_solution_judges_where_it_holds test "$(cell a bouncing-ball glocker-studer reference)" = exact
check a_reference_says_where_it_comes_from sh -c 'for f in a/references/*.csv; do grep -q "^# problem " $f && grep -q "^# method " $f && grep -q "^# sha256 " $f || exit 1; done'
# one impact: a time-stepper is of first order in time
check an_order_is_observed_with_its_interval awk -v o="$(cell a bicycle glocker-studer order_g)" -v l="$(cell a bicycle glocker-studer order_g_lo)" -v h="$(cell a bicycle glocker-studer order_g_hi)" \
    'BEGIN { exit !(o > 0.7 && o < 1.4 && l < o && o < h) }'
check the_manifest_names_machine_program_and_suite sh -c 'for k in cpu compiler build_flags commit program_sha256 seed sha256 libconfig; do grep -q "\"$k\": " a/manifest.json || exit 1; done'

if command -v script >/dev/null 2>&1; then
    script -qec "stty cols 60; '$STICKSLIP' bench small.cfg -o tty --no-report --no-timing" /dev/null >tty.out 2>&1 </dev/null
    tr '\r' '\n' <tty.out | sed 's/.\[K//' | grep '^[a-z]* *\[[#.]*\]' >bars
    check a_terminal_sees_a_bar_with_the_run_and_the_time_left sh -c 'grep -q "s left .*bouncing" bars && grep -q "####" bars'
    check that_fits_its_width awk 'length($0) > 59 { exit 1 }' bars
else
    skip a_terminal_sees_a_bar_with_the_run_and_the_time_left "no script"
fi

# where an exact solution holds whatever the law, it ranks methods of all laws in one line
cat >laws.cfg <<'C'
tolerances = [1e-6];
methods = ("event-newton", "event-energetic", "event-poisson");
problems = ({ problem = "bouncing-ball"; }, { problem = "bicycle"; t_end = 1.5; });
C
run bench laws.cfg -o deep/er/laws -j 2
check folders_above_are_made test -s deep/er/laws/report.html
check the_closing_table_ranks_by_truth sh -c 'test "$(grep -c "^bouncing-ball  *exact " out)" = 1 && grep -q "^bicycle  *newton law .*event-newton" out && grep -q "^bicycle  *poisson law .*event-poisson" out'
check and_fits_a_terminal_of_a_hundred_columns awk 'length($0) > 100 { exit 1 }' out
check and_counts_what_each_method_reaches grep -q '^event-newton  *2 of 2 ' out
# the few steps of an event-driven method: its energy is known between them, too, and it is
# that of the start until the first impact at 0.4515 s of 2, bin 36 of 160
ball=$(awk -F, '$3 == "bouncing-ball" && $7 == "event-newton" { print $1 }' deep/er/laws/results.csv)
head -1 "deep/er/laws/curves/$ball.json" | sed 's/^{"E":\[\[//; s/\]\],$//; s/\],\[/\n/g' >energy
check energy_between_far_steps_is_that_of_the_motion awk -F, '
    $1 == "null" || (NR <= 36 && ($1 != 9.81 || $2 != 9.81)) { bad = 1 } END { exit bad || NR != 160 }' energy
# impacts at 1e-15 s from the reference's and no friction: the velocity is right but for instants,
# the longest the end of the row of impacts, 7e-5 m/s of 4.4 for 3e-5 s of 2
check instants_do_not_make_a_mean_error awk -v e="$(cell deep/er/laws bouncing-ball event-newton u_l2)" 'BEGIN { exit !(e < 2e-7) }'
# a reference that is damaged is made again, to the same bits
one=$(ls deep/er/laws/references/*.csv | head -1)
cp "$one" whole && sed '40s/^./9/' whole >"$one"
run bench laws.cfg -o deep/er/laws -j 2 --no-report --no-timing
check a_damaged_reference_is_made_again cmp whole "$one"

# ---- what does not change any number -----------------------------------------------------------
run bench small.cfg -o b -j 2 --no-report
check more_jobs_change_nothing same a b
run bench small.cfg -o b -j 2 --no-timing --no-report
check a_finished_benchmark_may_be_repeated_into_its_folder test $code = 0
for k in 1 2 3; do run bench small.cfg -o s$k --shard $k/3 -j 2; done
run bench --merge s2 s1 s3 -o merged
check shards_merge test $code = 0
check merged_shards_are_the_whole same a merged
check timings_are_merged sh -c 'test "$(cut -d, -f1,2 a/timings.csv | sort)" = "$(cut -d, -f1,2 merged/timings.csv | sort)"'
check a_merged_manifest_is_of_the_whole_and_names_its_parts sh -c 'grep -q "\"shards\": 1," merged/manifest.json && test "$(grep -c "\"timing_cpu\"" merged/manifest.json)" = 4'
run bench --merge merged -o again
check what_was_merged_can_be_merged_again same merged again
run bench small.cfg -o st --shard 1/3 --timeout 7 --no-timing --no-report
run bench --merge s1 s2 -o m2
refused a_missing_shard_is_refused 2 'shards'
run bench --merge s1 s2 s2 -o m2
refused a_shard_twice_is_refused 2 'twice'
run bench small.cfg -o s2 --shard 2/3 --force --seed 5 --no-report
run bench --merge s1 s2 s3 -o m2
refused mixed_manifests_are_refused 2 'another program'
run bench --merge st s2 s3 -o m2
refused so_is_another_timeout 2 'another program'
mkdir unfinished && cp a/manifest.json a/results.csv unfinished/ && : >unfinished/journal
run compare a unfinished
refused what_is_unfinished_is_not_compared 2 'resume'

if test -r "${STICKSLIP_MODULES:-$plugins/.libs}/ss-mpi.so" && command -v mpirun >/dev/null 2>&1; then
    # as root and on few cores Open MPI wants to be told that it is meant
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -np 3 \
        "$STICKSLIP" bench small.cfg -o mpi --mpi -j 1 --no-report >out 2>err </dev/null
    check ranks_change_nothing same a mpi
    check one_rank_cleans_up_for_all sh -c 'test -z "$(ls mpi/journal* 2>/dev/null)"'
else
    skip ranks_change_nothing "not built --with-mpi"
    run bench small.cfg -o mpi --mpi
    refused mpi_that_is_not_there_is_refused 2 'mpi'
fi

# ---- killed and resumed ---------------------------------------------------------------------
# at moments drawn from the length of an uninterrupted run; a seeded generator, so that a
# failure comes again
begin=$(date +%s%N)
run bench small.cfg -o k0 -j 2 --no-report
all=$((($(date +%s%N) - begin) / 1000000))
killed=0 kill_seed=12345
for i in $(seq "${KILLS:-3}"); do
    kill_seed=$(((kill_seed * 1103515245 + 12345) % 2147483648))
    ms=$((kill_seed / 65536 % (all > 20 ? all : 20) + 1))
    "$STICKSLIP" bench small.cfg -o k -j 2 --resume --no-report >out 2>err &
    pid=$!
    sleep "$(awk -v ms=$ms 'BEGIN { print ms / 1000 }')"
    kill -KILL $pid 2>/dev/null && killed=$((killed + 1))
    wait $pid 2>/dev/null
    # one that was complete is begun anew, so that there is something to kill
    test -e k/journal || test "$i" = "${KILLS:-3}" || rm -rf k
done
run bench small.cfg -o k -j 2 --resume --no-report
check "killed_${killed}_times_and_resumed_it_is_the_same" same a k
mkdir -p u && printf 'stickslip-journal other 1/1 3\n' >u/journal
run bench small.cfg -o u --no-report
refused an_unfinished_benchmark_is_not_overwritten 2 'resume'
run bench small.cfg -o u --resume --no-report
refused another_benchmark_is_not_resumed 2 'another program'
run bench small.cfg -o u --force --no-report --no-timing
check it_can_be_begun_anew test $code = 0

# ---- methods that misbehave --------------------------------------------------------------------
bad_plugin=$plugins/tests/.libs/plugin_bad.so
if test -n "$STICKSLIP_SANITIZED"; then
    skip misbehaving_plugins_lose_their_own_rows "the sanitizers catch the crash themselves"
elif test -r "$bad_plugin"; then
    cat >bad.cfg <<'C'
repeats = 2;
timeout = 1.0;
divisions = [100, 200];
methods = ("crash", "glocker-studer", "hang", "nan");
problems = ({ problem = "bouncing-ball"; });
C
    run --plugin "$bad_plugin" bench bad.cfg -o bad -j 2
    check a_benchmark_of_bad_methods_ends_well test $code = 0
    check a_crash_is_one_row test "$(cell bad bouncing-ball crash verdict)" = crashed
    check a_hang_is_one_row test "$(cell bad bouncing-ball hang verdict)" = timeout
    check what_is_not_a_number_is_one_row test "$(cell bad bouncing-ball nan verdict)" = diverged
    check the_others_are_intact sh -c 'test "$(grep -c ",ok," bad/results.csv)" = 2 && test "$(wc -l <bad/results.csv)" = 9'
    check their_numbers_are_those_without_bad_company test "$(cell bad bouncing-ball glocker-studer graph)" = "$(cell a bouncing-ball glocker-studer graph)"
    check no_process_is_left sh -c '! pgrep -f "[b]ench bad.cfg -o bad -j 2" >/dev/null'
else
    skip misbehaving_plugins_lose_their_own_rows "the plugins of the build tree are not there"
fi

# ---- comparing ----------------------------------------------------------------------------------
run compare a k0 --no-time
check a_benchmark_compares_equal_with_itself sh -c 'test $0 = 0 && grep -q "^0 worse, 0 better" out' $code
mkdir worse && cp a/manifest.json worse/ && awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "graph") g = i } NR == 3 { $g = $g * 1.2 } { print }' a/results.csv >worse/results.csv
run compare a worse
check a_larger_error_is_a_regression sh -c 'test $0 = 1 && grep -q "^worse .*graph" out' $code
run compare worse a
check a_smaller_error_is_an_improvement sh -c 'test $0 = 0 && grep -q "^better .*graph" out' $code
awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "verdict") g = i } NR == 3 { $g = "zeno" } { print }' a/results.csv >worse/results.csv
run compare a worse
check a_verdict_that_is_no_longer_ok_is_a_regression sh -c 'test $0 = 1 && grep -q "^worse .*ok -> zeno" out' $code
cp a/results.csv worse/ && awk -F, -v OFS=, 'NR > 1 { $4 = $4 * 1.5 } { print }' a/timings.csv >worse/timings.csv
run compare a worse
check times_half_as_long_again_are_a_regression sh -c 'test $0 = 1 && grep -q "^worse .* cpu " out' $code
# what a busy machine does
awk -F, -v OFS=, 'NR > 1 { $3 = $3 * 5 } { print }' a/timings.csv >worse/timings.csv
run compare a worse
check waiting_for_the_processor_is_none test $code = 0
awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "impacts_off") g = i } NR == 3 { $g = $g + 1 } { print }' a/results.csv >worse/results.csv
run compare a worse --no-time
check an_impact_too_few_is_a_regression sh -c 'test $0 = 1 && grep -q "^worse .*impacts_off" out' $code
run compare a nowhere
refused a_folder_that_is_not_there_is_refused 2 'nowhere/manifest.json'

finish
