// What a text is, and which there are: English is the reference, the others have the same keys.
//
// A text may have gaps, "{name} is back"; one that counts has a form for each plural category of its
// language (docs/translating.md), which {n} chooses.

import type en from "./en";

export type Plural = { readonly [form in Intl.LDMLPluralRule]?: string } & {
  readonly other: string;
};
export type Text = string | Plural;
export type Values = Record<string, string | number>;

type English = typeof en;
export type Section = keyof English;
export type KeyOf<S extends Section> = keyof English[S] & string;
/** A text by its full name, "chat.send", for data that holds texts. */
export type TextKey = { [S in Section]: `${S}.${KeyOf<S>}` }[Section];
/** All texts of a language. */
export type Texts = {
  readonly [S in Section]: { readonly [K in keyof English[S]]: Text };
};

type Gaps<T> = T extends `${string}{${infer Gap}}${infer Rest}` ? Gap | Gaps<Rest> : never;
type GapsOf<T> = T extends string ? Gaps<T> : "n" | Gaps<T[keyof T]>;
/** What a text needs: a value for each of its placeholders, or nothing. */
export type ValuesFor<S extends Section, K extends KeyOf<S>> = [GapsOf<English[S][K]>] extends [
  never,
]
  ? []
  : [values: Record<GapsOf<English[S][K]>, string | number>];
