#!/bin/sh
# test_reproduce.sh - the command reproduce: recipes of its own making, then those that ship
#
# $STICKSLIP is the command under test (preset ./stickslip), $STICKSLIP_PAPERS the folder of the
# recipes that ship.  Prints "ok name", "FAIL name" or "skip name: why" for each, and ends with the
# counts.  Which recipes are run: with STICKSLIP_LONG=1 all, else those that take no sweep.

. "$(dirname "$0")/shell.sh"
ship=${STICKSLIP_PAPERS:-}

# reproduce ARGUMENTS...: stdout in out, stderr in err, exit code in $code
reproduce() { "$STICKSLIP" --quiet reproduce "$@" >out 2>err; code=$?; }

if ! command -v gnuplot >/dev/null; then
    skip reproduce_draws "no gnuplot"
    finish
fi

# ---- recipes of our own ------------------------------------------------------------------
mkdir -p papers/mine && cp "$ship/analyses.cfg" papers/ && STICKSLIP_PAPERS=$dir/papers && export STICKSLIP_PAPERS
recipe() { cat >papers/mine/1.cfg; }
# a recipe with one fact: fact VALUE BOUND
fact()
{
    recipe <<END
says = "A ball.";
data = ( { name = "ball"; command = "run bouncing-ball event-newton --t-end 1"; events = "hits"; } );
panels = ( { analysis = "energies"; of = "ball"; },
           { analysis = "trajectory"; of = "ball"; },
           { series = ( { x = "ball.t"; y = "ball.g_#"; title = "gap #"; } ); } );
facts = ( { says = "it holds"; value = "$1"; $2 } );
END
}
fact 'first(hits.t)' 'equals = "sqrt(2/9.81)"; within = 1e-3;'
reproduce mine/1 -o one
check a_fact_that_holds_ends_well ended 0
check the_picture_is_there grep -q '</svg>' one/mine/1/figure.svg
check the_data_are_there grep -q '^t,q_y' one/mine/1/ball.csv
check events_are_a_table_of_their_own grep -q '^0.45.*,impact,0,' one/mine/1/ball-events.csv
check verdicts_are_listed grep -q '^mine/1,1,source,holds,0.45' one/facts.csv
check the_gallery_names_the_command grep -q 'stickslip run bouncing-ball event-newton --t-end 1' one/index.html
check nothing_is_left_half_written test -z "$(find one -name '*.tmp.*')"
fact 'first(hits.t)' 'above = 1.0;'
reproduce mine/1 -o one
check a_fact_that_fails_ends_with_1 ended 1
check and_is_listed_as_failing grep -q '^mine/1,1,source,fails,' one/facts.csv
check and_as_unexplained grep -q '^unexplained 1' out
fact 'first(hits.t)' 'above = 1.0; fails = "It cannot be so.";'
reproduce mine/1 -o one
check an_explanation_changes_no_verdict ended 1
check but_is_shown grep -q 'It cannot be so.' one/index.html
fact 'nan' 'below = 1.0;'
reproduce mine/1 -o one
check a_missing_number_does_not_hold ended 1
fact 'first(hits.t)' 'below = 1.0;'
reproduce mine/1 -o a -j 1 && reproduce mine/1 -o b -j 3
check the_number_of_jobs_changes_nothing diff -r -x '*.txt' a b

# snapshots of an analysis: a dozen; those of the panel itself take their place
snapshots() { test "$(grep -c '^\$s1_ball_.*_1 <<' "one/mine/1/figure.gp")" -eq "$1"; }
reproduce mine/1 -o one
check an_analysis_has_its_snapshots snapshots 12
sed -i 's/"trajectory"; of = "ball"; /&snapshots = { at = "[0, 1]"; };/' papers/mine/1.cfg
reproduce mine/1 -o one
check the_panels_own_snapshots_go_before_them snapshots 2

# signals are a problem's own further numbers: the torques of the leg do the work that is recorded
recipe <<'END'
says = "A leg.";
data = ( { name = "leg"; command = "run jumping-leg-planar event-energetic --every 2e-4"; signals = "motor"; } );
panels = ( { series = ( { x = "motor.t"; y = "motor.hip"; } ); } );
# trapezia over 0.2 ms of torques that rise over 50 ms: 1e-3 of the work is beyond their error
facts = ( { says = "work"; equals = "last(leg.W_ext)"; within = 0.05;
    value = "integral(leg.t, motor.ankle*leg.u_q4 + motor.knee*leg.u_q5 + motor.hip*leg.u_q6)"; } );
