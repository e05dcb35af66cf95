#!/bin/sh
# test_report.sh - the report in a real browser: loads without errors, sorts, filters, plays
#
# A script put behind the page's own drives it and leaves what it saw in the document, which
# the browser prints.  Skipped where there is no chromium.

. "$(dirname "$0")/shell.sh"
names='the_page_loads_without_errors nothing_is_loaded_from_elsewhere every_run_has_a_line a_column_sorts
and_sorts_the_other_way a_filter_leaves_its_case the_profile_is_recomputed_for_the_subset
a_word_filters every_figure_is_explained films_play the_theme_changes
every_case_has_a_work_precision_diagram the_manifest_is_shown axes_are_labelled every_row_says_what_judged_it
a_failure_lowers_the_profile exact_solutions_rank_all_laws orders_have_intervals energy_and_penetration_are_drawn
no_figure_is_wider_than_a_phone and_it_is_readable_in_the_dark'

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || browser=
if test -z "$browser" || test -n "$STICKSLIP_SANITIZED"; then
    for name in $names; do skip "$name" "no chromium"; done
    finish
fi

cat >page.cfg <<'C'
says = "for the test of the page";
repeats = 2;
divisions = [100, 200, 400];
tolerances = [1e-4, 1e-6];
methods = ("glocker-studer", { method = "glocker-studer"; name = "second"; divisions = [150, 300, 600]; });
problems = ({ problem = "bouncing-ball"; methods = ("glocker-studer", "event-poisson", { method = "glocker-studer"; name = "second"; divisions = [150, 300, 600]; }); },
            { problem = "sliding-block"; }, { problem = "bicycle"; t_end = 1.5; });
C
"$STICKSLIP" bench page.cfg -o p --quiet >out 2>&1 || { cat out; }
{
    # errors are gathered before anything else runs
    sed 's#<head>#<head><script>window.wrong = []; window.onerror = m => { window.wrong.push(String(m)); };</script>#' p/report.html |
        sed 's#</body>##; s#</html>##'
    cat <<'P'
<script>
(async () => {
  const seen = {}, $ = id => document.getElementById(id), wait = ms => new Promise(r => setTimeout(r, ms));
  const column = n => [...$("runs").querySelectorAll("tbody tr")].map(r => r.children[n].textContent);
  const head = name => [...$("runs").querySelectorAll("th")].findIndex(t => t.dataset.c === name);
  const change = (id, v) => { $(id).value = v; $(id).dispatchEvent(new Event("change")); $(id).dispatchEvent(new Event("input")); };
  seen.every_run_has_a_line = column(0).length === 20;
  seen.every_case_has_a_work_precision_diagram = $("wp").querySelectorAll("svg[role=img]").length === 3;
  const at = head("steps"), up = a => a.every((x, i) => !i || Number(a[i - 1]) <= Number(x));
  $("runs").querySelectorAll("th")[at].click();
  seen.a_column_sorts = up(column(at)) && column(at).length === 20;
  $("runs").querySelectorAll("th")[at].click();
  seen.and_sorts_the_other_way = up(column(at).reverse()) && !up(column(at));
  const before = $("pp").innerHTML;
  change("f_case", "sliding-block");
  seen.a_filter_leaves_its_case = column(0).length === 6 && column(0).every(c => c === "sliding-block") && $("wp").querySelectorAll("figure").length === 1;
  seen.the_profile_is_recomputed_for_the_subset = $("pp").innerHTML !== before && $("pp").textContent.includes("1 cases");
  change("f_case", "");
  const svgs = [...document.querySelectorAll("#wp svg[role=img], #pp svg[role=img], #energy svg[role=img]")];
  seen.axes_are_labelled = svgs.length >= 8 && svgs.every(s => [...s.querySelectorAll("text")].filter(t => t.textContent.length > 4 && !Number(t.textContent)).length >= 2);
  seen.every_row_says_what_judged_it = column(head("reference")).every(c => c === "exact" || c === "law") && $("refs").textContent.includes("exact solution");
  const share = name => Number(($("pp").querySelector("figcaption").textContent.match(new RegExp(name + " (\\d+) of")) || [])[1]);
  // the first picture is of the exact solutions: of the two cases event-poisson ran one
  seen.exact_solutions_rank_all_laws = $("pp").querySelector("h3").textContent.includes("exact") && share("event-poisson") === 1;
  const reached = share("glocker-studer");
  change("pp_tol", "1e-8");
  seen.a_failure_lowers_the_profile = reached > 0 && share("glocker-studer") === 0 && share("event-poisson") === 1;
  change("pp_tol", "1e-3");
  seen.orders_have_intervals = /[0-9.]+±[0-9.]+/.test($("orders").textContent);
  seen.energy_and_penetration_are_drawn = $("energy").querySelectorAll("figure").length === 3 && $("depth").querySelectorAll("figure").length === 3;
  change("find", "second bouncing");
  seen.a_word_filters = column(0).length === 3;
  change("find", "");
  seen.every_figure_is_explained = [...document.querySelectorAll(".grid")].every(g => [...document.querySelectorAll("p.why")].some(p => p.textContent.length > 80 && (g.nextElementSibling === p || g.previousElementSibling === p)));
  const film = $("films").querySelector("figure"), slider = film.querySelector("input");
  film.querySelector("button").click();
  await wait(700);
  seen.films_play = Number(slider.value) > 0 && $("films").querySelectorAll("canvas").length === 3;
  const paper = () => getComputedStyle(document.body).backgroundColor, was = paper();
  $("theme").click();
  seen.the_theme_changes = paper() !== was;
  const lum = c => c.match(/[0-9.]+/g).slice(0, 3).map(Number).reduce((a, b) => a + b, 0);
  seen.and_it_is_readable_in_the_dark = lum(getComputedStyle(document.body).color) - lum(paper()) > 400 && lum(getComputedStyle(document.querySelector("svg text")).fill) - lum(paper()) > 250;
  document.querySelector("main").style.width = "360px";
  seen.no_figure_is_wider_than_a_phone = [...document.querySelectorAll("figure, .wide")].every(f => f.getBoundingClientRect().width <= 360);
  document.querySelector("main").style.width = "";
  seen.the_manifest_is_shown = $("manifest").textContent.includes("program_sha256");
  seen.the_page_loads_without_errors = window.wrong.length === 0 && document.documentElement.dataset.ready === "1";
  seen.nothing_is_loaded_from_elsewhere = performance.getEntriesByType("resource").length === 0;
  const out = document.createElement("pre");
  out.textContent = Object.entries(seen).map(e => "@@ " + e[0] + " " + e[1]).join("\n") + "\n@@ wrong " + window.wrong.join("; ") + "\n";
  document.body.append(out);
})();
</script></body></html>
P
} >test.html
timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$dir/profile" --virtual-time-budget=6000 \
    --dump-dom "file://$dir/test.html" >dom 2>log
for name in $names; do
    if grep -q "@@ $name true" dom; then ok "$name"; else bad "$name"; grep "@@ wrong" dom | head -1; fi
done
test "$failed" -eq 0 || tail -n 3 log
finish
