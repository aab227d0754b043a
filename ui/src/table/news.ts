// What happens to the table itself while one sits at it, in a sentence for everybody there.

import { words } from "../app/words.svelte";
import type { LogEntry } from "../wire/types";

const t = words({
  timeout: [
    "Time is up for {name}: a bot plays this turn.",
    "Se acabó el tiempo de {name}: un bot juega este turno.",
    "Die Zeit von {name} ist um: Ein Bot spielt diesen Zug.",
  ],
  handed: [
    "A bot plays for {name} now.",
    "Ahora un bot juega por {name}.",
    "Für {name} spielt jetzt ein Bot.",
  ],
  returned: ["{name} is back.", "{name} ha vuelto.", "{name} ist wieder da."],
  undo: [
    "Everybody agreed: the game has gone back.",
    "Todos están de acuerdo: la partida ha vuelto atrás.",
    "Alle sind einverstanden: Das Spiel ist zurückgegangen.",
  ],
  refused: [
    "{name} does not want to go back.",
    "{name} no quiere volver atrás.",
    "{name} möchte nicht zurückgehen.",
  ],
});

/** The sentence for an entry of the table's log; null for what needs none. */
export function newsOf(entry: LogEntry, called: (seat: number) => string): string | null {
  const name = entry.seat === null ? "" : called(entry.seat);
  if (entry.kind === "answer_undo") return entry.agree === false ? t("refused", { name }) : null;
  if (
    entry.kind === "timeout" ||
    entry.kind === "handed" ||
    entry.kind === "returned" ||
    entry.kind === "undo"
  ) {
    return t(entry.kind, { name });
  }
  return null;
}
