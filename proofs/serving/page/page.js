"use strict";
// The page of `derive serve`: sends what is typed to this server, and shows the answer as it comes, line by line.

const find = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const TYPING = 200; // milliseconds without a key after which what was typed is judged
const PREVIEW = 90;
const ANSWERS = ["derivative", "verdict"];

// Markup comes from this server alone, which escapes all text in it; the policy lets no other string become markup.
const trusted = window.trustedTypes ? trustedTypes.createPolicy("derive", { createHTML: text => text }) : { createHTML: text => text };

function markup(text) {
  const made = document.createElement("template");
  made.innerHTML = trusted.createHTML(text);
  return made.content;
}

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  made.append(...children.filter(child => child != null));
  return made;
}

// Requests.

async function ask(kind, asked, signal, told) {
  let answer;
  try {
    answer = await fetch(`/api/${kind}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked), signal });
  } catch (problem) {
    if (signal.aborted) return;
    told({ event: "failure", message: "the server does not answer: is `derive serve` still running?" });
    return;
  }
  if (!answer.ok) {
    const said = await answer.json().catch(() => ({}));
    if (!signal.aborted) told({ event: "failure", message: said.error || `the server refused (${answer.status})` });
    return;
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      for (const line of lines) if (!signal.aborted) told(JSON.parse(line));
    }
  } catch (problem) {
    if (!signal.aborted) told({ event: "failure", message: "the answer broke off" });
  }
}

// One panel: its form, what it shows, and the request that is under way.

class Panel {
  constructor(name) {
    this.name = name;
    this.root = document.getElementById(name);
    this.form = find("form", this.root);
    this.output = find(".output", this.root);
    this.state = find(".state", this.root);
    this.stopButton = find(".stop", this.root);
    this.run = null;
    this.timers = {};
    this.previews = {};
    this.form.addEventListener("submit", event => { event.preventDefault(); this.start(true); });
    this.stopButton.addEventListener("click", () => this.stop("stopped"));
    find(".link", this.root)?.addEventListener("click", () => this.copyLink());
    find(".guess", this.root)?.addEventListener("click", () => { this.field("given").value = ""; this.guess(true); });
    this.form.addEventListener("input", event => this.changed(event.target));
  }

  field(name) { return this.form.elements[name]; }

  later(name, milliseconds, work) {
    clearTimeout(this.timers[name]);
    this.timers[name] = setTimeout(work, milliseconds);
  }

  stop(word = "") {
    clearTimeout(this.timers.run);
    this.run?.abort();
    this.run = null;
    this.stopButton.hidden = true;
    this.state.classList.remove("running");
    this.state.textContent = word;
  }

  begin(word) {
    this.stop();
    this.run = new AbortController();
    this.stopButton.hidden = false;
    this.state.textContent = word;
    this.state.classList.add("running");
    return this.run;
  }

  end(run, word) {
    if (this.run === run) this.stop(word);
  }

  changed(field) {
    if (!(field instanceof HTMLTextAreaElement || field.name === "wrt" || field.type === "radio" || field instanceof HTMLSelectElement)) return;
    this.stop();
    if (field.name === "given") field.classList.remove("guessed");
    if (field instanceof HTMLTextAreaElement) this.preview(field);
    this.later("run", TYPING, () => this.start(false));
  }

  preview(field) {
    this.later(`preview-${field.name}`, PREVIEW, async () => {
      this.previews[field.name]?.abort();
      const run = this.previews[field.name] = new AbortController();
      const place = find(`.preview[data-of="${field.name}"]`, this.root);
      if (!field.value.trim()) { place.replaceChildren(); field.classList.remove("wrong"); return; }
      await ask("preview", { text: field.value, given: "" }, run.signal, event => {
        const [shown] = event.shown || [{ html: "", error: event.message }];
        field.classList.toggle("wrong", Boolean(shown.error));
        place.replaceChildren(shown.error ? element("p", { class: "error" }, shown.error) : markup(shown.html));
      });
    });
  }

  async guess(wanted) {
    const given = this.field("given"), main = this.form.querySelector("textarea");
    if (!main.value.trim() || (given.value.trim() && !given.classList.contains("guessed"))) return;
    const run = this.begin("inferring declarations");
    await ask("guess", { text: main.value, wrt: this.field("wrt")?.value || "" }, run.signal, event => {
      if (event.event !== "guess") return;
      if (event.given && (wanted || !given.value.trim() || given.classList.contains("guessed"))) {
        given.value = event.given;
        given.classList.add("guessed");
        this.preview(given);
      }
      if (event.names) this.names(event.names);
    });
    this.end(run, "");
    if (wanted) this.start(true);
  }

  names() {}

  values() { return Object.fromEntries(new FormData(this.form).entries()); }

  conventions() {
    return Object.fromEntries(all("select[data-convention]", this.root).filter(s => s.value).map(s => [s.dataset.convention, s.value]));
  }

  fill(values) {
    this.stop();
    for (const [key, value] of Object.entries(values)) {
      const field = this.form.elements[key];
      if (field && key !== "length") field.value = value;
    }
    for (const select of all("select[data-convention]", this.root)) select.value = values[select.dataset.convention] || "";
    this.field("given")?.classList.remove("guessed");
    for (const field of all("textarea", this.root)) this.preview(field);
  }

  link() {
    const values = { ...this.values(), ...this.conventions() };
    const kept = new URLSearchParams(Object.entries(values).filter(([, value]) => typeof value === "string" && value));
    return `#${this.name}?${kept}`;
  }

  remember(pushed) {
    const link = this.link();
    if (location.hash !== link) history[pushed ? "pushState" : "replaceState"](null, "", link);
  }

  async copyLink() {
    this.remember(false);
    try {
      await navigator.clipboard.writeText(location.origin + "/" + this.link());
      this.state.textContent = "copied: a link that holds what is typed";
    } catch {
      this.state.textContent = "the address of this page holds what is typed";
    }
  }

  flaws(event) {
    const rows = event.flaws.map(flaw => {
      const field = this.field(flaw.part === "by" ? "wrt" : flaw.part) || null;
      const place = flaw.line ? `line ${flaw.line}${flaw.column ? `:${flaw.column}` : ""}` : "";
      const where = field ? element("button", { type: "button", onclick: () => goTo(field, flaw) }, `${flaw.part}${place ? " " + place : ""}`) : `${flaw.part}${place ? " " + place : ""}: `;
      return element("li", {}, where, flaw.message);
    });
    return element("ul", { class: "flaws" }, ...rows);
  }
}

function goTo(field, flaw) {
  field.focus();
  if (!flaw.line || !field.setSelectionRange) return;
  const lines = field.value.split("\n");
  const start = lines.slice(0, flaw.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + Math.max(0, flaw.column - 1);
  field.setSelectionRange(start, start);
}

function copyable(name, text) {
  const button = element("button", { type: "button", onclick: async () => {
    try { await navigator.clipboard.writeText(text); button.textContent = "copied"; } catch { getSelection().selectAllChildren(code); }
  } }, "copy");
  const code = element("pre", { class: "source", tabindex: "0" }, element("code", {}, text));
  return element("div", { class: "copyable" }, element("div", {}, name, button), code);
}

class Derive extends Panel {
  names(names) {
    const wrt = this.field("wrt");
    find("#d-names").replaceChildren(...names.map(name => element("option", { value: name })));
    if (!wrt.value.trim()) wrt.value = ["x", "w", "W", "X", "\\theta"].find(name => names.includes(name)) || names[0] || "";
  }

  async start(pushed) {
    if (!this.field("expression").value.trim()) { this.stop(); this.output.replaceChildren(); return; }
    const given = this.field("given");
    if (!given.value.trim() || given.classList.contains("guessed")) await this.guess(false);
    this.remember(pushed);
    const { expression, given: declared, wrt, order } = this.values();
    const run = this.begin("deriving");
    const code = element("section", { class: "part" });
    let fresh = true, answered;
    await ask("derive", { expression, given: declared, wrt, order, conventions: this.conventions() }, run.signal, event => {
      if (fresh && event.event !== "done") { this.output.replaceChildren(); fresh = false; }
      if (event.event === "derivative") {
        this.output.append(markup(event.html), code);
        if (event.code) code.append(element("h4", {}, "To copy"));
      }
      if (event.code) code.append(...event.code.map(one => copyable(one.name, one.text)));
      if (ANSWERS.includes(event.event)) answered = event.after;
      if (event.event === "flaws") this.output.append(this.flaws(event));
      if (event.event === "failure") this.output.append(element("p", { class: "message warn" }, event.message));
      if (event.event === "done") this.end(run, answered === undefined ? "" : `answered in ${answered.toFixed(2)} s`);
    });
    this.end(run, this.state.textContent === "deriving" ? "" : this.state.textContent);
  }
}

class Check extends Panel {
  async start(pushed) {
    if (!this.field("claim").value.trim()) { this.stop(); this.output.replaceChildren(); return; }
    const given = this.field("given");
    if (!given.value.trim() || given.classList.contains("guessed")) await this.guess(false);
    this.remember(pushed);
    const { claim, given: declared, effort } = this.values();
    const run = this.begin("checking");
    let understood = "", fresh = true, answered;
    const heard = element("ul", { class: "notes quiet" });
    await ask("check", { claim, given: declared, effort, conventions: this.conventions() }, run.signal, event => {
      if (event.event === "understood") { understood = event.html; return; }
      if (event.event === "road") {
        heard.append(element("li", {}, `${event.road}: ${event.outcome}${event.scope ? ` (${event.scope})` : ""}`));
        if (!heard.isConnected) this.output.prepend(heard);
        return;
      }
      if (fresh && event.event !== "done") { this.output.replaceChildren(); fresh = false; }
      if (event.event === "verdict") this.verdict(event, understood);
      if (event.event === "proof") this.output.append(element("details", { class: "fold", open: true }, element("summary", {}, element("strong", {}, "The proof")), markup(event.html)));
      if (ANSWERS.includes(event.event)) answered = event.after;
      if (event.event === "flaws") this.output.append(this.flaws(event));
      if (event.event === "failure") this.output.append(element("p", { class: "message warn" }, event.message));
      if (event.event === "done") this.end(run, answered === undefined ? "" : `answered in ${answered.toFixed(2)} s`);
    });
    this.end(run, this.state.textContent === "checking" ? "" : this.state.textContent);
  }

  verdict(event, understood) {
    const line = element("p", { class: "verdict" }, markup(event.badge), markup(event.where));
    if (event.repair) line.append(element("button", { type: "button", class: "take", onclick: () => this.take({ claim: event.repair }) }, "take the repair"));
    if (event.hypothesis) line.append(element("button", { type: "button", class: "take", onclick: () => this.take({ given: [this.field("given").value.trim(), event.hypothesis].filter(Boolean).join(", \\quad ") }) }, "add the hypothesis"));
    this.output.append(line, markup(event.html));
    this.output.append(element("section", { class: "part" }, element("h4", {}, "As it was understood"), markup(understood)));
  }

  take(values) {
    this.fill(values);
    this.start(true);
  }
}

class Paper extends Panel {
  constructor(name) {
    super(name);
    this.drop = find(".drop", this.root);
    this.text = this.fileName = "";
    find("input", this.drop).addEventListener("change", event => this.take(event.target.files[0]));
    for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) {
      document.addEventListener(kind, event => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        this.drop.classList.toggle("over", kind === "dragenter" || kind === "dragover");
        if (kind === "drop") { show("paper"); this.take(event.dataTransfer.files[0]); }
      });
    }
  }

  async take(file) {
    if (!file) return;
    if (file.size > 4e6) { this.stop("the file is longer than 4 MB"); return; }
    this.fill({ file: file.name, text: await file.text() });
    this.start(true);
  }

  fill(values) {
    this.stop();
    this.fileName = values.file || "";
    this.text = values.text || "";
  }

  link() { return `#${this.name}`; }

  async start(pushed) {
    if (!this.text) { this.stop(); return; }
    this.remember(pushed);
    find("[type=submit]", this.root).hidden = false;
    const downloads = find(".downloads", this.root);
    downloads.replaceChildren();
    const run = this.begin("reading the paper");
    let rows = [], progress, tally, counts = {}, done = 0;
    this.output.replaceChildren();
    await ask("paper", { name: this.fileName, text: this.text, effort: this.values().effort || "" }, run.signal, event => {
      if (event.event === "paper") {
        this.state.textContent = "judging";
        rows = event.claims.map(one => this.row(one));
        progress = element("progress", { max: rows.length || 1, value: 0, "aria-label": "claims judged" });
        tally = element("div", { class: "tally" });
        const only = element("input", { type: "checkbox", onchange: () => this.output.classList.toggle("only-failing", only.checked) });
        this.filter = element("label", {}, only, " only what asks for a change");
        this.output.append(element("h2", { class: "paper-title" }, event.title || event.name), progress, tally, element("ol", { class: "claims" }, ...rows));
        if (event.said) this.output.append(element("details", {}, element("summary", {}, "what was read of the source"), element("pre", { class: "source" }, event.said)));
      }
      if (event.event === "claim") {
        const row = rows[event.number];
        find(".mark", row).replaceChildren(markup(event.badge), markup(event.where));
        const failing = ["error", "ill-typed", "refuted", "needs-hypothesis", "vacuous", "ambiguous", "unread"].includes(event.verdict);
        row.classList.toggle("calm", !failing);
        row.dataset.verdict = event.verdict;
        row.append(element("details", { open: failing }, element("summary", {}, "what is behind it"), markup(event.html)));
        counts[event.verdict] = (counts[event.verdict] || 0) + 1;
        progress.value = ++done;
        this.state.textContent = `${done} of ${rows.length} claims judged`;
        tally.replaceChildren(...Object.entries(counts).map(([verdict, count]) => element("span", { class: `badge v-${verdict}` }, `${count} ${verdict}`)), this.filter);
      }
      if (event.event === "report") {
        const stem = this.fileName.replace(/(\.paper)?\.(md|tex|ltx|txt)$/i, "") || "paper";
        const files = [["report (HTML)", `${stem}.report.html`, event.html, "text/html"], ["results (JSON)", `${stem}.json`, event.json, "application/json"], ["paper file", `${stem}.paper.md`, event.paper, "text/markdown"]];
        downloads.replaceChildren("Download: ", ...files.map(([word, name, text, type]) =>
          element("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name }, word)));
      }
      if (event.event === "flaws") this.output.append(this.flaws(event));
      if (event.event === "failure") this.output.append(element("p", { class: "message warn" }, event.message));
      if (event.event === "done") this.end(run, `${rows.length} claims judged in ${event.seconds.toFixed(1)} s`);
    });
    this.end(run, this.state.textContent);
  }

  row(one) {
    const title = element("div", { class: "title" }, element("span", { class: "mark running" }), element("span", { class: "id" }, one.id), element("span", {}, one.title), element("span", { class: "quiet" }, one.where || `line ${one.line}`));
    const row = element("li", {}, title, markup(one.html));
    new MutationObserver((_, watch) => { find(".mark", row).classList.remove("running"); watch.disconnect(); }).observe(find(".mark", row), { childList: true });
    return row;
  }
}

// Tabs, examples, the address.

const panels = { derive: new Derive("derive"), check: new Check("check"), paper: new Paper("paper") };
const NAMES = Object.keys(panels);
let current = "derive";

function show(name, focus = false) {
  current = name;
  for (const one of NAMES) {
    const tab = document.getElementById(`tab-${one}`), chosen = one === name;
    tab.setAttribute("aria-selected", chosen);
    tab.tabIndex = chosen ? 0 : -1;
    panels[one].root.hidden = !chosen;
    if (chosen && focus) tab.focus();
  }
  document.title = `derive: ${name}`;
}

function fromAddress() {
  const [name, query] = location.hash.slice(1).split(/\?(.*)/s);
  if (!panels[name]) return false;
  show(name);
  const values = Object.fromEntries(new URLSearchParams(query || ""));
  if (name !== "paper" && Object.keys(values).length) {
    panels[name].fill(values);
    panels[name].start(false);
  }
  return true;
}

for (const name of NAMES) {
  const tab = document.getElementById(`tab-${name}`);
  tab.addEventListener("click", () => { show(name); panels[name].remember(true); });
  tab.addEventListener("keydown", event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) show(NAMES[(NAMES.indexOf(name) + step + NAMES.length) % NAMES.length], true);
  });
}
document.addEventListener("keydown", event => {
  if (event.altKey && ["1", "2", "3"].includes(event.key)) { event.preventDefault(); show(NAMES[event.key - 1], true); }
  if (event.key === "Escape") panels[current].stop("stopped");
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); panels[current].start(true); }
});
addEventListener("popstate", fromAddress);

async function begin() {
  const [examples, conventions] = await Promise.all(["/examples.json", "/conventions.json"].map(place => fetch(place).then(answer => answer.json())));
  for (const [name, panel] of Object.entries(panels)) {
    find(".examples", panel.root).append(...examples[name].map(one => element("button", { type: "button", onclick: () => { panel.fill(one); panel.start(true); } }, one.name)));
    if (name === "paper") continue;
    const place = find(".conventions > div", panel.root);
    for (const [key, values] of Object.entries(conventions)) {
      const options = values.map((value, number) => element("option", { value: number ? value : "" }, number ? value : `${value}, the default`));
      if (name === "derive" && key === "layout") options.splice(0, 1, element("option", { value: "" }, "by the order"), element("option", { value: values[0] }, values[0]));
      place.append(element("label", {}, `${key} `, element("select", { "data-convention": key }, ...options)));
    }
  }
  if (!fromAddress()) { show("derive"); panels.derive.fill(examples.derive[1]); panels.derive.start(false); }
  document.body.dataset.ready = "";
}
begin();
