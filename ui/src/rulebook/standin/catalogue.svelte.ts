// A stand-in for the catalogue.
import { SvelteMap } from "svelte/reactivity";
import { preferences } from "../../app/preferences.svelte";
import { get } from "../../wire/http";
import type { Edition, Place, Region } from "../../wire/types";

export interface CardEntry { title: string; text: string; number: number; stacks: number[]; copies: number; kind: string; added: { new_regency: number; old_hands: number } }
export interface Catalogue {
  cards: Record<string, CardEntry>;
  places: Record<Place, string>;
  regions: { region: Region; name: string; points: number[]; neighbours: Region[] }[];
  colours: { key: string; name: string }[];
  dummy: { key: string; name: string };
  powers: Record<string, number>;
  modifiers: Record<string, { value: number; kind: string; text: string }>;
}
const kept = new SvelteMap<string, Catalogue>();
const asked = new Set<string>();
export function catalogue(edition: Edition): Catalogue | null {
  const key = `${edition}.${preferences.language}`;
  if (!asked.has(key)) {
    asked.add(key);
    void get<Catalogue>(`/api/catalogue?edition=${edition}&language=${preferences.language}`).then((it) => kept.set(key, it), () => asked.delete(key));
  }
  return kept.get(key) ?? null;
}
