import { describe, expect, it } from "vitest";
import { addressOf, linkTo, NO_FILTERS } from "./filters";

describe("addressOf", () => {
  it("names only what is asked for", () => {
    expect(addressOf("/api/club/games", NO_FILTERS, null)).toBe("/api/club/games");
    const some = { ...NO_FILTERS, player: "Doña Inés", players: "4" };
    expect(addressOf("/api/club/games", some, "12.ab")).toBe(
      "/api/club/games?player=Do%C3%B1a+In%C3%A9s&players=4&before=12.ab",
    );
  });
  it("counts both days of a range, and ignores what is no day", () => {
    const day = { ...NO_FILTERS, since: "2026-11-18", until: "2026-11-18" };
    const query = new URL(addressOf("/api/club/games", day, null), "http://x").searchParams;
    expect(Number(query.get("until")) - Number(query.get("since"))).toBe(24 * 60 * 60 * 1000);
    expect(addressOf("/a", { ...NO_FILTERS, since: "soon" }, null)).toBe("/a");
  });
});

it("links to a player by name, or by id if the name would break the address", () => {
  expect(linkTo("Doña Inés", "p1")).toBe("/players/Do%C3%B1a%20In%C3%A9s");
  expect(linkTo("a/b", "p1")).toBe("/players/p1");
  expect(linkTo("..", "p1")).toBe("/players/p1");
});
