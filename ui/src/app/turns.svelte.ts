// Which of the player's games are waiting: a socket nudges, the server's list is the truth. On
// other pages the player is told of their turn by a notice or, if they wish, by the browser.

import { openSocket } from "$host/wire";
import { untrack } from "svelte";
import { myTables, type TableLine } from "../wire/lines";
import { findPlayer, findPlayerAgain, me } from "../wire/player.svelte";
import type { FeedMessage } from "../wire/schema";
import { hangUp } from "../wire/early";
import { notify } from "./announcing.svelte";
import { namesInLine } from "./catalogue_names";
import { preferences } from "./preferences.svelte";
import { current, go } from "./router.svelte";
import { list, words } from "./words.svelte";

const t = words("turnNotices");

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
const REFUSED = 4400; // and above: the server does not let us in
const SIGNED_OUT = 4401;
const SOON_MS = 200; // nudges from several tables cause one request

/** The player's newest tables, as the server last listed them; null before the first request. */
export const turns = $state<{ mine: TableLine[] | null }>({ mine: null });

const othersAt = (line: TableLine): string[] =>
  namesInLine(line).filter((name, seat) => name && !line.mine.includes(seat));

/** What people call a table: its title, or who else sits there. */
export function tableName(line: TableLine): string {
  return line.title || list(othersAt(line)) || t("alone");
}

export function turnSentence(line: TableLine): string {
  const names = list(othersAt(line));
  return names && !line.title ? t("turnWith", { names }) : t("turn", { table: tableName(line) });
}

let looking: Promise<void> | null = null;
let isLeaving = false;
const told = new Set<string>(); // the tables whose turn was announced, until they stop waiting

/** Ask the server for the player's tables again. If that fails, the old list stays. */
export function lookAgain(): Promise<void> {
  if (isLeaving) return Promise.resolve();
  looking ??= look().finally(() => (looking = null));
  return looking;
}

async function look(): Promise<void> {
  if (!(await findPlayer())) {
    turns.mine = [];
    return;
  }
  const isFirst = turns.mine === null;
  turns.mine = await myTables();
  for (const line of turns.mine) {
    if (!line.waits_for_me) told.delete(line.id);
    else if (!told.has(line.id)) {
      told.add(line.id);
      if (!isFirst) tell(line);
    }
  }
}

/** End the player's session in the given way, with no request in flight that would be refused. */
export async function leave(end: () => Promise<unknown>): Promise<void> {
  isLeaving = true;
  try {
    await looking?.catch(() => undefined);
    await end();
    me.player = null;
    turns.mine = [];
  } finally {
    isLeaving = false;
  }
}

let sittingAt: string | null = null;

/** Say that a table is shown at an address other than its own; null: no longer. */
export function sitAt(table: string | null): void {
  sittingAt = table;
}

function tell(line: TableLine): void {
  const href = `/table/${line.id}`;
  const isHere = current.path === href || sittingAt === line.id;
  if (isHere && !document.hidden) return;
  const text = turnSentence(line);
  if (!isHere) notify(text, "news", { href, text: t("go") });
  if (!preferences.notify || !document.hidden || isHere) return;
  try {
    const shown = new Notification("El Grande", {
      body: text,
      icon: `${import.meta.env.BASE_URL}icon.svg`,
      tag: line.id,
    });
    shown.onclick = () => {
      window.focus();
      shown.close();
      go(href);
    };
  } catch {
    // Some browsers have no notifications, or only from a worker; the page shows the notice.
  }
}

/** Listen while there is a player; called once, when the page starts. */
export function followTurns(): void {
  void lookAgain().catch(() => undefined);
  $effect.root(() => {
    // Finding the same player again is no reason to reconnect.
    const player = $derived(me.player?.id);
    $effect(() => (player ? untrack(listen) : undefined));
  });
}

/** A socket that reconnects when it is lost; returns a function that ends it. */
function listen(): () => void {
  let socket: WebSocket | null = null;
  let wait = FIRST_WAIT_MS;
  let timer = 0;
  let soon = 0;
  let isOver = false;

  function lookSoon(table?: string): void {
    if (table) told.delete(table);
    clearTimeout(soon);
    soon = window.setTimeout(() => void lookAgain().catch(() => undefined), SOON_MS);
  }
  function connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = openSocket(`${scheme}://${location.host}/api/me/socket`);
    socket.onopen = () => {
      wait = FIRST_WAIT_MS;
      lookSoon();
    };
    socket.onmessage = (message) => {
      const nudge = JSON.parse(String(message.data)) as FeedMessage;
      if (nudge.type === "your_turn") lookSoon(nudge.table);
      if (nudge.type === "game_opened") {
        const text = t("opened", { title: nudge.title || "El Grande" });
        notify(text, "news", { href: `/table/${nudge.table}`, text: t("go") });
      }
    };
    socket.onclose = (event) => {
      if (event.code === SIGNED_OUT && !isOver) void findPlayerAgain().catch(() => undefined);
      if (isOver || (event.code >= REFUSED && event.code !== 4429)) return;
      timer = window.setTimeout(connect, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT_MS);
    };
  }
  function hurry(): void {
    if (document.hidden || socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(timer);
    connect();
  }

  connect();
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  return () => {
    isOver = true;
    removeEventListener("online", hurry);
    document.removeEventListener("visibilitychange", hurry);
    clearTimeout(timer);
    clearTimeout(soon);
    if (socket) hangUp(socket);
  };
}
