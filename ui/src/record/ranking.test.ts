import { expect, it } from "vitest";
import type { Club, ClubLine } from "../wire/schema";
import { ranked } from "./ranking";

const line = (player: string, rating: number, sure: boolean): ClubLine => ({
  player,
  name: player,
  people: null,
  bots: { rating, uncertainty: 90, games: 9, sure },
  last: [1],
  streak: 1,
  time: 0,
});
const club: Club = {
  players: [line("ana", 1400, true), line("ben", 1900, false), line("eva", 1700, true)],
  bots: [{ bot: "steady", rating: 1500 }],
};

it("ranks those whose rating is sure, with the bots among them, and the others after", () => {
  const lines = ranked(club, "bots");
  expect(lines.map(({ key }) => key)).toEqual(["eva", "steady", "ana", "ben"]);
  expect(lines.map((one) => (one.kind === "player" ? one.rank : "-"))).toEqual([1, "-", 2, null]);
});

it("has nobody where nobody was rated", () => {
  expect(ranked(club, "people")).toEqual([]);
});
