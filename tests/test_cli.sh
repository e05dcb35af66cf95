#!/bin/sh
# test_cli.sh - the command line as the contract has it: commands, output formats, exit codes
#
# $STICKSLIP is the command under test (preset ./stickslip).  Prints "ok name", "FAIL name" or
# "skip name: why" for each, and ends with the counts.  Numbers are compared exactly, except
# where a line says why not.

. "$(dirname "$0")/shell.sh"
nothing_left() { test -z "$(find . -name '*.tmp.*')"; }

# ---- list and show ---------------------------------------------------------------------
run list
check list_names_a_problem_a_method_and_a_backend sh -c \
    'grep -q "^  bouncing-ball " out && grep -q "^  glocker-studer " out && grep -q "^  lemke " out'
run list problems
check list_problems_names_only_problems sh -c 'grep -q bouncing-ball out && ! grep -q "^  lemke " out'
run list figures
check list_figures_ends_well ended 0
run list suites
check list_suites_shows_what_each_says grep -q '^  smoke  *One problem of each kind' out
mkdir -p shelf/b2008 shelf/a2011/folder.cfg shelf/_draft shelf/.hidden
for f in b2008/2.11 b2008/2.4 b2008/2.40 b2008/10.1 b2008/table-2.4 b2008/A.2 b2008/_part b2008/.x a2011/3.2 _draft/1 .hidden/1; do
    printf 'says = "Sentence of %s.";\n' $f >shelf/$f.cfg
done
printf '@include "_part.cfg"\n' >shelf/b2008/5-2.cfg
printf 'plot = "none";\n' >shelf/b2008/5-10.cfg
printf '\nsays = ;\n' | tee shelf/b2008/6.cfg shelf/b2008/notes.md >shelf/loose.cfg
STICKSLIP_PAPERS=$dir/shelf "$STICKSLIP" list figures >out 2>err
check figures_are_the_recipes_of_the_papers_as_people_count test "$(sed 's/^  \([^ ]*\).*/\1/' out | tr '\n' ' ')" = \
    'a2011/3.2 b2008/2.4 b2008/2.11 b2008/2.40 b2008/5-2 b2008/5-10 b2008/6 b2008/10.1 b2008/A.2 b2008/table-2.4 '
check figures_show_what_their_recipes_say sh -c \
    'grep -q "^  b2008/2.11  *Sentence of b2008/2.11.$" out && grep -q "^  b2008/5-2  *Sentence of b2008/_part.$" out'
check a_recipe_that_says_nothing_or_is_broken_is_listed sh -c \
    'grep -q "^  b2008/5-10 *$" out && grep -q "^  b2008/6  *(line 2: " out && ! test -s err'
if command -v python3 >/dev/null 2>&1; then
    STICKSLIP_PAPERS=$dir/shelf "$STICKSLIP" list figures --json >out 2>err
    check figures_are_json_with_their_sentences python3 -c \
        'import json; d = json.load(open("out"))["figures"]; assert len(d) == 10 and d[0] == {"name": "a2011/3.2", "says": "Sentence of a2011/3.2."} and d[5] == {"name": "b2008/5-10"}'
fi
# the folders of a source tree and of an installed one, by where the data folder is
mkdir -p source/data source/papers/c1 installed/papers/d1
echo 'says = "It is here.";' | tee source/papers/c1/1.cfg >installed/papers/d1/1.cfg
(unset STICKSLIP_PAPERS; STICKSLIP_DATA=$dir/source/data "$STICKSLIP" list figures) >out 2>err
check papers_are_found_beside_the_data grep -q '^  c1/1  *It is here' out
(unset STICKSLIP_PAPERS; STICKSLIP_DATA=$dir/installed "$STICKSLIP" list figures) >out 2>err
check papers_are_found_in_the_installed_data grep -q '^  d1/1  *It is here' out
STICKSLIP_PAPERS=$dir/nowhere "$STICKSLIP" list figures >out 2>err
check no_papers_are_no_figures grep -q 'no figures' out
run list --json
if command -v python3 >/dev/null 2>&1; then
    check list_json_is_json_with_all_kinds python3 -c \
        'import json; d = json.load(open("out")); assert set(d) == {"problems", "methods", "backends", "suites", "figures"}; assert any(p["name"] == "bouncing-ball" and p["settings"] for p in d["problems"])'
else
    skip list_json_is_json_with_all_kinds "no python3"
fi
run list nonsense
refused list_refuses_an_unknown_kind 2 problems
run show bouncing-ball
check show_gives_preset_range_unit_and_start sh -c \
    'grep -q "^  g  *9.81 m/s^2  (1e-09 to 1000000)" out && grep -q "^  q0_y  *1$" out && grep -q "glocker-studer  *yes" out'
