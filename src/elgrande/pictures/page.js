"use strict";
const game = JSON.parse(document.getElementById("game").textContent);
const find = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const STEP_MS = 1400;
const layers = [];
for (const slot of game.order) {
  layers[slot] = document.createElementNS(SVG, "g");
  find("board").append(layers[slot]);
}
const states = [];
for (const { d } of game.steps) {
  const state = states.length ? states.at(-1).slice() : game.order.map(() => 0);
  for (let i = 0; i < d.length; i += 2) state[d[i]] = d[i + 1];
  states.push(state);
}
const lines = game.steps.map(({ t }) => {
  const line = document.createElement("li");
  line.textContent = t.join(" ");
  find("log").append(line);
  return line;
});
const scores = [...document.querySelectorAll("#players b")];
const last = game.steps.length - 1;
let at = -1;
let shown = game.order.map(() => 0);
let timer = 0;

function show(wish) {
  const to = Math.max(0, Math.min(last, wish));
  if (to === at) return;
  states[to].forEach((part, slot) => {
    if (part !== shown[slot]) layers[slot].innerHTML = game.drawn[part];
  });
  shown = states[to];
  lines[at]?.removeAttribute("aria-current");
  at = to;
  const { r, t, s } = game.steps[at];
  find("when").textContent = r;
  find("says").textContent = t.join(" ");
  scores.forEach((score, seat) => (score.textContent = s[seat]));
  find("at").value = at;
  find("at").setAttribute("aria-valuetext", `${r}. ${t.join(" ")}`);
  lines[at].setAttribute("aria-current", "step");
  const log = find("log");
  log.scrollTop = lines[at].offsetTop - log.clientHeight / 2;
  document.body.dataset.at = game.steps[at].p;
}

function play(isOn) {
  clearInterval(timer);
  timer = isOn ? setInterval(() => (at < last ? show(at + 1) : play(false)), STEP_MS) : 0;
  if (isOn && at >= last) show(0);
  const button = find("play");
  button.dataset.label ??= button.title;
  button.title = isOn ? game.pause : button.dataset.label;
  button.setAttribute("aria-label", button.title);
  button.querySelector("path").setAttribute("d", isOn ? "M7 5h3v14H7zM14 5h3v14h-3z" : PLAY);
}
const PLAY = find("play").querySelector("path").getAttribute("d");

function stop(step) {
  let to = at + step;
  while (to > 0 && to < last && !game.steps[to].e) to += step;
  return to;
}

const DEEDS = {
  first: () => show(0),
  turn_back: () => show(stop(-1)),
  back: () => show(at - 1),
  forward: () => show(at + 1),
  turn_forward: () => show(stop(1)),
  last: () => show(last),
};
function act(deed) {
  if (deed === "play") return play(timer === 0);
  play(false);
  DEEDS[deed]();
}
for (const deed of ["play", ...Object.keys(DEEDS)]) find(deed).onclick = () => act(deed);
find("at").oninput = (event) => {
  play(false);
  show(Number(event.target.value));
};
find("log").onclick = (event) => {
  play(false);
  show(lines.indexOf(event.target));
};
const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  PageUp: "turn_back",
  PageDown: "turn_forward",
  Home: "first",
  End: "last",
  " ": "play",
};
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const deed = event.shiftKey
    ? { ArrowLeft: "turn_back", ArrowRight: "turn_forward" }[event.key]
    : KEYS[event.key];
  if (!deed || (deed === "play" && event.target.closest("button, a"))) return;
  event.preventDefault();
  act(deed);
});
const wish = Number(new URLSearchParams(location.hash.slice(1)).get("at"));
const found = game.steps.findLastIndex(({ p }) => p <= wish);
show(wish && found >= 0 ? found : 0);
