// A double click places two, and never does something else by its second click.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Choice } from "../wire/types";
import { Twice } from "./twice";

const at = (place: string, choice = 7): Choice =>
  ({ choice, text: "", touches: { on: "place", place } }) as unknown as Choice;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the second click counts at once when the first is answered", () => {
  const twice = new Twice();
  expect(twice.counts("toledo", 1, "place", [at("toledo")])).toBe(true);
  expect(twice.counts("toledo", 2, "place", [at("toledo")])).toBe(true);
  expect(twice.answer("place", [at("toledo")])).toBeNull();
});

test("the second click waits for the answer to the first, and is sent once", () => {
  const twice = new Twice();
  const picks = [at("toledo")];
  expect(twice.counts("toledo", 1, "place", picks)).toBe(true);
  expect(twice.counts("toledo", 2, "place", picks)).toBe(false);
  expect(twice.answer("place", picks)).toBeNull();
  expect(twice.answer("place", [])).toBeNull();
  expect(twice.answer("place", [at("granada", 3), at("toledo", 9)])).toBe(9);
  expect(twice.answer("place", [at("toledo", 9)])).toBeNull();
});

test("nothing else is done by it: another question, another place, no room, or too late", () => {
  const picks = [at("toledo")];
  const clicked = (): Twice => {
    const twice = new Twice();
    twice.counts("toledo", 1, "place", picks);
    twice.counts("toledo", 2, "place", picks);
    return twice;
  };
  expect(clicked().answer("move_to", [at("toledo")])).toBeNull();
  expect(clicked().answer("place", [at("granada")])).toBeNull();
  const late = clicked();
  vi.advanceTimersByTime(3000);
  expect(late.answer("place", [at("toledo")])).toBeNull();

  const king = new Twice();
  expect(king.counts("toledo", 1, "move_king", [at("toledo")])).toBe(true);
  expect(king.counts("toledo", 2, "place", [at("toledo")])).toBe(false);
  expect(king.counts("toledo", 2, "move_king", [at("toledo")])).toBe(false);
});
