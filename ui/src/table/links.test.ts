// Links: who can open them, from where, and as a code.

import { expect, it } from "vitest";
import { circleOf, mayPublish } from "../app/sharing";
import type { Table } from "../wire/types";
import { codeOf } from "./link_code";
import { isOwnHost, linkFrom } from "./links";

const table = (more: object): Table =>
  ({ public: false, published: false, state: "finished", source: null, ...more }) as Table;
const watched = (watching: string, more: object = {}): Table =>
  table({ settings: { watching }, ...more });

it("says who can open the link to a game", () => {
  expect(circleOf(watched("nobody"))).toBe("players");
  expect(circleOf(watched("link"))).toBe("watchers");
  expect(circleOf(watched("link", { public: true }))).toBe("watchers");
  expect(circleOf(watched("anyone", { public: true }))).toBe("everyone");
  expect(circleOf(watched("nobody", { published: true }))).toBe("everyone");
});

it("lets players decide about a finished game, and whoever brought a record", () => {
  expect(mayPublish(table({}), [1], false)).toBe(true);
  expect(mayPublish(table({}), [], true)).toBe(false);
  expect(mayPublish(table({ source: { kind: "record" } }), [], true)).toBe(true);
  expect(mayPublish(table({ state: "running" }), [1], true)).toBe(false);
});

it("knows the names of one's own machine", () => {
  for (const name of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) {
    expect(isOwnHost(name), name).toBe(true);
  }
  for (const name of ["192.168.1.5", "example.org", "127.example.org", "localhost.example.org"]) {
    expect(isOwnHost(name), name).toBe(false);
  }
});

it("writes a link as others in the network open it", () => {
  expect(linkFrom("http://192.168.1.5:8470", "http://127.0.0.1:8470/join#a.b")).toBe(
    "http://192.168.1.5:8470/join#a.b",
  );
});

it("draws a link as a code", async () => {
  const short = await codeOf("http://192.168.1.5:8470/join#a.b");
  const long = await codeOf(`http://192.168.1.5:8470/join#${"x".repeat(120)}`);
  expect(short.size % 4).toBe(1); // 21, 25, 29 … modules, as the standard has it
  expect(long.size).toBeGreaterThan(short.size);
  // The mark in the corner: seven dark modules in a row.
  for (let x = 0; x < 7; x += 1) expect(short.path).toContain(`M${x} 0h1`);
  expect(short.path).not.toContain("M7 0h1");
});
