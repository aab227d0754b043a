// What a lesson may know of the game: the view on the screen, and a few things read from it.

import type { Decision, DecisionOf, Table, View } from "../wire/types";

export interface Scene {
  view: View;
  table: Table;
  seat: number;
  /** Whether the player is asked, and can see it. */
  isMine: boolean;
  /** Whether the player's finished turn waits to be confirmed. */
  toConfirm: boolean;
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

export const isFirstRound = ({ view }: Scene): boolean => view.rounds_played === 0 && !view.over;

/** The first round is over, and with it what is taught by playing. */
export const isAfter = (scene: Scene): boolean => !isFirstRound(scene);

export function hasPlayedPower({ view, seat }: Scene): boolean {
  return view.players[seat]?.power != null;
}

/** Whether turns are being taken, and it is somebody else's. */
export function othersAct(scene: Scene): boolean {
  const isTurns = scene.view.turn_order.length > 0 && !!ahead(scene.view, "turns");
  return isFirstRound(scene) && isTurns && !scene.isMine && !scene.toConfirm;
}

/** Whether the player's turn of the first round is behind them. */
export function hasHadTurn(scene: Scene): boolean {
  const begun = ahead(scene.view, "turns")?.begun;
  const place = scene.view.turn_order.indexOf(scene.seat);
  return begun !== undefined && place >= 0 && begun > place + 1;
}
