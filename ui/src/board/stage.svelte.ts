// Who is on the board and where, as the browser draws it: every piece has a key that stays the same
// while it lives, so that a change of its point is a movement. Views may come faster than pieces move.

import { tick } from "svelte";
import { houseOf } from "../art/houses";
import type { View } from "../wire/types";
import { REGIONS } from "../wire/types";
import { BATTLEMENTS, atlas, isSpot, type Point, type Spot } from "./atlas";
import { muster, reckon, type Ledger, type Move, type Post } from "./ledger";
import { caballeroAt, grandeAt, kingAt } from "./places";

export interface Actor {
  key: string;
  kind: "caballero" | "grande" | "king";
  house: number;
  at: Point;
  /** The distance to the middle of its group, for boards that show only one of a group. */
  aside: number;
  /** Its rank in its group. */
  rank: number;
  seen: boolean;
  /** Moving now: above the others, and shown even on the smallest board. */
  moving: boolean;
  delay: number;
}
export interface Fall {
  key: number;
  house: number;
  count: number;
}

const MOVE_MS = 300;
const STAGGER_MS = 28;
const LONGEST_WAIT_MS = 340;
const FALL_SHOWN_MS = 1700;
const GATE_MS = 1600;

/** Everybody who can be seen in a view. */
function castOf(view: View, ledger: Ledger): Actor[] {
  const cast: Actor[] = [];
  const house = (colour: number): number => houseOf(colour, view.options.players);
  const open = view.castillo.caballeros !== null;
  const places: Spot[] = open ? [...REGIONS, "castillo"] : [...REGIONS];
  ledger.forEach((posts, colour) => {
    for (const place of places) {
      const ids = posts[place as Post];
      ids.forEach((id, rank) => {
        const at = caballeroAt(place, colour, rank, ids.length);
        const aside = atlas.spots[place].groups[colour]![0] - at[0];
        cast.push({
          key: `c${id}`,
          kind: "caballero",
          house: house(colour),
          at,
          aside,
          rank,
          seen: true,
          moving: false,
          delay: 0,
        });
      });
    }
  });
  for (const place of [...REGIONS, "castillo"] as const) {
    const { grandes } = place === "castillo" ? view.castillo : view.regions[place];
    grandes.forEach((colour, index) => {
      const at = grandeAt(place, index, grandes.length);
      cast.push({
        key: `g${colour}`,
        kind: "grande",
        house: house(colour),
        at,
        aside: 0,
        rank: 0,
        seen: true,
        moving: false,
        delay: 0,
      });
    });
  }
  const throne = isSpot(view.king) ? view.king : "castillo";
  cast.push({
    key: "king",
    kind: "king",
    house: 0,
    at: kingAt(throne),
    aside: 0,
    rank: 0,
    seen: true,
    moving: false,
    delay: 0,
  });
  return cast;
}

export class Stage {
  actors = $state.raw<Actor[]>([]);
  /** What was just thrown into the Castillo: shown in passing, never kept. */
  falls = $state.raw<Fall[]>([]);
  gateOpen = $state(false);
  /** Whether something changed before the player's eyes; the initial state is not announced. */
  lively = $state(false);
  /** Whether pieces are moving: anything that changes its point now is animated. */
  riding = $state(false);
  #ledger: Ledger | null = null;
  #turn = 0;
  #lastFall = 0;
  #timers = new Set<ReturnType<typeof setTimeout>>();