END
reproduce mine/1 -o leg
check torques_do_the_work_that_is_recorded ended 0
"$STICKSLIP" run bouncing-ball gauss --signals x.csv >out 2>err; code=$?
refused a_problem_without_signals_is_said 2 'bouncing-ball has none'
fact 'first(hits.t)' 'below = 1.0;'

# two figures that ask for the same command share its data
mkdir papers/other && cp papers/mine/1.cfg papers/other/2.cfg
reproduce all -o two
check all_takes_every_paper grep -q '^figures 2' out
check shared_data_are_the_same cmp two/mine/1/ball.csv two/other/2/ball.csv
rm -r papers/other
reproduce mine -o three
check a_paper_takes_its_figures grep -q '^figures 1' out

"$STICKSLIP" show mine/1 >out 2>err; code=$?
check show_tells_what_a_figure_is sh -c 'grep -q "^A ball" out && grep -q "^data ball: stickslip run bouncing-ball" out && grep -q "^fact: it holds" out'

# ---- mistakes ----------------------------------------------------------------------------
reproduce mine/2 -o x
refused an_unknown_figure_is_refused 2 "unknown figure or paper 'mine/2'; nearest: mine/1"
reproduce mine/1 -o /dev/null/x
refused a_folder_that_cannot_be_made_is_said 3 'dev/null'
# wrong NAME LINE WORD: the recipe on stdin is refused at that line
wrong() { recipe; reproduce mine/1 -o x; refused "$1" 2 "1.cfg:$2: .*$3"; }
wrong an_unknown_entry_is_refused 2 "unknown entry 'panel'; nearest: panels" <<'END'
says = "x";
panel = ();
END
wrong a_syntax_error_is_refused 2 'syntax error' <<'END'
says = "x";
panels = ( { );
END
wrong a_fact_that_cannot_fail_is_refused 3 'cannot fail' <<'END'
says = "x";
panels = ( { series = ( { x = "1"; y = "1"; } ); } );
facts = ( { says = "y"; value = "1"; } );
END
wrong an_unknown_command_is_refused 2 'expected run, sweep' <<'END'
says = "x";
data = ( { name = "a"; command = "jump high"; } );
panels = ( { series = ( { x = "1"; y = "1"; } ); } );
END
wrong a_wrong_word_in_a_command_is_told_with_its_line 2 "unknown problem 'bouncing-bal'; nearest: bouncing-ball" <<'END'
says = "x";
data = ( { name = "a"; command = "run bouncing-bal gauss"; } );
panels = ( { series = ( { x = "1"; y = "1"; } ); } );
END
wrong an_unknown_column_is_refused 3 "nearest: .*E_tot" <<'END'
says = "x";
data = ( { name = "a"; command = "run bouncing-ball gauss --t-end 0.1"; } );
panels = ( { series = ( { x = "a.t"; y = "a.E_to"; } ); } );
END
wrong an_unknown_analysis_is_refused 2 "unknown analysis 'energy'; nearest: energies" <<'END'
says = "x";
panels = ( { analysis = "energy"; of = "a"; } );
END
wrong an_unknown_style_is_refused 2 "unknown style 'line'; nearest: lines" <<'END'
says = "x";
panels = ( { series = ( { x = "1"; y = "1"; style = "line"; } ); } );
END
wrong lengths_that_differ_are_refused 2 'x has 2 numbers' <<'END'
says = "x";
panels = ( { series = ( { x = "[1,2]"; y = "[1,2,3]"; } ); } );
END

# ---- those that ship -----------------------------------------------------------------------
STICKSLIP_PAPERS=$ship
"$STICKSLIP" list figures >figures || bad figures_are_listed
what=
for f in $(awk '{ print $1 }' figures); do
    if test -n "$STICKSLIP_LONG" || ! grep -q -e 'command = "sweep' -e '@include' "$ship/$f.cfg"; then what="$what $f"; fi
done
# shellcheck disable=SC2086
reproduce $what -o ship
if test -s err; then sed 's/^/  /' err; fi
check every_recipe_can_be_made test -f ship/facts.csv
# A fact that fails must be explained in its recipe, and one that is explained must fail: either is
# a change in what comes out.
check every_failing_fact_is_explained grep -q '^unexplained 0' out
check every_explained_fact_fails sh -c '! grep -E ",holds,.*,\"[^\"]+\"$" ship/facts.csv'
finish