run show glocker-studer
check show_gives_the_impact_law_of_a_method sh -c 'grep -q "impact law: Newton" out && grep -q "^  yes friction" out'
run show enumerate
check show_knows_backends grep -q '^backend enumerate' out
run show bouncing-bal
refused show_suggests_a_name 2 'nearest: bouncing-ball'
run --version
check version_is_one_line sh -c 'test "$(wc -l <out)" -eq 1 && grep -q "^stickslip " out'
run --help
check help_names_every_command sh -c 'for c in list show run bench lcp forces qp show-impact; do grep -q "^stickslip $c" out || exit 1; done'

# ---- run: the summary ------------------------------------------------------------------
run run bouncing-ball glocker-studer --h 1e-3
check run_ends_with_zero ended 0
check run_summary_has_the_keys_of_the_contract_in_order sh -c \
    'test "$(head -13 out | cut -d" " -f1 | tr "\n" " ")" = "verdict t steps wall_s ns_per_step E_start E_end E_gain_max penetration_max residual_max impacts q_y u_y "'
check run_summary_is_key_and_value sh -c '! grep -v -E "^[A-Za-z_0-9]+ [^ ]+$" out'
check run_reaches_its_end sh -c 'grep -qx "verdict ok" out && grep -qx "t 2" out && grep -qx "steps 2000" out'
check run_says_nothing_on_stderr sh -c '! test -s err'
# m g h with m = 1, g = 9.81, h = 1: one product, exact
check run_starts_with_the_energy_of_the_drop grep -qx 'E_start 9.81' out
run run bouncing-ball glocker-studer -s height=2 -s q0_y=0.5 -s stabilise=none --t-end 0.1 -o - --quiet
check settings_reach_problem_start_and_method sh -c 'sed -n 2p out | grep -q "^0,0.5,0,"'
run run bicycle glocker-studer -s mu=0.25 --t-end 0.01
check an_alias_is_a_setting ended 0
run run bouncing-ball glocker-studer --max-steps 10
check a_spent_budget_is_an_early_end sh -c 'grep -qx "verdict budget" out && grep -q budget err'
check a_spent_budget_exits_with_one ended 1
run run bouncing-ball glocker-studer --t-end 1e9 --h 1e-4 --timeout 0.2
check a_timeout_exits_with_one_and_says_so sh -c 'grep -qx "verdict timeout" out && grep -q timeout err'
check a_timeout_is_an_early_end ended 1

# ---- run: CSV --------------------------------------------------------------------------
run run bouncing-ball glocker-studer -o ball.csv
check csv_has_the_columns_of_the_contract test "$(head -1 ball.csv)" = \
    't,q_y,u_y,E_kin,E_pot,E_tot,W_ext,g_0,lN_0,lT_0,vN_0,vT_0'
check csv_has_a_row_per_step_and_the_start test "$(wc -l <ball.csv)" -eq 2002
check csv_begins_with_the_start test "$(sed -n 2p ball.csv)" = '0,1,0,0,9.81,9.81,0,1,0,0,0,0'
check csv_leaves_the_summary_to_stderr sh -c '! test -s out && grep -qx "verdict ok" err'
run run bouncing-ball glocker-studer -o - --quiet
check dash_writes_the_same_to_stdout cmp out ball.csv
check quiet_keeps_the_summary sh -c '! test -s err'
run run bicycle glocker-studer -o bike.csv --quiet --t-end 1.5
check csv_has_five_columns_per_contact sh -c 'head -1 bike.csv | grep -q ",g_0,lN_0,lT_0,vN_0,vT_0,g_1,lN_1,lT_1,vN_1,vT_1$"'
check the_last_row_is_the_summary sh -c '
    q=$("$0" run bicycle glocker-studer --t-end 1.5 | sed -n "s/^q_x //p")
    test "$(tail -1 bike.csv | cut -d, -f2)" = "$q"' "$STICKSLIP"
if command -v python3 >/dev/null 2>&1; then
    # repr() is the shortest decimal that reads back to the same bits: ours must denote the same
    # number and be no longer; starting again from the digits gives the same bits
    cat >roundtrip.py <<'PY'
import csv, struct
rows = list(csv.reader(open("bike.csv")))
n = 0
for row in rows[1:]:
    assert len(row) == len(rows[0])
    for s in row:
        digits = s.split("e")[0].lstrip("-").replace(".", "").strip("0")
        least = repr(float(s)).split("e")[0].lstrip("-").replace(".", "").strip("0")
        assert len(digits) <= len(least), (s, repr(float(s)))
        n += 1
