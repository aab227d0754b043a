// What a lesson may know of the game: the view on the screen, and a few things read from it.

import type { Scene as SheetScene } from "../table/scoring/scene";
import type { Decision, DecisionOf, Table, View } from "../wire/types";

export interface Scene {
  view: View;
  table: Table;
  seat: number;
  /** Whether the player is asked, and can see it. */
  isMine: boolean;
  /** Whether the player's finished turn waits to be confirmed. */
  toConfirm: boolean;
  /** The round that is played with lessons. */
  round: number;
  /** What a sheet tells of the general scoring now. */
  sheet: Sheet | null;
}

export type Sheet = "castillo" | "discs" | "regions";

/** What the sheet of this moment tells of a general scoring; null: nothing, or a card scores. */
export function sheetOf(told: SheetScene | null): Sheet | null {
  if (!told) return null;
  if (told.kind === "reveal") return "discs";
  if (told.scoring.round === null) return null;
  const isCastillo = told.kind === "place" ? told.place.place === "castillo" : false;
  return told.kind === "opened" || isCastillo ? "castillo" : "regions";
}

/** The kind of the decision the player owes; "" if others are asked. */
export function mine(scene: Scene): string {
  return scene.isMine && !scene.toConfirm ? (scene.view.decision?.kind ?? "") : "";
}

/** What is being decided or still to happen, of one kind. */
export function ahead<Kind extends Decision["kind"]>(
  view: View,
  kind: Kind,
): DecisionOf<Kind> | undefined {
  const isOfKind = (one: Decision | null): one is DecisionOf<Kind> => one?.kind === kind;
  return [view.decision, ...view.pending].find(isOfKind);
}

export const isGuided = ({ view, round }: Scene): boolean => view.round === round && !view.over;

/** The guided round is over, and with it what is taught by playing. */
export const isAfter = (scene: Scene): boolean => !isGuided(scene);

export function hasPlayedPower({ view, seat }: Scene): boolean {
  return view.players[seat]?.power != null;
}

/** Whether turns are being taken, and it is somebody else's. */
export function othersAct(scene: Scene): boolean {
  const isTurns = scene.view.turn_order.length > 0 && !!ahead(scene.view, "turns");
  return isGuided(scene) && isTurns && !scene.isMine && !scene.toConfirm;
}

/** Whether the player's turn of the guided round is behind them. */
export function hasHadTurn(scene: Scene): boolean {
  const begun = ahead(scene.view, "turns")?.begun;
  const place = scene.view.turn_order.indexOf(scene.seat);
  return begun !== undefined && place >= 0 && begun > place + 1;
}
