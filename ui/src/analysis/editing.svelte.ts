// A position being set up by hand: what it holds, what the server says about it, and every way to change it.

import { colourLabel } from "../app/catalogue_names";
import { playOn, type PlayedOn } from "../position/played_on";
import { asRefusal, type Refusal } from "../wire/http";
import type { SnapshotData } from "../wire/schema";
import { REGIONS, type Language } from "../wire/types";
import { unpacked } from "./address";
import {
  arrange,
  takeApart,
  totalsOf,
  withCaballeros,
  withMoment,
  withProvince,
  type ArrangedShown,
  type Base,
  type Setup,
  type SetupShown,
} from "./setup";

const NEW_GAME: Base = { options: { players: 4 } };

export class Editing {
  setup = $state.raw<Setup | null>(null);
  /** The cards that each stack may show. */
  stock = $state.raw<SetupShown["stock"]>({});
  arranged = $state.raw<ArrangedShown | null>(null);
  board = $state.raw<PlayedOn | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  isChecking = $state(false);

  #base: SnapshotData | null = null;
  #totals: readonly number[] = [];
  #sizes = $state.raw<SetupShown["hand_sizes"]>({});

  readonly players = $derived(this.setup?.options.players ?? 0);
  readonly edition = $derived(this.setup?.options.edition ?? "2023");
  readonly seats = $derived(Array.from({ length: this.players }, (_, seat) => seat));
  readonly colours = $derived(this.setup?.court.map((_, colour) => colour) ?? []);
  readonly problems = $derived(this.arranged?.problems ?? []);
  readonly rounds = $derived(Object.keys(this.#sizes));
  readonly grandePlaces = $derived(
    this.setup?.options.new_regency ? [...REGIONS, "castillo"] : [...REGIONS],
  );
  readonly kingPlaces = $derived(
    this.setup?.options.new_regency
      ? [...this.grandePlaces, "france", "portugal"]
      : this.grandePlaces,
  );

  constructor(private readonly language: () => Language) {}

  nameOf(colour: number): string {
    return colourLabel(colour, this.players, this.edition);
  }

  /** Start from a position in the fragment of an address, or from a new game. */
  async begin(fragment: string): Promise<void> {
    const code = fragment.replace(/^#/, "");
    try {
      await this.startFrom(code ? { snapshot: (await unpacked(code)) as SnapshotData } : NEW_GAME);
    } catch {
      await this.startFrom(NEW_GAME);
    }
  }

  async startFrom(wanted: Base = NEW_GAME): Promise<void> {
    this.refusal = null;
    try {
      const found = await takeApart(wanted, this.language());
      this.#base = found.snapshot;
      this.#sizes = found.hand_sizes;
      this.#totals = totalsOf(found.setup);
      this.stock = found.stock;
      this.setup = found.setup;
    } catch (error) {
      this.refusal = asRefusal(error);
    }
  }

  /** Ask the server about a setup; the answer counts unless the setup has changed meanwhile. */
  async check(wanted: Setup, language: Language): Promise<void> {
    this.isChecking = true;
    try {
      const found = await arrange(wanted, this.#base, language);
      if (wanted !== this.setup) return;
      this.arranged = found;
      if (found.snapshot)
        this.board = await playOn({ start: { snapshot: found.snapshot }, choices: [] }, language);
    } catch (error) {
      if (wanted === this.setup) this.refusal = asRefusal(error);
    } finally {
      if (wanted === this.setup) this.isChecking = false;
    }
  }

  change(part: Partial<Setup>): void {
    if (this.setup) this.setup = { ...this.setup, ...part };
  }

  /** Put this many caballeros of a colour somewhere; the Province makes up for the difference. */
  place(where: string, colour: number, count: number): void {
    if (!this.setup) return;
    const placed = withCaballeros(this.setup, where, colour, count);
    this.setup = where === "province" ? placed : withProvince(placed, this.#totals);
  }

  setMoment(moment: Setup["moment"], round: number): void {
    const size = this.#sizes[String(round)] ?? 0;
    if (this.setup) this.setup = withMoment(this.setup, moment, round, size);
  }

  setScore(seat: number, score: number): void {
    if (this.setup) this.change({ scores: withAt(this.setup.scores, seat, score) });
  }

  setPower(seat: number, power: number | null): void {
    if (this.setup) this.change({ powers: withAt(this.setup.powers, seat, power) });
  }

  toggleHand(seat: number, value: number): void {
    if (!this.setup) return;
    const hand = this.setup.hands[seat] ?? [];
    this.change({ hands: withAt(this.setup.hands, seat, toggled(hand, value)) });
  }

  toggleTaken(stack: number): void {
    if (this.setup) this.change({ taken: toggled(this.setup.taken, stack) });
  }
}

const withAt = <T>(list: readonly T[], at: number, value: T): T[] =>
  list.map((old, index) => (index === at ? value : old));

/** The sorted list without the value if it was there, otherwise with it. */
const toggled = (list: readonly number[], value: number): number[] =>
  list.includes(value)
    ? list.filter((one) => one !== value)
    : [...list, value].sort((one, other) => one - other);