col = {name: k for k, name in enumerate(rows[0])}
for row in rows[1:]:
    v = [float(s) for s in row]
    # the sum was done in doubles: it comes out the same only if both parts kept all bits
    assert v[col["E_tot"]] == v[col["E_kin"]] + v[col["E_pot"]]
assert n > 1000
PY
    check csv_numbers_read_back_to_the_same_bits python3 roundtrip.py
else
    skip csv_numbers_read_back_to_the_same_bits "no python3"
fi
run run bouncing-ball glocker-studer --every 0.25 -o - --quiet
check every_records_multiples_and_the_end test "$(sed 1d out | cut -d, -f1 | tr '\n' ' ')" = \
    '0 0.25 0.5 0.75 1 1.25 1.5 1.75 2 '
run run bouncing-ball glocker-studer --every 0.3 --t-end 1 -o - --quiet
# 0.3 and its multiples are no binary fractions; a nanosecond is far above their round-off
check every_forgives_round_off_and_keeps_the_last_state sh -c \
    'sed 1d out | cut -d, -f1 | awk -v OFS= "{ printf \"%.9f \", \$1 }" >times
     test "$(cat times)" = "0.000000000 0.300000000 0.600000000 0.900000000 1.000000000 "'

# ---- run: the other outputs ------------------------------------------------------------
run run bouncing-ball glocker-studer --events ev.csv
check events_have_the_columns_of_the_contract test "$(head -1 ev.csv)" = \
    't,kind,contact,LN,LT,vN_before,vT_before,vN_after,vT_after,E_before,E_after'
# e_n = 0.5 by preset: half the speed, to the round-off of a velocity of 4 m/s
check events_show_newtons_law sh -c \
    'sed -n 2p ev.csv | awk -F, "{ d = \$8 + 0.5 * \$6; exit !(\$2 == \"impact\" && \$3 == 0 && \$6 < 0 && d * d < 1e-28 && \$11 < \$10) }"'
check events_count_as_the_summary_does sh -c \
    'test "$(grep -c ",impact," ev.csv)" = "$(sed -n "s/^impacts //p" out)"'
# impacts that accumulate, slip that begins, stops and turns: every method tells them in the same words
for m in glocker-studer gauss event-newton seghete; do
    run run bouncing-ball "$m" --events - -o /dev/null --quiet; sed 1d out >kinds
    run run bicycle "$m" -s slope=0.3 -s u0_x=2 --t-end 3 --events - -o /dev/null --quiet; sed 1d out >>kinds
    check "events_of_${m}_have_the_kinds_of_the_contract" sh -c 'grep -q ,impact, kinds &&
        ! cut -d, -f2 kinds | grep -v -x -e impact -e touch -e stick -e slip -e slip-reversal -e lift-off -e inconsistent'
done

run run bouncing-ball glocker-studer -o ball.h5 --quiet
if test $code = 3 && grep -q 'ss-hdf5.so' err; then
    skip hdf5_is_written "$(cat err)"
else
    check hdf5_ends_well ended 0
    check hdf5_has_its_signature sh -c 'test "$(dd if=ball.h5 bs=1 skip=1 count=3 2>/dev/null)" = HDF'
    if command -v h5dump >/dev/null 2>&1; then
        check hdf5_has_the_rows_of_the_csv sh -c \
            'h5dump -H ball.h5 | grep -q "2001" && h5dump -d /run/q_y -s 0 -c 1 ball.h5 | grep -q "(0): 1$"'
        check hdf5_says_what_was_run sh -c 'h5dump -a /run/problem ball.h5 | grep -q bouncing-ball'
    elif python3 -c 'import h5py' 2>/dev/null; then
        check hdf5_has_the_rows_of_the_csv python3 -c \
            'import h5py, csv; f = h5py.File("ball.h5"); r = list(csv.reader(open("ball.csv"))); assert all([float(x[k]) for x in r[1:]] == list(f["run"][n]) for k, n in enumerate(r[0]))'
    else
        skip hdf5_has_the_rows_of_the_csv "neither h5dump nor h5py"
    fi
fi

if command -v gnuplot >/dev/null 2>&1; then
    run run bicycle glocker-studer --plot bike.svg --t-end 1.5
    check plot_draws_the_curves_by_name sh -c 'grep -q "<svg" bike.svg && grep -q ">q_theta<" bike.svg && grep -q "</svg>" bike.svg'
    check plot_is_silent sh -c '! test -s err'
    run run coulomb-oscillator glocker-studer --plot osc.png
    check plot_makes_a_png sh -c 'test "$(dd if=osc.png bs=1 skip=1 count=3 2>/dev/null)" = PNG'
