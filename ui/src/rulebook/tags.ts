// The names of editions and variants, as the reader sees them.

import type { Row } from "../app/words.svelte";
import type { Tag } from "./outline";

export const TAG_NAMES: Readonly<Record<Tag, Row>> = {
  "2023": ["2023", "2023", "2023"],
  classic: ["Classic", "Clásica", "Klassisch"],
  short: ["Short game", "Partida corta", "Kurzes Spiel"],
  two: ["Two players", "Dos jugadores", "Zu zweit"],
  three: ["Three players", "Tres jugadores", "Zu dritt"],
  new_regency: ["New Regency", "Nueva regencia", "Neue Regentschaft"],
  old_hands: ["Old Hands", "Veteranos", "Alte Hasen"],
  power_shift: ["Power Shift", "Cambio de poder", "Machtwechsel"],
  open_castillo: ["Open Castillo", "Castillo abierto", "Offenes Castillo"],
};
