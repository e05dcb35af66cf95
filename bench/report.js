"use strict";
// report.js - the page of a benchmark: everything is drawn from the one block of data
const D = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);
const R = D.rows.map((cells, i) => {
  const r = {i};
  D.columns.forEach((c, k) => { r[c.name] = cells[k]; });
  return r;
});
const uniq = list => [...new Set(list)];
const cases = uniq(R.map(r => r.case)), labels = uniq(R.map(r => r.label)), laws = uniq(R.map(r => r.law));
// eight colours; when they begin again, marks and dashes are others
const color = name => "var(--c" + labels.indexOf(name) % 8 + ")";
const look = name => (labels.indexOf(name) + Math.floor(labels.indexOf(name) / 8)) % 4;
const dash = name => ["", "5 3", "2 2", "7 2 2 2"][look(name)];
const mark = (name, x, y, inside) => {
  const f = `fill="${color(name)}"`;
  return [`<circle cx="${x}" cy="${y}" r="3.4" ${f}>`, `<rect x="${x - 3}" y="${y - 3}" width="6" height="6" ${f}>`,
    `<path d="M${x - 4} ${y + 3.2}h8l-4 -7z" ${f}>`, `<path d="M${x} ${y - 4.4}l4.4 4.4l-4.4 4.4l-4.4 -4.4z" ${f}>`][look(name)] + inside + ["</circle>", "</rect>", "</path>", "</path>"][look(name)];
};
const swatch = name => `<svg class="swatch" viewBox="0 0 22 10"><path d="M0 5H22" stroke="${color(name)}" stroke-width="1.8" stroke-dasharray="${dash(name)}"/>${mark(name, 11, 5, "")}</svg>`;
const esc = s => String(s).replace(/[&<>"]/g, c => ({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})[c]);
const num = (x, d = 3) => x === null || x === undefined ? "–" : x === 0 ? "0" :
  Math.abs(x) >= 1e-3 && Math.abs(x) < 1e5 ? String(Number(x.toPrecision(d))) : x.toExponential(d - 1).replace("e+", "e");
const tick = x => { const v = Number(x.toPrecision(4)), a = Math.abs(v); return a === 0 || (a >= 1e-3 && a < 1e5) ? String(v) : v.toExponential().replace("e+", "e"); };
const short = x => { const v = Number(x.toPrecision(2)); return v >= 1e-2 && v < 1e4 ? String(v) : v.toExponential().replace("e+", "e"); };
const lawName = law => law === "none" ? "methods without an impact law" : law + " impact law";
const ok = r => r.verdict === "ok";
// rows that one truth judges may be ranked: the exact solution, which judges a method only where it
// holds for its law of impact; or the reference of one law; or one method's own limit
const truth = r => r.reference === "exact" ? "exact solution" : r.reference === "law" ? (r.law === "none" ? "no impacts" : r.law + " law") + ": " + r.ref_method :
  r.reference === "self" ? "own limit of " + r.label : r.law + " law, no reference";
const level = r => r.h !== null ? "h " + short(r.h) : "rtol " + short(r.rtol);

// ---- what is shown ---------------------------------------------------------------------
const on = new Set(labels);
function shown() {
  const words = $("find").value.toLowerCase().split(/\s+/).filter(w => w);
  return R.filter(r => on.has(r.label) && (!$("f_case").value || r.case === $("f_case").value) &&
    (!$("f_tag").value || r.tags.split(" ").includes($("f_tag").value)) && (!$("f_law").value || r.law === $("f_law").value) &&
    words.every(w => [r.case, r.problem, r.label, r.law, r.verdict, r.tags, r.reference].join(" ").toLowerCase().includes(w)));
}
function options(id, list, all) {
  $(id).innerHTML = (all ? `<option value="">${all}</option>` : "") +
    list.map(v => Array.isArray(v) ? `<option value="${esc(v[0])}">${esc(v[1])}</option>` : `<option>${esc(v)}</option>`).join("");
}

// ---- pictures --------------------------------------------------------------------------
const W = 360, H = 230, box = {l: 60, r: 10, t: 8, b: 34};
function marks(lo, hi, log) {
  const out = [];
  if (log) {
    const a = Math.ceil(lo - 1e-9), b = Math.floor(hi + 1e-9), step = Math.max(1, Math.ceil((b - a) / 6));
    for (let e = a; e <= b; e += step) out.push([e, e >= -2 && e <= 3 ? String(Number(Math.pow(10, e).toPrecision(1))) : "1e" + e]);
    return out;
  }
  const span = hi - lo || 1, ten = Math.pow(10, Math.floor(Math.log10(span / 4))), unit = [1, 2, 5, 10].find(m => span / (m * ten) <= 6) * ten;
  for (let v = Math.ceil(lo / unit) * unit; v <= hi + 1e-9 * span; v += unit) out.push([v, tick(Math.abs(v) < 1e-9 * span ? 0 : v)]);
  return out;
}
// curves: [{name, points: [[x, y]...], dots}]; logarithms are taken here
function chart(curves, o) {
  const f = [o.logx ? Math.log10 : x => x, o.logy ? Math.log10 : y => y];
  const usable = p => p[0] !== null && p[1] !== null && (!o.logx || p[0] > 0) && (!o.logy || p[1] > 0);
  const C = curves.map(c => ({...c, points: c.points.map(p => p && usable(p) ? [f[0](p[0]), f[1](p[1])] : null)}));
  const all = C.flatMap(c => c.points.filter(p => p));
  if (!all.length) return `<p class="soft">${o.empty || "nothing to show"}</p>`;
  let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const p of all) { x0 = Math.min(x0, p[0]); x1 = Math.max(x1, p[0]); y0 = Math.min(y0, p[1]); y1 = Math.max(y1, p[1]); }
  if (o.zero) { y0 = 0; y1 = y1 || 1; }
  if (o.x) [x0, x1] = o.x; if (o.y) [y0, y1] = o.y;
  if (!o.x) { const m = 0.04 * (x1 - x0) || 0.5; x0 -= m; x1 += m; }
  if (!o.y) { const m = 0.06 * (y1 - y0) || (o.logy ? 0.5 : Math.abs(y1) * 0.1 || 1); y0 -= m; y1 += m; }
  const X = x => box.l + (W - box.l - box.r) * (x - x0) / (x1 - x0), Y = y => H - box.b - (H - box.t - box.b) * (y - y0) / (y1 - y0);
  let s = `<svg viewBox="0 0 ${W} ${H}" role="img" aria-label="${esc(o.alt || "")}">`;
  for (const [v, text] of marks(x0, x1, o.logx)) s += `<path class="axis" d="M${X(v)} ${box.t}V${H - box.b}"/><text x="${X(v)}" y="${H - box.b + 13}" text-anchor="middle">${text}</text>`;
  for (const [v, text] of marks(y0, y1, o.logy)) s += `<path class="axis" d="M${box.l} ${Y(v)}H${W - box.r}"/><text x="${box.l - 4}" y="${Y(v) + 4}" text-anchor="end">${text}</text>`;
  s += `<text x="${(box.l + W - box.r) / 2}" y="${H - 5}" text-anchor="middle">${esc(o.xlabel || "")}</text>`;
  s += `<text transform="translate(11 ${(box.t + H - box.b) / 2}) rotate(-90)" text-anchor="middle">${esc(o.ylabel || "")}</text>`;
  for (const c of C) {
    let d = "", pen = false;
    for (const p of c.points) { if (!p) { pen = false; continue; } d += (pen ? "L" : "M") + X(p[0]).toFixed(1) + " " + Y(p[1]).toFixed(1); pen = true; }
    s += `<path d="${d}" fill="none" stroke="${color(c.name)}" stroke-width="1.6" stroke-dasharray="${dash(c.name)}"><title>${esc(c.name)}</title></path>`;
    if (c.dots) c.points.forEach((p, k) => {
      if (!p) return;
      s += mark(c.name, Number(X(p[0]).toFixed(1)), Number(Y(p[1]).toFixed(1)), `<title>${esc(c.name + "\n" + c.dots[k])}</title>`);
    });
  }
  return s + "</svg>";
}
const legend = (names, more) => names.map((n, k) => `<span class="key">${swatch(n)}${esc(n)}${more ? " " + more[k] : ""}</span>`).join(" ");
const figure = (title, svg, names, note, more) => `<figure><h3>${esc(title)}</h3>${svg}<figcaption>${legend(names, more)}${note ? `<div>${note}</div>` : ""}</figcaption></figure>`;

const ERRORS = [["graph", "graph distance"], ["q_l2", "position, root mean square"], ["q_rel", "position, largest"], ["u_l2", "velocity, root mean square"],
  ["u_rel", "velocity, largest"], ["impact_time", "time of impacts / s"], ["mode_share", "share of time in a wrong mode"], ["E_residue", "energy residue / J"], ["penetration", "penetration"]];
const WORKS = [["cpu", "processor time / s"], ["wall", "wall time / s"], ["steps", "steps"], ["n_force", "force evaluations"], ["n_solves", "contact problems solved"], ["n_pivots", "pivots"]];
const errorOf = r => { const e = r[$("wp_y").value]; return e === null ? null : Math.abs(e); };
const workOf = r => r[$("wp_x").value];

function workPrecision(rows) {
  const y = ERRORS.find(e => e[0] === $("wp_y").value)[1], x = WORKS.find(e => e[0] === $("wp_x").value)[1];
  $("wp").innerHTML = uniq(rows.map(r => r.case)).map(c => {
    const here = rows.filter(r => r.case === c && ok(r) && errorOf(r) !== null), names = uniq(here.map(r => r.label));
    const curves = names.map(n => {
      const list = here.filter(r => r.label === n).sort((a, b) => a.steps - b.steps);
      return {name: n, points: list.map(r => [workOf(r), errorOf(r)]), dots: list.map(r => level(r) + ", error " + num(errorOf(r)) + ", work " + num(workOf(r)))};
    });
    const own = uniq(here.filter(r => r.reference === "self").map(r => r.label)), by = uniq(here.filter(r => r.reference === "law").map(r => r.ref_method));
    const judges = [here.some(r => r.reference === "exact") ? "the exact solution" : "", by.length ? "references of their law: " + by.join(", ") : "", own.length ? "their own limit: " + own.join(", ") : ""].filter(j => j);
    return figure(c, chart(curves, {logx: true, logy: true, xlabel: x, ylabel: y, alt: y + " over " + x + " on " + c, empty: "no run of this case could be judged"}), names, judges.length ? "Judged by " + esc(judges.join("; ")) + "." : "");
  }).join("");
  $("wp_why").innerHTML = `Vertically the error (${esc(y)}), horizontally the work (${esc(x)}), both logarithmic; one point per resolution, better is down and to the left.
    Errors come from a pass of their own, times from interleaved repeats that record nothing. The graph distance is the Hausdorff distance of the filled-in graphs of (t/T, q, u):
    it forgives a jump that comes a little early or late, which the largest velocity error does not.`;
}

function profiles(rows) {
  const tol = Number($("pp_tol").value);
  // law null: the exact solutions, which judge methods of several laws
  const groups = [null, ...uniq(rows.map(r => r.law))].map(law => {
    const here = rows.filter(r => (law === null || r.law === law) && r.reference !== "self");
    const all = uniq(here.filter(r => r.reference === "exact" || (law !== null && r.reference === "law")).map(r => r.case));
    const alone = (c, n) => rows.some(r => r.case === c && r.label === n && (r.reference === "self" || (law === null && r.reference === "law")));
    return {law, here, all, alone, names: uniq(here.map(r => r.label)), title: law === null ? "exact solutions, every law of impact" : lawName(law)};
  }).filter(g => g.all.length);
  $("pp").innerHTML = groups.map(({law, here, all, alone, names, title}) => {
    if (names.length < 2 && groups.length > 1) return "";
    const cost = (c, n) => here.filter(r => r.case === c && r.label === n && ok(r) && errorOf(r) !== null && errorOf(r) <= tol && workOf(r) > 0)
      .reduce((m, r) => Math.min(m, workOf(r)), Infinity);
    const best = Object.fromEntries(all.map(c => [c, Math.min(...names.filter(n => !alone(c, n)).map(n => cost(c, n)))]));
    const counted = names.map(n => all.filter(c => !alone(c, n)));
    const ratios = names.map((n, k) => counted[k].map(c => isFinite(best[c]) ? cost(c, n) / best[c] : Infinity).sort((a, b) => a - b));
    const far = Math.max(2, ...ratios.flat().filter(isFinite)) * 1.5;
    const curves = names.map((n, k) => {
      const p = [[1, 0]], of = counted[k].length || 1;
      let got = 0;
      for (const q of ratios[k]) { if (!isFinite(q)) break; p.push([q, got / of]); got++; p.push([q, got / of]); }
      p.push([far, got / of]);
      return {name: n, points: p, arrives: got, of};
    });
    const solved = all.filter(c => isFinite(best[c])).length;
    return figure(title, chart(curves, {logx: true, x: [0, Math.log10(far)], y: [-0.02, 1.04], xlabel: "τ, work over the best method's work", ylabel: "share of the cases", alt: "performance profile, " + title}), names,
      `${all.length} cases, ${solved} solved by some method to ${short(tol)}.`, curves.map(c => c.arrives + " of " + c.of));
  }).join("") || `<p class="soft">nothing that is shown has a truth that two methods share</p>`;
  const single = groups.filter(g => g.names.length < 2 && groups.length > 1);
  $("pp_single").textContent = single.length ? "Not drawn, because one method alone is shown that has the law: " + single.map(g => g.title + " (" + g.names[0] + ")").join(", ") + "." : "";
}

// ---- tables ------------------------------------------------------------------------------
function advice(rows) {
  const targets = [1e-2, 1e-4, 1e-6];
  const time = w => w < 1e-3 ? num(1e6 * w, 2) + " µs" : w < 1 ? num(1e3 * w, 2) + " ms" : num(w, 2) + " s";
  let s = `<tr><th class="t">case</th><th class="t">judged by</th>` + targets.map(t => `<th class="t">within ${short(t)}</th>`).join("") + `<th class="t">closest</th><th class="t">least energy made</th></tr>`;
  for (const c of uniq(rows.map(r => r.case))) for (const law of uniq(rows.filter(r => r.case === c && ok(r)).map(truth))) {
    const here = rows.filter(r => r.case === c && truth(r) === law && ok(r)), judged = here.filter(r => r.graph !== null);
    const cost = r => r.cpu !== null ? r.cpu : r.n_force;
    s += `<tr><td class="t">${esc(c)}</td><td class="t soft">${esc(law).replace(": ", "<br>").replace("own limit of ", "own limit<br>")}</td>`;
    for (const t of targets) {
      const b = judged.filter(r => r.graph <= t).sort((x, y) => cost(x) - cost(y))[0];
      s += `<td class="t${b ? "" : " none"}">${b ? `<span class="chip"><i style="background:${color(b.label)}"></i>${esc(b.label)}</span><br>${level(b)}${b.cpu !== null ? ", " + time(b.cpu) : ""}` : "–"}</td>`;
    }
    const best = judged.slice().sort((x, y) => x.graph - y.graph)[0], calm = here.slice().sort((x, y) => x.E_gain_max - y.E_gain_max)[0];
    s += `<td class="t">${best ? num(best.graph, 2) + "<br>" + esc(best.label) : "not judged"}</td><td class="t">${calm ? num(calm.E_gain_max, 2) + " J<br>" + esc(calm.label) : ""}</td></tr>`;
  }
  $("advice").innerHTML = s;
}
function orders(rows) {
  const names = uniq(rows.filter(ok).map(r => r.label));
  const cell = (v, lo, hi) => v === null ? `<td class="none">–</td>` : `<td title="95 % interval ${num(lo, 3)} to ${num(hi, 3)}"><b>${v.toFixed(1)}</b><span class="soft">±${(hi - lo) / 2 < 9.95 ? ((hi - lo) / 2).toFixed(1) : Math.round((hi - lo) / 2)}</span></td>`;
  let s = `<tr><th class="t" rowspan="2">case</th>` + names.map(n => `<th colspan="2" style="color:${color(n)}">${esc(n)}</th>`).join("") + "</tr><tr>" + names.map(() => "<th>q</th><th>graph</th>").join("") + "</tr>";
  for (const c of uniq(rows.map(r => r.case))) {
    s += `<tr><td class="t">${esc(c)}</td>`;
    for (const n of names) {
      const r = rows.find(q => q.case === c && q.label === n);
      s += r ? cell(r.order_q, r.order_q_lo, r.order_q_hi) + cell(r.order_g, r.order_g_lo, r.order_g_hi) : "<td></td><td></td>";
    }
    s += "</tr>";
  }
  $("orders").innerHTML = s;
}
function references(rows) {
  const seen = new Map();
  for (const r of rows) if (r.reference) {
    const key = [r.case, r.reference, r.ref_method].join("|");
    if (!seen.has(key)) seen.set(key, []);
    seen.get(key).push(r);
  }
  const most = (list, c) => list.reduce((m, r) => r[c] === null ? m : m === null ? r[c] : Math.max(m, r[c]), null);
  $("refs").innerHTML = `<tr><th class="t">case</th><th class="t">judged by</th><th class="t">methods</th><th>error of the reference</th><th>judged until / s</th><th>of / s</th><th>law gap</th></tr>` +
    [...seen.values()].map(l => `<tr${most(l, "law_gap") > 0.01 ? ' class="worst"' : ""}><td class="t">${esc(l[0].case)}</td><td class="t">${esc(l[0].reference === "exact" ? "exact solution" : l[0].reference + (l[0].ref_method ? ": " + l[0].ref_method : ""))}</td><td class="t flow">${esc(uniq(l.map(r => r.label)).join(", "))}</td><td>${num(most(l, "ref_error"), 2)}</td><td>${num(most(l, "t_judged"), 4)}</td><td>${num(l[0].t_end, 4)}</td><td>${num(most(l, "law_gap"), 2)}</td></tr>`).join("");
}

const VIEWS = {
  "summary": ["verdict", "reference", "graph", "q_l2", "u_l2", "impact_time", "E_gain_max", "penetration", "steps", "wall", "ns_step"],
  "errors": ["verdict", "reference", "ref_error", "t_judged", "q_sup", "q_end", "q_rel", "q_l2", "u_rel", "u_l2", "graph"],
  "events and modes": ["verdict", "impacts", "impacts_big", "impacts_ref", "impacts_off", "impact_time", "mode_share", "mode_edit"],
  "energy": ["verdict", "E_start", "E_end", "W_ext", "D_normal", "D_friction", "E_residue", "E_gain_max", "E_gain_hit", "E_moved"],
  "contact laws": ["verdict", "penetration", "residual", "cone", "pull", "gap_loaded"],
  "work": ["verdict", "steps", "n_pose", "n_mass", "n_force", "n_gap", "n_jac", "n_solves", "n_pivots", "n_refused", "wall", "cpu", "ns_step"],
  "failures": ["verdict", "why", "t", "steps"]};
let sortBy = null, sortUp = true;
function table(rows) {
  const view = $("cols").value, cols = ["case", "label", "law", "level", ...VIEWS[view]];
  const list = (view === "failures" ? rows.filter(r => !ok(r)) : rows).slice();
  const value = (r, c) => c === "level" ? (r.h !== null ? r.h : r.rtol) : r[c];
  if (sortBy && cols.includes(sortBy)) list.sort((a, b) => {
    const x = value(a, sortBy), y = value(b, sortBy);
    if (x === y) return a.i - b.i;
    if (x === null || x === "") return 1;
    if (y === null || y === "") return -1;
    return (x < y ? -1 : 1) * (sortUp ? 1 : -1);
  });
  const info = Object.fromEntries(D.columns.map(c => [c.name, c]));
  const text = new Set(["case", "label", "law", "verdict", "reference", "why"]);
  const head = c => `<th class="sort ${text.has(c) ? "t" : ""}" data-c="${c}" title="${esc(info[c] ? info[c].says : "fixed step or relative tolerance")}">${({label: "method", level: "resolution"})[c] || c}${info[c] && info[c].unit && info[c].unit !== "1" ? ` <span class="soft">${esc(info[c].unit)}</span>` : ""}${sortBy === c ? (sortUp ? " ▲" : " ▼") : ""}</th>`;
  const cell = (r, c) => {
    const v = value(r, c);
    if (c === "level") return `<td>${level(r)}</td>`;
    if (c === "verdict") return `<td class="t ${ok(r) ? "ok" : "fail"}" title="${esc(r.why)}">${esc(v)}</td>`;
    if (c === "label") return `<td class="t"><span class="chip"><i style="background:${color(v)}"></i>${esc(v)}</span></td>`;
    if (c === "wall" && v !== null) return `<td>${num(v)} <span class="soft">±${num((r.wall_hi - r.wall_lo) / 2, 1)}</span></td>`;
    return text.has(c) ? `<td class="t">${esc(v)}</td>` : `<td${v === null ? ' class="none"' : ""}>${num(v)}</td>`;
  };
  $("runs").innerHTML = "<thead><tr>" + cols.map(head).join("") + "</tr></thead><tbody>" + list.map(r => "<tr>" + cols.map(c => cell(r, c)).join("") + "</tr>").join("") + "</tbody>";
  $("count").textContent = list.length + " of " + R.length + " runs";
  for (const th of $("runs").querySelectorAll("th")) th.onclick = () => {
    sortUp = sortBy === th.dataset.c ? !sortUp : true; sortBy = th.dataset.c; table(shown());
  };
}

// ---- over time -----------------------------------------------------------------------------
const ROUNDING = 1e-12; // m: of lengths of a metre, gaps are known to some 1e-16 each way of thousands of steps
function finest(rows, c) {
  return uniq(rows.filter(r => r.case === c && ok(r) && D.curves[r.run]).map(r => r.label)).map(n =>
    rows.filter(r => r.case === c && r.label === n && ok(r) && D.curves[r.run]).sort((a, b) => b.steps - a.steps)[0]);
}
function overTime(rows) {
  for (const [id, what] of [["energy", "E"], ["depth", "depth"], ["growth", "error"]])
    $(id).innerHTML = uniq(rows.map(r => r.case)).map(c => {
      const runs = finest(rows, c).filter(r => what !== "error" || r.graph !== null), names = runs.map(r => r.label);
      const curves = runs.map(r => {
        const v = D.curves[r.run][what], n = v.length, p = [];
        v.forEach((y, k) => {
          const t = (k + 0.5) / n * r.t_end;
          if (what === "error" && t > r.t_judged) return;
          if (what === "E") { if (y[0] !== null) { p.push([t, y[0]]); if (y[1] !== y[0]) p.push([t, y[1]]); } }
          else if (y !== null) p.push([t, what === "error" ? Math.max(y, 1e-16) : Math.max(y, 0)]);
        });
        return {name: r.label, points: p};
      });
      const deepest = Math.max(...runs.map(r => r.penetration || 0));
      const svg = what === "depth" && !(deepest > ROUNDING) ? `<p class="soft">no state of these runs is deeper than ${num(deepest, 2)} m: rounding</p>` :
        chart(curves, {xlabel: "t / s", ylabel: {E: "energy less work / J", depth: "depth / m", error: "position error"}[what], logy: what === "error", zero: what === "depth", alt: id + " over time on " + c, empty: "nothing to show"});
      return runs.length ? figure(c, svg, names, "", runs.map(level)) : "";
    }).join("") || `<p class="soft">no run that is shown ended well</p>`;
}

// ---- films -----------------------------------------------------------------------------------
const films = [];
function film(c, host) {
  const A = D.films[c], F = A.frames;
  const el = document.createElement("figure");
  el.innerHTML = `<h3>${esc(c)}</h3><canvas aria-label="the motion of ${esc(c)}"></canvas><div class="play"><button>Play</button><input type="range" min="0" max="${F.length - 1}" value="0" aria-label="frame"><span class="soft"></span></div><figcaption>${esc(A.method)}; ${esc(A.says)}</figcaption>`;
  el.dataset.case = c;
  host.append(el);
  const [canvas, button, slider, time] = [el.querySelector("canvas"), el.querySelector("button"), el.querySelector("input"), el.querySelector("span")];
  for (let i = 1; i < F.length; i++) F[i][1] = F[i][1].map((s, k) => s === 0 ? F[i - 1][1][k] : s);
  const b = [Infinity, Infinity, -Infinity, -Infinity], sizes = [];
  const reach = (x, y) => { b[0] = Math.min(b[0], x); b[1] = Math.min(b[1], y); b[2] = Math.max(b[2], x); b[3] = Math.max(b[3], y); };
  for (const f of F) {
    for (const s of f[1]) if (s[0] !== 1) { if (s.length === 5) { reach(s[1], s[2]); reach(s[3], s[4]); } else { const m = Math.max(s[3], s[4]); reach(s[1] - m, s[2] - m); reach(s[1] + m, s[2] + m); } }
    for (const k of f[2]) { const m = Math.hypot(k[2], k[3]); if (m > 0) sizes.push(m); }
  }
  if (!(b[0] <= b[2])) { b[0] = b[1] = -1; b[2] = b[3] = 1; }
  sizes.sort((x, y) => x - y);
  const usual = sizes.length ? sizes[Math.floor(0.9 * (sizes.length - 1))] : 1, T = F[F.length - 1][0];
  const me = {el, at: 0, clock: 0, playing: false, before: 0};
  me.draw = () => {
    const r = canvas.getBoundingClientRect(), d = window.devicePixelRatio || 1, css = getComputedStyle(document.documentElement);
    if (!r.width) return;
    canvas.width = Math.round(r.width * d); canvas.height = Math.round(r.height * d);
    const g = canvas.getContext("2d"), c = n => css.getPropertyValue("--" + n).trim(), f = F[me.at];
    g.setTransform(d, 0, 0, d, 0, 0);
    const k = Math.min((r.width - 60) / (b[2] - b[0] || 1), (r.height - 50) / (b[3] - b[1] || 1));
    const X = x => r.width / 2 + k * (x - (b[0] + b[2]) / 2), Y = y => r.height / 2 - k * (y - (b[1] + b[3]) / 2);
    g.lineCap = "round"; g.lineWidth = 2;
    for (const s of f[1]) {
      g.strokeStyle = c(["body", "ground", "spring", "pen"][s[0]]); g.beginPath();
      if (s.length === 5) { g.moveTo(X(s[1]), Y(s[2])); g.lineTo(X(s[3]), Y(s[4])); } else g.ellipse(X(s[1]), Y(s[2]), Math.abs(k * s[3]), Math.abs(k * s[4]), -s[5], -s[6], -s[7], true);
      g.stroke();
    }
    for (const q of f[2]) {
      const m = Math.hypot(q[2], q[3]);
      if (!(m > 0)) continue;
      const long = 45 * Math.min(1.4, m / usual), x = X(q[0]), y = Y(q[1]), dx = q[2] / m, dy = -q[3] / m, h = Math.min(8, 0.6 * long);
      g.strokeStyle = g.fillStyle = q[4] === 1 ? c("stick") : c("force"); g.beginPath(); g.moveTo(x, y); g.lineTo(x + (long - h) * dx, y + (long - h) * dy); g.stroke();
      g.beginPath(); g.moveTo(x + long * dx, y + long * dy); g.lineTo(x + (long - h) * dx - 0.5 * h * dy, y + (long - h) * dy + 0.5 * h * dx); g.lineTo(x + (long - h) * dx + 0.5 * h * dy, y + (long - h) * dy - 0.5 * h * dx); g.fill();
    }
    slider.value = me.at; time.textContent = "t = " + F[me.at][0].toFixed(3);
  };
  const advance = now => {
    if (!me.playing) return;
    me.clock += (now - me.before) / 1000 * T / Math.max(4, Math.min(10, T)); me.before = now;
    if (me.clock >= T) { me.clock = T; me.play(false); }
    while (me.at + 1 < F.length && F[me.at + 1][0] <= me.clock) me.at++;
    me.draw();
    if (me.playing) requestAnimationFrame(advance);
  };
  me.play = go => {
    me.playing = go; button.textContent = go ? "Pause" : "Play";
    if (!go) return;
    if (me.at >= F.length - 1) { me.at = 0; me.clock = 0; }
    me.before = performance.now(); requestAnimationFrame(advance);
  };
  button.onclick = () => me.play(!me.playing);
  slider.oninput = () => { me.play(false); me.at = Number(slider.value); me.clock = F[me.at][0]; me.draw(); };
  films.push(me);
}

// ---- the page ----------------------------------------------------------------------------------
function refresh() {
  const rows = shown();
  advice(rows); workPrecision(rows); profiles(rows); orders(rows); overTime(rows); references(rows); table(rows);
  for (const f of films) f.el.hidden = !rows.some(r => r.case === f.el.dataset.case);
}
function theme(name) { document.documentElement.dataset.theme = name; for (const f of films) f.draw(); }

const M = D.manifest, timed = R.some(r => r.wall !== null);
$("title").textContent = "stickslip benchmark: " + (M.suites || []).map(s => s.name).join(", ");
document.title = $("title").textContent;
$("says").textContent = (M.suites || []).map(s => s.says).join(" ");
$("facts").innerHTML = [[R.length, "runs"], [cases.length, "cases"], [labels.length, "methods"], [R.filter(ok).length, "ended well"],
  [R.filter(r => r.verdict === "unsupported").length, "unsupported"], [R.filter(r => !ok(r) && r.verdict !== "unsupported").length, "failed"],
  [M.repeats, "timed repeats"], [(M.machine || {}).cpu || "", "machine"], [(M.finished || M.begun || "").slice(0, 10), "date"]]
  .map(f => `<li><b>${esc(f[0])}</b><span class="soft">${f[1]}</span></li>`).join("");
options("f_case", cases, "all"); options("f_law", laws, "all");
options("f_tag", uniq(R.flatMap(r => r.tags.split(" "))).filter(t => t).sort(), "all");
options("wp_y", ERRORS); options("wp_x", timed ? WORKS : WORKS.slice(2)); options("cols", Object.keys(VIEWS));
options("pp_tol", [["1e-1", "0.1"], ["1e-2", "0.01"], ["1e-3", "0.001"], ["1e-4", "0.0001"], ["1e-5", "1e-5"], ["1e-6", "1e-6"], ["1e-8", "1e-8"]]);
$("pp_tol").value = "1e-3";
$("chips").innerHTML = labels.map((n, k) => `<label class="chip"><input type="checkbox" checked data-k="${k}"><i style="background:${color(n)}"></i>${esc(n)}</label>`).join(" ");
for (const c of $("chips").querySelectorAll("input")) c.onchange = () => { const n = labels[c.dataset.k]; if (c.checked) on.add(n); else on.delete(n); refresh(); };
for (const id of ["f_case", "f_tag", "f_law", "wp_x", "wp_y", "pp_tol", "cols"]) $(id).onchange = refresh;
$("find").oninput = refresh;
$("columns").innerHTML = D.columns.map(c => `<tr><td class="t"><code>${esc(c.name)}</code></td><td class="t">${esc(c.unit === "1" ? "" : c.unit)}</td><td class="t" style="white-space:normal">${esc(c.says)}</td></tr>`).join("");
$("manifest").textContent = JSON.stringify(M, null, 2);
for (const c of cases) if (D.films[c] && D.films[c].frames.length) film(c, $("films"));
if (!films.length) $("films").innerHTML = `<p class="soft">no case could be drawn</p>`;
const dark = window.matchMedia("(prefers-color-scheme: dark)");
dark.addEventListener("change", e => theme(e.matches ? "dark" : "light"));
$("theme").onclick = () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
window.addEventListener("resize", () => { for (const f of films) f.draw(); });
refresh();
theme(dark.matches ? "dark" : "light");
document.documentElement.dataset.ready = "1";