else
    skip plot_draws_the_curves_by_name "no gnuplot"
fi
mkdir empty
PATH=$dir/empty "$STICKSLIP" run bouncing-ball glocker-studer --plot no.svg >out 2>err
code=$?
refused plot_without_gnuplot_says_so 3 gnuplot
check plot_without_gnuplot_leaves_nothing sh -c '! ls | grep -q "^no.svg"'

run run bicycle glocker-studer --animate bike.html --t-end 1.5
check animate_fetches_nothing sh -c '! grep -q -E "(src|href)=|https?://" bike.html'
if command -v python3 >/dev/null 2>&1; then
    cat >page.py <<'PY'
import json, re
page = open("bike.html").read()
d = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S).group(1))
f = d["frames"]
assert d["problem"] == "bicycle" and d["verdict"] == "ok"
assert 100 < len(f) <= 2001, len(f)
assert f[0][0] == 0 and abs(f[-1][0] - 1.5) < 1e-9  # nine digits are written
assert all(a[0] < b[0] for a, b in zip(f, f[1:]))
assert any(c[3] > 0 for x in f for c in x[2]), "no contact force points up"
assert any(len(s) == 8 for s in f[0][1]), "no wheel is drawn"
assert d["events"]
PY
    check animate_holds_frames_strokes_and_forces python3 page.py
else
    skip animate_holds_frames_strokes_and_forces "no python3"
fi
run run bouncing-ball glocker-studer -o all.csv --events all-ev.csv --animate all.html --quiet
check several_outputs_come_from_one_run sh -c 'cmp all.csv ball.csv && cmp all-ev.csv ev.csv && test -s all.html'

