// The positions of the secret disc, for its picture.

import type { Choice } from "../../wire/types";
import type { Catalogue } from "../parts";

export function discPicks({ regions }: Catalogue): Choice[] {
  return regions.map(({ region, name }, choice) => ({
    choice,
    notation: region,
    text: name,
    touches: { on: "place", place: region },
  }));
}
