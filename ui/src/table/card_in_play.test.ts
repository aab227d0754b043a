// Which card is in play, whose it is, and which part of it is carried out.

import { describe, expect, it } from "vitest";
import type { Decision, Happening, Line, View } from "../wire/types";
import { cardInPlay, cardToConfirm } from "./card_in_play";
import { applyEvent } from "./happening";
import recorded from "./recorded.json";

const first = (recorded as unknown as { first: View }[])[0]?.first as View;
const act = (placed: boolean, performed: boolean): Decision => ({
  kind: "act",
  seat: 2,
  placed,
  performed,
});
const viewOf = (decision: Decision, ...pending: Decision[]): View => ({
  ...first,
  card: "C-king",
  decision,
  pending,
});

describe("the card in play", () => {
  it("is nobody's between turns", () => {
    expect(cardInPlay({ ...first, card: null })).toBeNull();
  });

  it("is whole as long as its player may choose a part", () => {
    expect(cardInPlay(viewOf(act(false, false)))).toEqual({
      card: "C-king",
      seat: 2,
      done: new Set(),
      now: null,
    });
  });

  it("shows which part is carried out, also while somebody else answers it", () => {
    const placing: Decision = { kind: "place", seat: 2, left: 3 };
    expect(cardInPlay(viewOf(placing, act(true, false)))?.now).toBe("place");
    const veto: Decision = { kind: "veto", seat: 0, performer: 2 };
    expect(cardInPlay(viewOf(veto, act(true, true)))).toMatchObject({ seat: 2, now: "special" });
  });

  const follow = (card: string, ...events: object[]): View =>
    [{ event: "card", colour: 2, stack: 1, card }, ...events].reduce<View>(
      (view, event) => applyEvent(view, event as Happening),
      first,
    );
  const announced = { event: "announced", colour: 2 };
  const placed = { event: "moved", colour: 2, from: "court", to: "toledo", count: 1 };

  it("follows the events of others' turns", () => {
    expect(cardInPlay(follow("C-king"))).toMatchObject({ card: "C-king", seat: 2, now: null });
    expect(cardInPlay(follow("C-king", announced))?.now).toBe("special");
    const both = cardInPlay(follow("C-king", announced, placed));
    expect([both?.now, both?.done]).toEqual(["place", new Set(["place", "special"])]);
    expect(cardInPlay(follow("C-king", { event: "turn_ended" }))).toBeNull();
  });

  it("goes on from a view in which its player is being asked", () => {
    const asked = viewOf(act(false, false));
    const special = applyEvent(asked, announced as Happening);
    expect(cardInPlay(special)).toMatchObject({ card: "C-king", seat: 2, now: "special" });
    expect(cardInPlay(applyEvent(asked, placed as Happening))?.now).toBe("place");
  });

  it("takes caballeros that a special action calls from the Court for that action", () => {
    expect(cardInPlay(follow("C-militia", announced, placed))?.now).toBe("special");
  });

  it("stays until its player has confirmed the turn", () => {
    const taken = { event: "card", colour: 2, card: "C-king", stack: 5, number: 3 } as Line;
    expect(cardToConfirm([taken], 2)).toMatchObject({ card: "C-king", seat: 2, now: null });
    expect(cardToConfirm([taken], 0)).toBeNull();
  });
});
