// A view that follows events only: what is shown while others' turns are replayed.
//
// It mirrors what lies on the table. What only the rules can work out (ranks, worth, what is legal)
// stays as it was until the true view takes its place at the end of the replay.

import type {
  BoardPlace,
  Happening,
  HappeningOf,
  Place,
  PlayerShown,
  Region,
  View,
} from "../wire/types";

type Change = Partial<View>;
/** What is printed on a place's scoreboard; null where that is not known. */
export type Printed = (place: Place) => number[] | null;

/** The view after an event; the earlier view is left unchanged. */
export function applyEvent(view: View, event: Happening, printed: Printed = () => null): View {
  const change = HANDLERS[event.event] as Handler<Happening> | undefined;
  return change ? { ...view, ...change(view, event, printed) } : view;
}

type Handler<Event> = (view: View, event: Event, printed: Printed) => Change;

const HANDLERS: { [Kind in Happening["event"]]?: Handler<HappeningOf<Kind>> } = {
  round: (view, { round }) => ({ ...cleared(view), round }),
  revealed: (view, { stack, card }) => ({
    stacks: onStack(view, stack, (one) => ({
      ...one,
      revealed: card,
      available: true,
      left: Math.max(0, one.left - 1),
    })),
  }),
  power: playPower,
  modifier: playModifier,
  order: (view, { index, colour }) => ({
    turn_order: [...view.turn_order.slice(0, index), colour],
  }),
  card: (view, event) => ({
    ...taken(view, event),
    card: event.card,
    waiting: [event.colour],
    decision: null,
    pending: [{ kind: "act", seat: event.colour, placed: false, performed: false }],
  }),
  dummy_took: taken,
  announced: (view, { colour }) => ({
    waiting: [colour],
    decision: { kind: "perform", seat: colour },
    pending: stepsOf(view).map((step) =>
      step.kind === "act" ? { ...step, performed: true } : step,
    ),
  }),
  turn_ended: () => ({ card: null, infiltrating: false, decision: null, pending: [] }),
  moved: moveCaballeros,
  grande_moved: (view, { colour, from, to }) => {
    const left = changePlace(view, from, (place) => ({
      ...place,
      grandes: place.grandes.filter((one) => one !== colour),
    }));
    return {
      ...left,
      ...changePlace({ ...view, ...left }, to, (place) => withGrande(place, colour)),
    };
  },
  king_moved: (_, { to }) => ({ king: to }),
  tile_put: (view, { tile, from, to }, printed) => {
    const left = changePlace(view, from, (place) =>
      withPoints({ ...place, tile: null }, from ? printed(from) : null),
    );
    const worth = tile.split("/").map(Number);
    const put = changePlace({ ...view, ...left }, to, (place) =>
      withPoints({ ...place, tile }, worth),
    );
    return { ...left, ...put };
  },
  veto_kept: (view, { colour }) => vetoesOf(view, colour, 1),
  veto_expired: (view, { colour }) => vetoesOf(view, colour, -1),
  vetoed: (view, { by }) => vetoesOf(view, by, -1),
  scored: (view, { colour, points }) => ({
    scores: replaced(view.scores, colour, (score) => score + points),
  }),
  castillo_opened: (view) => ({
    castillo: { ...view.castillo, caballeros: view.castillo.caballeros ?? view.court.map(() => 0) },
  }),
  castillo_held: (view, { colour, count }) => ({
    castillo: {
      ...view.castillo,
      caballeros: replaced(view.castillo.caballeros ?? [], colour, () => count),
    },
  }),
  first_player: (view, { colour }) => ({
    ...cleared(view),
    first_player: colour,
  }),
  game_ended: () => ({ over: true, waiting: [] }),
};

/** The cards of a round are gone. */
function cleared(view: View): Change {
  return {
    card: null,
    turn_order: [],
    stacks: mapped(view.stacks, (stack) => ({ ...stack, available: false })),
    players: view.players.map(withoutCards),
    dummy: view.dummy && { ...view.dummy, power: null },
  };
}

