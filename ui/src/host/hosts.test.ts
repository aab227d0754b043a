// Both hosts offer the same, and what each says of its pages fits the pages there are.

import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { moreRoutes } from "./server/routes";

class Link {
  constructor(readonly href: string) {}
  getAttribute = (): string => this.href;
  get #url(): URL {
    return new URL(this.href, location.href);
  }
  get origin(): string {
    return this.#url.origin;
  }
  get pathname(): string {
    return this.#url.pathname;
  }
  get search(): string {
    return this.#url.search;
  }
  get hash(): string {
    return this.#url.hash;
  }
}
const link = (href: string): HTMLAnchorElement => new Link(href) as unknown as HTMLAnchorElement;
const standAt = (address: string): void => void vi.stubGlobal("location", new URL(address));
const exportsOf = (path: string): string[] =>
  [
    ...readFileSync(new URL(path, import.meta.url), "utf-8").matchAll(
      /^export (?:const|function) (\w+)/gm,
    ),
  ]
    .map(([, name]) => name ?? "")
    .sort();

beforeEach(() => {
  standAt("https://example.org/games/el-grande/?/table/7f?seat=1#log");
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal(
    "Worker",
    class {
      postMessage = (): void => undefined;
    },
  );
});

it.each(["wire", "pages", "parts", "routes"])("both hosts have the same %s", (name) => {
  expect(exportsOf(`solo/${name}.ts`)).toEqual(exportsOf(`server/${name}.ts`));
});

describe("a browser alone", () => {
  it("has its pages after the question mark, under any path", async () => {
    const { addressOf, pageHere, pageOf } = await import("./solo/pages");
    expect(pageHere()).toBe("/table/7f?seat=1");
    expect(pageOf(link("/rules#scoring"))).toBe("/rules#scoring");
    expect(pageOf(link(addressOf("/rules#scoring")))).toBe("/rules#scoring");
    expect(pageOf(link(addressOf("/")))).toBe("/");
    expect(pageOf(link("#log"))).toBe("/table/7f?seat=1#log");
    expect(pageOf(link("/api/tables/7f/record.egn"))).toBeNull();
    expect(pageOf(link("https://elsewhere.org/"))).toBeNull();
    expect(pageOf(link("../"))).toBeNull();
    standAt("https://example.org/games/el-grande/index.html");
    expect(pageHere()).toBe("/");
    expect(pageOf(link(addressOf("/new")))).toBe("/new");
  });

  it("opens the pages of the game, and none that needs a server", async () => {
    const { canOpen } = await import("./solo/pages");
    for (const path of ["/", "/new", "/mine", "/me", "/rules", "/learn", "/learn/first-round"])
      expect(canOpen(path), path).toBe(true);
    for (const path of ["/table/7f", "/table/7f/replay", "/table/7f/result", "/replay", "/about"])
      expect(canOpen(path), path).toBe(true);
    const others = ["/open", "/events", "/club", "/admin", "/puzzles/today", "/table/7f/review"];
    for (const path of others) {
      expect(canOpen(path), path).toBe(false);
      expect(
        moreRoutes.some((route) => route.path.test(path)),
        path,
      ).toBe(true);
    }
  });
});