# ---- bad usage and bad input -----------------------------------------------------------
run
refused no_command_is_refused 2 command
run rum
refused an_unknown_command_is_refused 2 'nearest: run'
run run bouncing-bal glocker-studer
refused an_unknown_problem_is_refused 2 'nearest: bouncing-ball'
run run bouncing-ball glocker-studr
refused an_unknown_method_is_refused 2 'nearest: glocker-studer'
run run bouncing-ball glocker-studer -s heigth=2
refused an_unknown_setting_is_refused 2 'nearest: height'
run run bicycle glocker-studer -s q0_thetta=2
refused an_unknown_start_is_refused 2 'nearest: q0_theta'
run run bouncing-ball glocker-studer -s lpc=lemke
refused an_unknown_option_of_the_method_is_refused 2 'nearest: lcp'
run run bouncing-ball glocker-studer -s lcp=lemkee
refused an_unknown_word_of_a_choice_is_refused 2 lemke
run run bouncing-ball glocker-studer -s height
refused a_setting_without_equals_is_refused 2 NAME=VALUE
run run bicycle glocker-studer -s mu=
refused a_setting_without_a_value_is_refused 2 'mu='
run run bicycle glocker-studer -s mu=abc
refused a_setting_that_is_no_number_is_refused 2 'number'
run run bicycle glocker-studer -s mu=nan
refused nan_is_refused 2 'mu'
run run bouncing-ball glocker-studer -s e_n=1.5
refused a_value_out_of_range_is_refused 2 'from 0 to 1'
run run bouncing-ball glocker-studer -s q0_y=inf
refused an_infinite_start_is_refused 2 q0_y
run run bouncing-ball glocker-studer -s q0_y=-1
refused a_start_that_does_not_fit_is_refused 2 q0_y
for option in --h --rtol --atol --t-end --every --timeout; do
    for value in 0 -1 nan inf 1e-3x ''; do
        run run bouncing-ball glocker-studer "$option" "$value"
        refused "$(echo "option_${option#--}_refuses_${value:-nothing}" | tr .- __)" 2 "$option"
    done
done
run run bouncing-ball glocker-studer --max-steps 1.5
refused half_a_step_is_refused 2 whole
run run bouncing-ball glocker-studer --h
refused an_option_without_its_value_is_refused 2 --h
run run bouncing-ball glocker-studer --nonsense
refused an_unknown_option_is_refused 2 nonsense
run run bouncing-ball
refused a_missing_method_is_refused 2 method
run run bouncing-ball glocker-studer -o file.txt
refused an_output_of_unknown_kind_is_refused 2 .csv
run run bouncing-ball glocker-studer -o x.csv --events x.csv
refused two_outputs_in_one_file_are_refused 2 'two outputs'
printf 'this is no contact problem\n' >broken.lcp
run lcp broken.lcp
refused a_broken_contact_problem_is_refused 2 broken.lcp
run lcp missing.lcp
refused a_missing_contact_problem_is_refused 2 missing.lcp

# ---- output that cannot be written -----------------------------------------------------
run run bouncing-ball glocker-studer -o no/such/folder/x.csv
refused a_missing_folder_is_an_output_error 3 no/such/folder
mkdir folder.csv
run run bouncing-ball glocker-studer -o folder.csv
refused a_folder_is_no_output 3 folder.csv
if test -w /dev/full; then
    run run bouncing-ball glocker-studer -o /dev/full
    refused a_full_device_is_an_output_error 3 /dev/full
    "$STICKSLIP" list >/dev/full 2>err
    code=$?
    refused a_list_that_cannot_be_printed_is_an_output_error 3 output
else
    skip a_full_device_is_an_output_error "no /dev/full"
fi
echo precious >kept.csv
run run bouncing-ball glocker-studer -o kept.csv -o no/such/folder/x.csv
check a_failed_output_leaves_the_others_as_they_were sh -c 'test $0 = 3 && test "$(cat kept.csv)" = precious' "$code"
(ulimit -f 8; trap '' XFSZ; exec "$STICKSLIP" run bicycle glocker-studer -o big.csv) >out 2>err
code=$?
refused a_disk_that_fills_up_is_an_output_error 3 big.csv
check a_disk_that_fills_up_leaves_nothing sh -c '! test -e big.csv'
check nothing_half_written_is_left nothing_left

# ---- plugins ---------------------------------------------------------------------------
head -c 100 "$STICKSLIP" >cut.so
run --plugin ./cut.so list
refused a_truncated_plugin_is_refused 2 cut.so
: >empty.so
run list --plugin empty.so
refused an_empty_plugin_is_refused 2 empty.so
run --plugin missing.so list
refused a_missing_plugin_is_refused 2 missing.so

# ---- plugins that are good ---------------------------------------------------------------
plugins=${STICKSLIP_BUILD:-$(dirname "$STICKSLIP")}
method=$plugins/examples/.libs/method_symplectic.so
problem=$plugins/examples/.libs/problem_table.so
vise=$plugins/tests/.libs/plugin_vise.so
if test -r "$method" && test -r "$problem" && test -r "$vise"; then
    run --plugin "$method" --plugin "$problem" list
    check plugins_are_listed_beside_the_rest sh -c \
        'grep -q "^  symplectic " out && grep -q "^  shaken-ball " out && grep -q "^  glocker-studer " out'
    run --plugin "$method" show symplectic
    check show_knows_the_options_of_a_plugin sh -c 'test $0 = 0 && grep -q "^  sweeps  *200 " out' $code
    run show shaken-ball --plugin "$problem"
    check show_knows_the_parameters_of_a_plugin sh -c \
        'test $0 = 0 && grep -q "^  omega  *40 rad/s" out && grep -q "glocker-studer  *yes" out' $code
    run --plugin "$method" --plugin "$problem" run shaken-ball symplectic
    refused a_plugin_method_refuses_a_plugin_problem_with_its_reason 1 'moving supports'
    run run bouncing-ball symplectic --plugin "$method" -s sweeps=50 -s e=0.25 --t-end 1
    check a_plugin_method_runs_with_settings sh -c 'test $0 = 0 && grep -qx "verdict ok" out' $code
    run --plugin "$problem" run shaken-ball glocker-studer -s omega=50 -o shaken.csv --events shaken-ev.csv --quiet
    check a_plugin_problem_is_recorded sh -c \
        'test $0 = 0 && test "$(head -1 shaken.csv | cut -d, -f1-3)" = "t,q_y,u_y" && grep -q ",impact,0," shaken-ev.csv' $code
    run --plugin "$problem" run shaken-ball glocker-studer -s omgea=50
    refused a_setting_of_a_plugin_is_suggested 2 'nearest: omega'
    run --plugin "$problem" --plugin "$problem" list
    refused a_plugin_twice_is_refused 2 shaken-ball
    # a whole plugin but for its end: the loader would map pages that the file does not have
    head -c "$(($(wc -c <"$method") / 2))" "$method" >half.so
    run --plugin ./half.so list
    refused half_a_plugin_is_refused 2 'half.so: cannot be loaded'

    # ---- a contact problem without a solution is kept and can be replayed ----------------
    run --plugin "$vise" run vise glocker-studer
    check an_impossible_motion_is_inconsistent sh -c \
        'test $0 = 1 && grep -qx "verdict inconsistent" out && grep -q "inconsistent at t = 1:" err' $code
    check every_size_of_the_step_was_tried grep -qx 'n_refused 20' out
    file=stickslip-failed-vise-glocker-studer.lcp
    check the_contact_problem_is_kept_and_named sh -c 'test -s "$0" && grep -q "stickslip lcp $0" err' $file
    run lcp $file
    check every_backend_replays_it_and_none_solves_it sh -c '
        for b in $("$0" list backends | sed -n "s/^  \([a-z-]*\) .*/\1/p"); do
            grep -q "^backend $b: " out || exit 1
        done
        ! grep -q "^backend .*: ok" out && grep -qx "solutions by enumeration: 0" out && test $1 = 1' "$STICKSLIP" $code
    run --plugin "$vise" run vise glocker-studer --failed kept.lcp
    check the_file_can_be_named sh -c 'cmp kept.lcp $0' $file
    run --plugin "$vise" run vise glocker-studer --failed no/such/folder/x.lcp
    check a_file_that_cannot_be_written_is_said sh -c 'grep -q "no/such/folder/x.lcp: .*could not be written" err'
else
    skip plugins_are_listed_beside_the_rest "the plugins of the build tree are not there"
    skip a_contact_problem_without_a_solution_is_kept "the plugins of the build tree are not there"
fi
# a square block that lands on one corner while it slides: every backend that is there solves it
cat >block.lcp <<'LCP'
stickslip-contact 1
t 0
contacts 2
mu 0.5 0.5
load -1 -1
b -1 -2 -0.25 -2
G
2.5 1.5 -0.5 1.5
1.5 2.5 -1.5 2.5
-0.5 -1.5 2.5 -1.5
1.5 2.5 -1.5 2.5
end
LCP
run lcp block.lcp
check every_backend_solves_a_block sh -c '
    test $0 = 0 || exit 1
    grep "^backend" out | grep -v "not available" | grep -v ": ok, residual" && exit 1
    test "$(grep -c "^backend .*: ok" out)" -ge 2 && grep -qx "solutions by enumeration: 1" out' $code
run lcp block.lcp -s lcp=lemke
check one_backend_can_be_asked sh -c 'test "$(grep -c "^backend" out)" = 1'
run lcp block.lcp -s lcp=lemkke
refused an_unknown_backend_is_refused 2 'nearest: lemke'

# ---- memory ----------------------------------------------------------------------------
# the peak of a run that records nothing: the process is stopped in the middle of a long one
if test -n "$STICKSLIP_SANITIZED"; then
    skip a_run_without_recording_stays_below_8_MB "sanitizers take memory of their own"
elif test -r /proc/self/status && grep -q VmHWM /proc/self/status; then
    for problem in bicycle newtons-cradle; do
        "$STICKSLIP" run $problem glocker-studer --t-end 1e9 >out 2>err &
        pid=$!
        sleep 0.5
        peak=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' /proc/$pid/status)
        kill -TERM $pid
        wait $pid
        check "a_run_of_${problem}_without_recording_stays_below_8_MB" test "${peak:-999999}" -lt 8192
        echo "  peak $peak kB after $(sed -n 's/^steps //p' out) steps"
    done
else
    skip a_run_without_recording_stays_below_8_MB "no /proc with VmHWM"
fi

# ---- an interrupted run keeps what there is ----------------------------------------------
"$STICKSLIP" run bouncing-ball glocker-studer --t-end 1e9 --every 10 -o cut.csv >out 2>err &
pid=$!
sleep 1
kill -TERM $pid
wait $pid
code=$?
check an_interrupted_run_keeps_its_rows sh -c 'test $0 = 1 && grep -qx "verdict timeout" err && test "$(wc -l <cut.csv)" -gt 3' $code
check an_interrupted_run_leaves_nothing_half_written nothing_left

# ---- forces ----------------------------------------------------------------------------
run forces sliding-block
check forces_finds_the_one_solution sh -c 'grep -qx "verdict ok" out && grep -qx "solutions 1" out'
run forces painleve-rod -s mu=4
"$STICKSLIP" forces painleve-rod -s mu=4 >both 2>&1
check a_complaint_stands_behind_what_led_to_it sh -c 'tail -1 both | grep -q "^stickslip: painleve-rod: no contact force"'
check forces_exits_with_one_where_nothing_exists sh -c 'test $0 = 1 && grep -qx "verdict inconsistent" out && grep -qx "solutions 0" out' "$code"

# ---- measures --------------------------------------------------------------------------
run run bicycle seghete -s mu=0 --t-end 1 --events plain.csv
check events_have_the_contracts_columns sh -c \
    'test "$(head -n 1 plain.csv)" = t,kind,contact,LN,LT,vN_before,vT_before,vN_after,vT_after,E_before,E_after'
run run bicycle seghete -s mu=0 --t-end 1 --events more.csv --measures
run run double-pendulum event-newton -s e_n=1 -s e_kin=1 --t-end 1 --events impact.csv --measures
check an_impact_tells_its_friction_its_tangential_restitution_and_its_scale sh -c \
    'head -1 impact.csv | grep -q "E_after,mu,e_t,scale$" && awk -F, "NR > 1 && \$2 == \"impact\" { n++; d = \$5 / \$4; if (d < 0) d = -d; if (d - \$12 > 1e-12 || \$12 - d > 1e-12 || \$13 != 0 || \$14 >= 1) bad = 1 } END { exit bad || n != 1 }" impact.csv'
check measures_follow_the_contracts_columns sh -c \
    'cut -d, -f1-11 more.csv | cmp -s - plain.csv && test "$(head -n 1 more.csv | cut -d, -f12-)" = s,dp,outcomes,spread,complete,dvN,vN_least,vN_most && test "$(sed -n 2p more.csv | cut -d, -f14)" = 2'
run run bouncing-ball variational
check a_contact_ends_free_motion_as_unsupported sh -c 'test $0 = 1 && grep -qx "verdict unsupported" out && grep -q "^why a contact closes" out' "$code"

# ---- map -------------------------------------------------------------------------------
# Figure 2 of seghete2012: two mirror-image minima, A and B, the least of all, and one maximum, C,
# the symmetric stance.  psi is the line from hip to foot; links of equal length: hip + knee/2.
run map rhex -x q0_hip_R=-1.8:0.1:0.02 -y q0_knee_R=0.7:2.5:0.02 --scalar s -o fig.csv --extrema fig-ex.csv
check figure_2_has_two_mirror_image_minima_and_a_symmetric_maximum awk '
    $1 == "least" { least = $2 }
    $1 == "minimum" { n++; psi[n] = $3 + $5 / 2; knee[n] = $5; s[n] = $7 }
    $1 == "maximum" { m++; top = $3 + $5 / 2 }
    function near(a, b, tol) { return a - b < tol && b - a < tol }
    # positions to a tenth of the grid, values to what a parabola misses
    END { exit !(n == 2 && m == 1 && near(psi[1], -psi[2], 2e-3) && psi[2] > 0.2 &&
                 near(knee[1], knee[2], 2e-3) && near(s[1], s[2], 1e-6) && near(s[1], least, 2e-6) &&
                 near(top, 0, 0.02)) }' err
check a_map_has_a_row_per_point sh -c \
    'test "$(head -n 1 fig.csv)" = q0_hip_R,q0_knee_R,s && test "$(wc -l <fig.csv)" = $((96 * 91 + 1))'
check a_map_lists_its_extrema_as_its_summary_does sh -c '
    test "$(head -n 1 fig-ex.csv)" = kind,q0_hip_R,q0_knee_R,s
    sed 1d fig-ex.csv >ex-rows
    grep -E "^(min|max)imum " err | cut -d" " -f1,3,5,7 | tr " " , | cmp - ex-rows && test "$(wc -l <ex-rows)" = 3'
run map rhex -x q0_hip_R=-1.8:0:0.1 -y q0_knee_R=0.7:2.5:0.1 --scalar s -o twice.csv --extrema twice.csv
refused map_refuses_two_outputs_in_one_file 2 'two outputs'
# Painleve: A < 0 between 0.65236 and 1.38209; there 0 or 2 solutions, 2 beyond sqrt(1/sin theta)
run map painleve-rod -s mu=2 -x q0_theta=0.1:1.5:0.1 -y u0_theta=-2:2:0.5 --scalar solutions -o p.csv
check painleve_domains_are_those_of_the_closed_form awk -F, 'NR > 1 {
        jam = $1 > 0.65236 && $1 < 1.38209
        opens = $2 * $2 > 1 / sin($1)
        if ($3 != (!jam ? 1 : opens ? 2 : 0)) bad++
    } END { exit NR != 15 * 9 + 1 || bad }' p.csv
