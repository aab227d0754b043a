// What a text is, and which there are: English is the reference, the others have the same keys.
//
// A text may have gaps, "{name} is back"; one that counts has a form for each plural category of its
// language (docs/inside/translating.md), which {n} chooses.

import type analysis from "./analysis/en";
import type club from "./club/en";
import type en from "./en";
import type puzzles from "./puzzles/en";
import type record from "./record/en";
import type review from "./review/en";
import type sharing from "./sharing/en";
import type solo from "./solo/en";

export type Plural = { readonly [form in Intl.LDMLPluralRule]?: string } & {
  readonly other: string;
};
export type Text = string | Plural;
export type Values = Record<string, string | number>;

/** Texts that only some pages need: each part is a folder with a file for every language. */
interface Parts {
  analysis: typeof analysis;
  club: typeof club;
  puzzles: typeof puzzles;
  record: typeof record;
  review: typeof review;
  sharing: typeof sharing;
  solo: typeof solo;
}
export type Part = keyof Parts;

type English = typeof en &
  typeof analysis &
  typeof club &
  typeof puzzles &
  typeof record &
  typeof review &
  typeof sharing &
  typeof solo;
export type Section = keyof English;
export type KeyOf<S extends Section> = keyof English[S] & string;
/** A text by its full name, "chat.send", for data that holds texts. */
export type TextKey = { [S in Section]: `${S}.${KeyOf<S>}` }[Section];
type TextsOf<E> = {
  readonly [S in keyof E]: { readonly [K in keyof E[S]]: Text };
};
/** The texts of a language that every page has. */
export type Texts = TextsOf<typeof en>;
/** Those of a part. */
export type PartTexts<P extends Part = Part> = TextsOf<Parts[P]>;
/** All texts of a language. */
export type AllTexts = TextsOf<English>;

type Gaps<T> = T extends `${string}{${infer Gap}}${infer Rest}` ? Gap | Gaps<Rest> : never;
type GapsOf<T> = T extends string ? Gaps<T> : "n" | Gaps<T[keyof T]>;
/** What a text needs: a value for each of its placeholders, or nothing. */
export type ValuesFor<S extends Section, K extends KeyOf<S>> = [GapsOf<English[S][K]>] extends [
  never,
]
  ? []
  : [values: Record<GapsOf<English[S][K]>, string | number>];