function playPower(view: View, { colour, value }: HappeningOf<"power">): Change {
  const isMine = view.mine !== null && colour === view.seat;
  if (view.dummy && colour === view.players.length)
    return { dummy: { ...view.dummy, power: value } };
  return {
    waiting: [colour],
    players: replaced(view.players, colour, (player) => ({
      ...player,
      power: value,
      hand_size: player.hand_size - 1,
      powers_played: [...player.powers_played, value],
    })),
    mine:
      isMine && view.mine
        ? { ...view.mine, hand: view.mine.hand.filter((card) => card !== value) }
        : view.mine,
  };
}

function playModifier(view: View, { colour, modifier }: HappeningOf<"modifier">): Change {
  const isMine = view.mine !== null && colour === view.seat;
  return {
    players: replaced(view.players, colour, (player) => ({
      ...player,
      modifier,
      modifiers_in_hand: player.modifiers_in_hand - 1,
    })),
    mine:
      isMine && view.mine
        ? { ...view.mine, modifiers: view.mine.modifiers.filter((card) => card !== modifier) }
        : view.mine,
  };
}

function moveCaballeros(view: View, event: HappeningOf<"moved">): Change {
  const { colour, from, to, count = 0 } = event;
  const left = changeCount(view, from, colour, -count);
  return {
    ...left,
    ...changeCount({ ...view, ...left }, to, colour, count),
    ...place(view, event),
  };
}

// Cards whose special action takes caballeros from the Court to the regions, as placing does.
const MUSTERING: ReadonlySet<string> = new Set(["C-militia", "C-delegation"]);

/** What is still to be done in a turn; in a true view, its player may be asked at this moment. */
const stepsOf = ({ decision, pending }: View): View["pending"] =>
  decision?.kind === "act" ? [decision, ...pending] : pending;

/** Whether a player places caballeros with the card in play, as far as the event shows. */
function place(view: View, { colour, from, to }: HappeningOf<"moved">): Change {
  const act = stepsOf(view).find((step) => step.kind === "act");
  if (!act || act.seat !== colour || from !== "court" || to === "province") return {};
  if (act.performed && MUSTERING.has(view.card ?? "")) return {};
  return {
    decision: { kind: "place", seat: colour, left: 0 },
    pending: stepsOf(view).map((step) => (step.kind === "act" ? { ...step, placed: true } : step)),
  };
}

function changeCount(view: View, at: Place | null | undefined, colour: number, by: number): Change {
  if (at === "court") return { court: replaced(view.court, colour, (n) => n + by) };
  if (at === "province") return { province: replaced(view.province, colour, (n) => n + by) };
  return changePlace(view, at, (place) => ({
    ...place,
    caballeros: place.caballeros && replaced(place.caballeros, colour, (n) => Math.max(0, n + by)),
  }));
}

function changePlace(
  view: View,
  at: Place | null | undefined,
  change: (place: BoardPlace) => BoardPlace,
): Change {
  if (!at) return {};
  if (at === "castillo") return { castillo: change(view.castillo) };
  const region = view.regions[at as Region];
  if (!region) return {};
  return { regions: { ...view.regions, [at]: change(region) } };
}

function taken(view: View, { stack }: HappeningOf<"card" | "dummy_took">): Change {
  return { stacks: onStack(view, stack, (one) => ({ ...one, available: false })) };
}

function onStack(
  view: View,
  stack: number,
  change: (one: View["stacks"][string]) => View["stacks"][string],
): View["stacks"] {
  const one = view.stacks[stack];
  return one ? { ...view.stacks, [stack]: change(one) } : view.stacks;
}

function withGrande(place: BoardPlace, colour: number): BoardPlace {
  return { ...place, grandes: [...place.grandes, colour].sort((a, b) => a - b) };
}

/** With two players the third value of a scoreboard does not count and is not shown. */
function withPoints(place: BoardPlace, points: number[] | null): BoardPlace {
  return points ? { ...place, points: points.slice(0, place.points.length) } : place;
}

function vetoesOf(view: View, colour: number, by: number): Change {
  return {
    players: replaced(view.players, colour, (player) => ({
      ...player,
      vetoes: player.vetoes + by,
    })),
  };
}

function withoutCards(player: PlayerShown): PlayerShown {
  return { ...player, power: null, modifier: null, total: null };
}

function replaced<T>(list: readonly T[], index: number, change: (one: T) => T): T[] {
  return list.map((one, at) => (at === index ? change(one) : one));
}

function mapped<T>(table: Record<string, T>, change: (one: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(table).map(([key, one]) => [key, change(one)]));
}
