// A view for a picture of the board: only what the board shows of it matters.

import { REGIONS, type Region, type RegionShown, type TileKey, type View } from "../../wire/types";
import type { CatalogueData } from "../../app/catalogue_data";
import type { Standing } from "./figures";

const pointsOf = (tile: TileKey): number[] => tile.split("/").map(Number);

function regionOf(
  region: Region,
  printed: number[],
  standing: Standing,
  colours: number,
): RegionShown {
  const tile = standing.tiles?.[region] ?? null;
  const pieces = standing.pieces?.[region] ?? [];
  const grande = standing.grandes?.[region];
  return {
    caballeros: Array.from({ length: colours }, (_, colour) => pieces[colour] ?? 0),
    grandes: grande === undefined ? [] : [grande],
    tile,
    points: tile ? pointsOf(tile) : printed,
    ranks: new Array<number>(colours).fill(0),
    worth: new Array<number>(colours).fill(0),
  };
}

export function viewOf(standing: Standing, { regions }: CatalogueData): View {
  const players = standing.dummy ? 2 : 4;
  const colours = standing.dummy ? 3 : 4;
  const printed = (region: Region): number[] =>
    regions.find((one) => one.region === region)?.points ?? [0, 0, 0];
  const nobody = new Array<number>(colours).fill(0);
  // Partial, so that pictures need not name options added later.
  const options: Partial<View["options"]> = {
    edition: "2023",
    players,
    short: false,
    merged_stacks: false,
    new_regency: standing.king === "portugal" || standing.king === "france",
    old_hands: [],
    power_shift: false,
    castillo: "secret",
    first_player: null,
  };
  return {
    seat: null,
    options: options as View["options"],
    round: 1,
    rounds_played: 0,
    over: false,
    king: standing.king,
    first_player: 0,
    waiting: [],
    decision: null,
    pending: [],
    allowed: [],
    regions: Object.fromEntries(
      REGIONS.map((region) => [region, regionOf(region, printed(region), standing, colours)]),
    ) as Record<Region, RegionShown>,
    castillo: {
      caballeros: null,
      grandes: [],
      tile: null,
      points: [5, 3, 1],
      ranks: null,
      worth: null,
    },
    court: nobody,
    province: nobody,
    scores: nobody.slice(0, players),
    if_scored_now: nobody.slice(0, players),
    turn_order: [],
    players: [],
    stacks: {},
    card: null,
    infiltrating: false,
    take_backs: [],
    dummy: standing.dummy ? { power: null, played: [], drawn: [] } : null,
    mine: null,
    legal: [],
    ask: "",
    step: 0,
    can_undo: false,
    undo_reason: null,
    choices: [],
  };
}
