import { describe, expect, it } from "vitest";
import { addressOf, lineIn, lineText, packed, readAddress, unpacked } from "./address";

describe("the address of an analysis", () => {
  it("names a position of a table and a branch", async () => {
    const here = { start: { table: "t1", position: 40 }, line: lineIn("2.power 9~0.take 2") };
    const address = await addressOf(here, "open");
    expect(address).toBe("/analysis?table=t1&at=40&seat=open&line=2.power+9%7E0.take+2");
    const url = new URL(address, "http://here");
    expect(await readAddress(url.searchParams, url.hash)).toEqual(here);
  });

  it("holds a position set up by hand in its fragment", async () => {
    const snapshot = { round: 3, king: "toledo", letters: "ñ→" };
    const here = { start: { snapshot }, line: lineIn("1.power 3") };
    const address = await addressOf(here as never);
    const url = new URL(address, "http://here");
    expect(url.search).toBe("?line=1.power+3");
    expect(await readAddress(url.searchParams, url.hash)).toEqual(here);
    expect(await unpacked(await packed([1, 2]))).toEqual([1, 2]);
  });

  it("says nothing where there is nothing to be read", async () => {
    expect(await readAddress(new URLSearchParams(), "")).toBeNull();
    expect(await readAddress(new URLSearchParams(), "#!!!")).toBeNull();
    expect(await readAddress(new URLSearchParams(), "#AAAA")).toBeNull();
    const odd = await readAddress(new URLSearchParams("table=t&at=x&line=9.a~b~3.ok"), "");
    expect(odd).toEqual({ start: { table: "t", position: 0 }, line: [[3, "ok"]] });
    expect(lineText([])).toBe("");
  });
});
