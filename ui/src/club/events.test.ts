import { expect, test } from "vitest";
import { ownGame, resultsOf, throughTo, type ClubEvent, type Game } from "./events";

const game = (fields: Partial<Game>): Game => ({
  table: "t1",
  entrants: [3, 1, 2],
  finished: null,
  scores: null,
  places: null,
  absent: [],
  due: 0,
  ...fields,
});

test("a game that runs shows its players by seat", () => {
  expect(resultsOf(game({})).map((one) => one.entrant)).toEqual([3, 1, 2]);
});

test("a game that is over shows its players by place, and who was absent", () => {
  const over = game({ finished: 1, scores: [50, 70, 90], places: [2, 1, 3], absent: [2] });
  expect(resultsOf(over)).toEqual([
    { entrant: 1, place: 1, score: 70, isAbsent: false },
    { entrant: 3, place: 2, score: 50, isAbsent: false },
    { entrant: 2, place: 3, score: 90, isAbsent: true },
  ]);
});

test("one's own game is the one that runs in the last round", () => {
  const entrants = [1, 2, 3, 4].map((number) => ({
    number,
    name: `${number}`,
    bot: null,
    mine: number === 4,
  }));
  const first = [game({ finished: 1 }), game({ table: "t2", entrants: [4], finished: 1 })];
  const second = [game({ table: "t3", entrants: [1, 4] })];
  const event = { entrants, rounds: [first] } as unknown as ClubEvent;
  expect(ownGame(event)).toBeUndefined();
  const later = { entrants, rounds: [first, second] } as unknown as ClubEvent;
  expect(ownGame(later)?.table).toBe("t3");
  expect([...throughTo(later, 0)]).toEqual([1, 4]);
});
