// What stands in a place, in words: for screen readers, labels and the text view of the board.

import { colourName, houseOf } from "../art/houses";
import { list, words } from "../app/words.svelte";
import type { BoardPlace, Place, View } from "../wire/types";
import { isRegion, regionName, type Spot } from "./atlas";

const t = words("placeInWords");

/** A place's name as people call it. */
export function placeNamed(place: Place, view: View): string {
  return isRegion(place) ? regionName(place, view.options.edition) : t(place);
}

/** "Ana", or the name of the colour if nobody has a name. */
export function colourNamed(colour: number, view: View, names: readonly string[] = []): string {
  const house = colourName(houseOf(colour, view.options.players));
  return names[colour] && colour < view.options.players ? `${names[colour]} (${house})` : house;
}

/** The pieces of a place: regions and the Castillo have them, the lands abroad only the King. */
export function boardPlace(spot: Spot, view: View): BoardPlace | null {
  if (spot === "castillo") return view.castillo;
  return isRegion(spot) ? view.regions[spot] : null;
}

/** "3 carmine, 2 azure, Grande of azure and the King". */
export function peopleIn(spot: Spot, view: View, names: readonly string[] = []): string {
  const place = boardPlace(spot, view);
  const parts = (place?.caballeros ?? []).flatMap((count, colour) =>
    count > 0 ? [`${count} ${colourNamed(colour, view, names)}`] : [],
  );
  for (const colour of place?.grandes ?? [])
    parts.push(t("grande", { who: colourNamed(colour, view, names) }));
  if (view.king === spot) parts.push(t("king"));
  if (place && place.caballeros === null) parts.push(t("closed"));
  return parts.length > 0 ? list(parts) : t("nobody");
}

/** The scoreboard that counts: "7/4/2", with the tile that makes it so. */
export function pointsOf(spot: Spot, view: View): string {
  const place = boardPlace(spot, view);
  if (!place) return "";
  return place.tile ? t("tile", { tile: place.tile }) : place.points.join("/");
}

/** "Toledo: 3 carmine and 2 azure; 7/4/2; place one here". */
export function sayPlace(
  spot: Spot,
  view: View,
  names: readonly string[],
  choice?: string,
): string {
  const parts = [peopleIn(spot, view, names), pointsOf(spot, view), choice ?? ""].filter(
    (part) => part !== "",
  );
  return `${placeNamed(spot, view)}: ${parts.join("; ")}`;
}
