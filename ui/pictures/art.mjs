// Takes the drawings of the board out of the pages for the server's pictures: `npm run pictures`
// writes src/elgrande/pictures/art.json, with the light theme's colours in place of styles.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import postcss from "postcss";

const TARGET = new URL("../../src/elgrande/pictures/art.json", import.meta.url);
/** How far the map reaches around the board: as far as the widest picture shows. */
const REACH = [170, 0];
/** What a style may become: everything else is about pages. */
const DRAWN =
  /^(fill|stroke|opacity|stop|text-anchor|letter-spacing|font-(size|family|weight|style))/;
const TAG = /<(\/?)([\w]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g;
/** What keeps the parts of a coat of arms inside it; the page's sprite has the same. */
const WITHIN = '<clipPath id="coat-within"><use href="#coat"/></clipPath>';
const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** The colours of the light theme by their names. */
function palette() {
  const found = {};
  postcss.parse(read("src/look/tokens.css")).walkDecls(/^--/, (declared) => {
    const light = declared.value.match(/^light-dark\((#\w+),/)?.[1];
    if (light ?? declared.value.startsWith("#")) found[declared.prop] = light ?? declared.value;
  });
  return found;
}

const channels = (colour) =>
  [...(colour.match(/^#(\w\w)(\w\w)(\w\w)$/) ?? []).slice(1)].map((hex) => parseInt(hex, 16));

/** A value with colours in place of their names; two mixed are worked out. */
function settled(value, colours) {
  const plain = value.replace(/var\((--[\w-]+)\)/g, (_, name) => colours[name] ?? "");
  const mixed = plain.match(/^color-mix\(in srgb, (#\w+) (\d+)%, (#\w+|transparent)\)$/);
  if (!mixed) return plain;
  const [, one, share, other] = mixed;
  if (other === "transparent") return one;
  const into = channels(other);
  const blend = channels(one).map((part, at) =>
    Math.round((part * share + into[at] * (100 - share)) / 100),
  );
  return `#${blend.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** The rules of a style sheet: what they match, and the attributes they come to. */
function rulesOf(css, colours) {
  const rules = [];
  postcss.parse(css).walkRules((rule) => {
    if (rule.parent.type === "atrule") return;
    const given = {};
    rule.walkDecls((declared) => {
      if (declared.prop === "font") Object.assign(given, fontOf(declared.value));
      else if (DRAWN.test(declared.prop)) given[declared.prop] = settled(declared.value, colours);
    });
    for (const selector of rule.selectors) rules.push({ steps: selector.split(/\s+/), given });
  });
  return rules;
}

function fontOf(value) {
  const [, style, weight, size] = value.match(/^(italic )?(\d+) ([\d.]+)px var\(--serif\)$/) ?? [];
  if (!size) return {};
  return {
    "font-family": "EB Garamond",
    "font-size": size,
    "font-weight": weight,
    ...(style ? { "font-style": "italic" } : {}),
  };
}

const fits = (element, step) =>
  step
    .split(/(?=\.)/)
    .every((part) =>
      part.startsWith(".") ? element.classes.includes(part.slice(1)) : element.name === part,
    );

/** Whether an element with its ancestors is meant by a selector. */
function matches(ancestry, steps) {
  if (!fits(ancestry.at(-1), steps.at(-1))) return false;
  let left = steps.length - 2;
  for (let at = ancestry.length - 2; at >= 0 && left >= 0; at--)
    if (fits(ancestry[at], steps[left])) left--;
  return left < 0;
}

/** A drawing with attributes in place of classes; what `dropped` means is left out. */
function inked(svg, rules, colours, dropped = []) {
  const ancestry = [];
  return svg.replace(TAG, (_, closing, name, text, single) => {
    if (closing) {
      ancestry.pop();
      return `</${name}>`;
    }
    const given = Object.fromEntries(
      [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key, value]) => [
        key,
        settled(value, colours),
      ]),
    );
    const classes = (given.class ?? "").split(" ");
    ancestry.push({ name, classes });
    for (const { steps, given: style } of rules)
      if (matches(ancestry, steps)) Object.assign(given, style);
    if (single) ancestry.pop();
    delete given.class;
    const isGone = dropped.some((step) => fits({ name, classes }, step));
    const attributes = Object.entries(given).map(([key, value]) => ` ${key}="${value}"`);
    return isGone && single ? "" : `<${name}${attributes.join("")}${single && "/"}>`;
  });
}

const tidy = (svg) =>
  svg
    // The title of the map would be cut; pictures have their own.
    .replace(/<g class="cartouche[\s\S]*?<\/g>/, "")
    .replace(/<!--.*?-->/g, "")
    .replace(/(-?\d*\.\d)\d{2,}/g, "$1")
    .replace(/\s*\n\s*/g, " ")
    .replace(/> </g, "><")
    .replace(/<(path|rect|circle|use)([^>]*)><\/\1>/g, "<$1$2/>")
    .trim();

/** Hills that the picture does not show are left out. */
const withoutFarHills = (svg) =>
  svg.replace(/d="(M[^"]{9000,}q[^"]+)"/g, (_, hills) => {
    const near = hills.split(/(?=M)/).filter((hill) => {
      const [x, y] = hill.slice(1).split(/[,q]/).map(Number);
      return y > -40 && y < 880 && x > -REACH[0] && x < 1000 + REACH[0];
    });
    return `d="${near.join("")}"`;
  });

/** Lands are drawn several times, with washes, edges and coasts: they are kept once. */
function withoutRepeats(svg) {
  const { regions, abroad, shore, borders } = JSON.parse(read("src/board/map.json"));
  const lands = { ...regions, ...abroad };
  const use = (name) => `<use href="#land-${name}"`;
  const whole = Object.values(lands).join("");
  const coast = Object.keys(lands).map((name) => `${use(name)}/>`);
  let result = svg.replace(new RegExp(`<path d="${whole}"([^>]*)/>`), `<g$1>${coast.join("")}</g>`);
  const kept = Object.entries({ ...lands, shore, borders });
  for (const [name, path] of kept) result = result.replaceAll(`<path d="${path}"`, use(name));
  const defined = kept.map(([name, path]) => `<path id="land-${name}" d="${path}"/>`);
  return `<defs>${defined.join("")}</defs>${result}`;
}

const styleIn = (path) => read(path).match(/<style>([\s\S]*)<\/style>/)?.[1] ?? "";
const inside = (svg) => svg.match(/<svg[^>]*>([\s\S]*)<\/svg>/)?.[1];

/** The file's text; `load` gives the component at a path in ui/, `render` is Svelte's. */
export async function artText(load, render) {
  const colours = palette();
  const drawn = async (path, props, css, dropped) => {
    const { body } = render((await load(path)).default, { props });
    return inked(tidy(inside(body) || body), rulesOf(css, colours), colours, dropped);
  };
  const map = await drawn(
    "src/board/MapArt.svelte",
    { reach: REACH },
    styleIn("src/board/MapArt.svelte") + styleIn("src/board/Ornaments.svelte"),
    ["rect.neat", "path.degrees", "rect.light"],
  );
  const castillo = (lit) =>
    drawn("src/board/Castillo.svelte", { open: false, lit }, styleIn("src/board/Castillo.svelte"));
  const symbols = {};
  const parts = [];
  for (const part of ["Houses", "Figures", "Coats"]) {
    const all = await drawn(`src/art/${part}.svelte`, {}, read("src/art/sprite.css"));
    for (const [, id, box, body] of all.matchAll(
      /<symbol id="([\w-]+)" viewBox="([^"]+)">(.*?)<\/symbol>/g,
    ))
      symbols[id] = [box, body];
    for (const [, body] of all.matchAll(/<defs>(.*?)<\/defs>/g)) parts.push(body);
  }
  const { width, height, measures, spots } = JSON.parse(read("src/board/map.json"));
  const art = {
    colours: Object.fromEntries(
      Object.entries(colours).map(([name, value]) => [name.slice(2), value]),
    ),
    board: [width, height],
    measures,
    spots,
    map: withoutRepeats(withoutFarHills(map)),
    castillo: { shut: await castillo(false), open: await castillo(true) },
    parts: parts.join("") + WITHIN,
    symbols,
  };
  const lines = Object.entries(art).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  return `{\n${lines.join(",\n")}\n}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { createServer } = await import("vite");
  const server = await createServer({ server: { middlewareMode: true }, logLevel: "error" });
  // From the server too: a component and what renders it must share one Svelte.
  const { render } = await server.ssrLoadModule("svelte/server");
  writeFileSync(TARGET, await artText((path) => server.ssrLoadModule(`/${path}`), render));
  await server.close();
}