  /** Show a view; `homeOf` finds where on the map a Court or Province of the page lies. */
  async show(
    view: View,
    still: boolean,
    homeOf: (post: "court" | "province", colour: number) => Point,
  ): Promise<void> {
    const turn = ++this.#turn;
    const { ledger, moves } = this.#ledger
      ? reckon(this.#ledger, view)
      : { ledger: muster(view), moves: [] };
    const first = this.#ledger === null;
    this.#ledger = ledger;
    const cast = castOf(view, ledger);
    if (first || still) {
      this.#clear();
      this.actors = cast;
      return;
    }
    this.lively = true;
    this.#announce(moves, view);
    const going = new Map(
      moves.map((move, index) => [
        `c${move.id}`,
        { ...move, delay: Math.min(index * STAGGER_MS, LONGEST_WAIT_MS) },
      ]),
    );
    const point = (post: Post, colour: number): Point =>
      post === "court" || post === "province"
        ? homeOf(post, colour)
        : post === "castillo"
          ? BATTLEMENTS
          : atlas.spots[post].heart;
    const before = new Map(this.actors.map((actor) => [actor.key, actor]));
    const present = new Set(cast.map((actor) => actor.key));
    const leavers = this.actors.filter((actor) => !present.has(actor.key) && going.has(actor.key));
    const coming = cast.map((actor) => {
      const old = before.get(actor.key);
      const move = going.get(actor.key);
      if (old) return move ? { ...old, moving: true } : old;
      return {
        ...actor,
        at: move ? point(move.from, move.colour) : actor.at,
        seen: !move,
        moving: move !== undefined,
      };
    });
    this.actors = [...coming, ...leavers];
    await tick();
    if (turn !== this.#turn) return;
    // The starting points must have been laid out once, or nothing would move.
    document.body.getBoundingClientRect();
    const settled = cast.map((actor) => ({
      ...actor,
      moving: going.has(actor.key),
      delay: going.get(actor.key)?.delay ?? 0,
    }));
    const away = leavers.map((actor) => {
      const { to, colour, delay } = going.get(actor.key)!;
      return { ...actor, at: point(to, colour), seen: to === "castillo", moving: true, delay };
    });
    this.riding = true;
    this.actors = [...settled, ...away];
    this.#finish(turn, cast, settled, away, moves);
  }

  /** Those who left vanish where they went; those thrown into the Castillo fall behind its walls. */
  #finish(turn: number, cast: Actor[], settled: Actor[], away: Actor[], moves: Move[]): void {
    const thrown = new Set(
      moves.filter((move) => move.to === "castillo").map((move) => `c${move.id}`),
    );
    const [x, y] = BATTLEMENTS;
    this.#after(MOVE_MS + 60, () => {
      if (turn !== this.#turn || thrown.size === 0) return;
      this.actors = [
        ...settled,
        ...away.map((actor) =>
          thrown.has(actor.key) ? { ...actor, at: [x, y + 62] as const, seen: false } : actor,
        ),
      ];
    });
    this.#after(MOVE_MS + LONGEST_WAIT_MS + 400, () => {
      if (turn !== this.#turn) return;
      this.riding = false;
      this.actors = cast;
    });
  }

  /** The number that rises from the tower, and the gate that opens when they come out. */
  #announce(moves: Move[], view: View): void {
    const thrown = new Map<number, number>();
    for (const { to, colour } of moves)
      if (to === "castillo") thrown.set(colour, (thrown.get(colour) ?? 0) + 1);
    const fresh = [...thrown].map(([colour, count]) => ({
      key: ++this.#lastFall,
      house: houseOf(colour, view.options.players),
      count,
    }));
    if (fresh.length > 0) {
      this.falls = [...this.falls, ...fresh];
      this.#after(
        FALL_SHOWN_MS,
        () => (this.falls = this.falls.filter((fall) => !fresh.includes(fall))),
      );
    }
    if (moves.some((move) => move.from === "castillo")) {
      this.gateOpen = true;
      this.#after(GATE_MS, () => (this.gateOpen = false));
    }
  }

  #after(wait: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, wait);
    this.#timers.add(timer);
  }

  #clear(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.falls = [];
    this.gateOpen = false;
    this.riding = false;
  }

  /** Nothing more will happen: the board is being removed. */
  leave(): void {
    this.#turn += 1;
    this.#clear();
  }
}
