// What need not wait for the rest of the page: the texts of its language, and the socket of a
// table, so that on a phone the game arrives while the page is still being parsed. A separate file,
// which every page runs first (compress.mjs).

import { openSocket } from "$host/wire";
import { loadTexts, wantedLanguage } from "../app/language";
import type { Language } from "./types";

/** A socket with what it heard before anybody listened. */
export interface Opened {
  socket: WebSocket;
  heard: Event[];
}

const PATIENCE_MS = 15_000;
const AT_TABLE = /^\/table\/([^/]+)$/;

/** Where a table's socket is, as seen from a seat. */
export function addressOf(
  table: string,
  seat: number | null | "usual",
  language: Language,
): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const wanted = seat === "usual" ? "" : `&seat=${seat ?? "none"}`;
  return `${scheme}://${location.host}/api/tables/${table}/socket?language=${language}${wanted}`;
}

/** Close a socket. One that is not open yet is closed then: some browsers complain otherwise. */
export function hangUp(socket: WebSocket): void {
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}

let early: Opened | null = null;

/** A socket to an address: the one that was opened early, or a new one. */
export function socketTo(address: string): Opened {
  const opened = early;
  early = null;
  if (opened?.socket.url === address) return opened;
  if (opened) hangUp(opened.socket);
  return { socket: openSocket(address), heard: [] };
}

/** Open the socket of the table that the page's address names, and keep what it says. */
export function openEarly(): void {
  const table = AT_TABLE.exec(location.pathname)?.[1];
  if (!table || new URLSearchParams(location.search).has("seat")) return;
  const opened: Opened = {
    socket: openSocket(addressOf(table, "usual", wantedLanguage())),
    heard: [],
  };
  early = opened;
  const listen = (event: Event): void => void opened.heard.push(event);
  opened.socket.onmessage = listen;
  opened.socket.onclose = listen;
  // The page may never load, or be a different one.
  setTimeout(() => early === opened && hangUp(opened.socket), PATIENCE_MS);
}

if (typeof WebSocket !== "undefined" && typeof location !== "undefined") {
  // What cannot be loaded now is requested again when the page starts.
  loadTexts(wantedLanguage()).catch(() => undefined);
  openEarly();
}