if command -v gnuplot >/dev/null 2>&1; then
    run map rhex -x q0_hip_R=-1.8:0:0.1 -y q0_knee_R=0.7:2.5:0.1 --scalar s --plot map.svg
    check a_map_is_drawn sh -c 'test $0 = 0 && grep -q "<svg" map.svg' "$code"
    # the picture's pixels, as its PNG says: 15 x 9, whatever is missing among them
    run map painleve-rod -s mu=2 -x q0_theta=0.1:1.5:0.1 -y u0_theta=-2:2:0.5 --scalar lN --plot lN.svg
    check holes_in_a_map_stay_where_they_are sh -c 'grep -qx "holes 63" out && test "$(tr -d "\n" <lN.svg |
        sed "s|.*data:image/png;base64,\([A-Za-z0-9+/=]*\).*|\1|" | base64 -d | od -A n -t u1 -j 16 -N 8 |
        tr -s " ")" = " 0 0 0 15 0 0 0 9"'
    run map bouncing-ball -x q0_y=1:2:0.5 -y e_n=0:1:0.5 --scalar s --plot holes.svg
    refused a_map_of_nothing_is_not_drawn 3 'not defined at any point'
else
    skip a_map_is_drawn "no gnuplot"
fi
run map rhex -x q0_hip_R=0:1:0.1 -y nonsense=0:1:0.1 --scalar s
refused map_refuses_an_unknown_parameter 2 nonsense
run map rhex -x q0_hip_R=0:1 -y q0_knee_R=0:1:0.1 --scalar s
refused map_refuses_a_range_without_a_step 2 'A:B:STEP'
run map rhex -x q0_hip_R=0:1:0.1 -y q0_knee_R=0:1:0.1 --scalar spraed
refused map_suggests_a_scalar 2 'nearest: spread'
run map rhex -x q0_hip_R=0:1:0.1 -y q0_hip_R=0:1:0.1 --scalar s
refused map_refuses_one_parameter_on_both_axes 2 'q0_hip_R was given'
run map rhex -s q0_hip_R=0 -x q0_hip_R=0:1:0.1 -y q0_knee_R=0:1:0.1 --scalar s
refused map_refuses_an_axis_that_is_set 2 'q0_hip_R was given'
run map rhex
refused map_wants_axes 2 'expected'
run map bouncing-ball -x q0_y=-1:1:0.5 -y e_n=0:1:0.5 --scalar gap
check what_a_problem_refuses_is_a_hole sh -c 'test $0 = 0 && grep -qx "holes 6" out' "$code"

