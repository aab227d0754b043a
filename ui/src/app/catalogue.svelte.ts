// What the game is made of, in the language of the page: cards, places, colours, modifiers.
// Requested from the server once for each edition and language. Until it arrives, plain names stand
// in, so that nothing on the page has to wait for it.

import { colourName, DUMMY } from "../art/houses";
import { get } from "../wire/http";
import type { Edition, Language, Place, Region } from "../wire/types";
import {
  plainTitle,
  type CardText,
  type CatalogueData,
  type Field,
  type ModifierText,
  type Value,
} from "./catalogue_data";
import { preferences } from "./preferences.svelte";
import { words } from "./words.svelte";

const placeNames = words("places");
const PATIENCE_MS = [1000, 3000, 10000, 30000];

// At module level, not in the class: state created while deriving would not be tracked.
let told = $state.raw<Record<string, CatalogueData>>({});

/** One edition in one language. */
export class Catalogue {
  readonly #key: string;

  constructor(
    readonly edition: Edition,
    readonly language: Language,
  ) {
    this.#key = shelfMark(edition, language);
    void this.#load(0);
  }

  /** The server's answer; null until it arrives. */
  get data(): CatalogueData | null {
    return told[this.#key] ?? null;
  }

  card(key: string): CardText {
    return this.data?.cards[key] ?? { ...UNTOLD, title: plainTitle(key) };
  }

  place(place: Place): string {
    return this.data?.places[place] ?? placeNames(place);
  }

  /** What a region's places are worth, as printed; null until it is known. */
  points(region: Region): number[] | null {
    return this.data?.regions.find((row) => row.region === region)?.points ?? null;
  }

  /** The name of a house's colour; the house is `houseOf(colour, players)`. */
  colour(house: number): string {
    const said = house === DUMMY ? this.data?.dummy : this.data?.colours[house];
    return said?.name ?? colourName(house);
  }

  modifier(key: string): ModifierText {
    const [value = "0", kind = "plain"] = key.split(" ");
    return this.data?.modifiers[key] ?? { value: Number(value), kind, text: "" };
  }

  /** What one of our own bots, such as "strong:seconds=1", is called. */
  bot(text: string): string {
    const [name = text] = text.split(/[ :]/);
    return this.data?.levels.find(({ bot }) => bot === name)?.title ?? plainTitle(name);
  }

  /** How the server describes a value of an option; undefined until it is known. */
  optionValue(key: string, value: Value): Field["values"][number] | undefined {
    const field = this.data?.options.find((option) => option.key === key);
    return field?.values.find((one) => one.value === value);
  }

  /** How many caballeros a power card lets its player take; null until it is known. */
  takes(power: number): number | null {
    return this.data?.powers[String(power)] ?? null;
  }

  async #load(attempt: number): Promise<void> {
    try {
      const query = new URLSearchParams({ edition: this.edition, language: this.language });
      const answer = await get<CatalogueData>(`/api/catalogue?${query}`);
      told = { ...told, [this.#key]: answer };
    } catch {
      // The stand-in names are good enough to continue; the server may be back soon.
      const patience = PATIENCE_MS[Math.min(attempt, PATIENCE_MS.length - 1)];
      setTimeout(() => void this.#load(attempt + 1), patience);
    }
  }
}

const UNTOLD: CardText = {
  title: "",
  text: "",
  variant_texts: {},
  number: null,
  stacks: [],
  copies: 0,
  added: { new_regency: 0, old_hands: 0 },
  kind: "",
};
const shelfMark = (edition: Edition, language: Language): string => `${edition} ${language}`;
const shelf = new Map<string, Catalogue>();

/** The catalogue of an edition in the language of the page. */
export function catalogue(edition: Edition): Catalogue {
  const language = preferences.language;
  const key = shelfMark(edition, language);
  let found = shelf.get(key);
  if (!found) {
    found = new Catalogue(edition, language);
    shelf.set(key, found);
  }
  return found;
}