# ---- show-impact -----------------------------------------------------------------------
# Level ground: a cone about zero slip and no normal impulse that pulls.  On a slope some slips
# would need one, ever nearer ones the steeper it is, and at 45 degrees sticking needs more friction
# than the static 0.5 whatever e, below that less: as published.
run show-impact bicycle -s d2=0.25 -s u0_x=0 -o flat.csv --plot flat.svg
check show_impact_says_what_sticking_needs sh -c 'test $0 = 0 && grep -q "^mu_f\[e=0.50\]" out && test -s flat.svg' "$code"
check on_level_ground_every_slip_can_be_had sh -c 'awk -F, "NR > 1 && \$3 <= 0 { bad = 1 } END { exit bad }" flat.csv'
check on_level_ground_friction_is_a_cone_about_zero_slip sh -c 'awk -F, "NR > 1 && \$1 == 0.5 { if (\$2 < -0.1 && \$5 >= last && n) bad = 1; if (\$2 > 0.1 && \$5 <= last) bad = 1; last = \$5; n++ } END { exit bad || n < 100 }" flat.csv'
: >edges
for slope in 0.26179938779914941 0.52359877559829882 0.78539816339744828; do
    run show-impact bicycle -s d2=0.25 -s u0_x=0 -s slope=$slope -o steep.csv --plot steep.svg
    sed -n 's/^pulls\[e=0.00\] vT > //p' out >>edges
    test $slope = 0.78539816339744828 || check below_45_degrees_sticking_is_feasible_$slope sh -c 'test $(grep -c " sticks$" out) = 5'
done
check at_45_degrees_sticking_is_infeasible sh -c 'test $(grep -c " slips$" out) = 5'
check on_a_slope_some_slips_cannot_be_had sh -c 'awk -F, "NR > 1 && \$3 < 0 { n++ } END { exit n == 0 }" steep.csv && grep -q "opacity=.0.15" steep.svg'
check the_steeper_the_nearer_are_slips_that_cannot_be_had sh -c 'test $(wc -l <edges) = 3 && sort -rnc edges'
run show-impact jumping-leg-planar
check heel_and_toe_of_one_foot_are_taken_as_one sh -c 'test $0 = 0 && grep -qx "striking 2 as one" out && grep -q "^mu_f\[e=0.00\] 0\." out' "$code"
run show-impact newtons-cradle
refused show_impact_refuses_what_has_no_friction 2 friction

finish
