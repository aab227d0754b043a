// One player at one table: the connection, what the table says, what is shown of it, what is sent.

import { announce, notify } from "../app/announcing.svelte";
import { sentenceFor } from "../app/refusals";
import { asRefusal, get, OFFLINE, post, Refusal } from "../wire/http";
import { ensurePlayer, findPlayerAgain, me } from "../wire/player.svelte";
import { TableSocket, type Connection, type Listener } from "../wire/socket";
import type {
  Choice,
  DraftKind,
  ClientFrame,
  Language,
  Line,
  LogEntry,
  StateFrame,
  Table,
  View,
} from "../wire/types";
import { calledOf, namesOf } from "./seat_names";
import { withNews } from "./log_lines";
import { newsOf } from "./news";
import { Playback } from "./playback.svelte";

/** The seat to look from: one of mine, nobody's, or the one that is asked. */
export type Looking = number | null | "usual";

/** The part of a socket that is needed here. */
export interface Wire {
  send(frame: ClientFrame): Promise<void>;
  speak(language: Language): void;
  close(): void;
}
export type Connect = (
  table: string,
  seat: Looking,
  language: Language,
  listener: Listener,
) => Wire;

const bySocket: Connect = (...given) => new TableSocket(...given);

export class TableSession {
  frame = $state.raw<StateFrame | null>(null);
  connection = $state<Connection>("connecting");
  /** Why the game pauses, if it does. */
  paused = $state<string | null>(null);
  /** Why there is no table to show. */
  gone = $state.raw<Refusal | null>(null);
  /** What happened in the game, the oldest first. */
  lines = $state.raw<Line[]>([]);
  /** The log of the table: who came and went, agreements, chat. */
  entries = $state.raw<LogEntry[]>([]);
  /** Whose hand may be shown, where several players share this screen. */
  heldBy = $state<number | null>(null);
  readonly playback = new Playback();

  private wire: Wire;
  private sentAt = $state<number | null>(null); // the step of my unanswered submission
  private known = 0; // how many events we have received
  private linesFrom = 0; // the first event whose line came in a frame; older ones are asked for
  private isFresh = true; // the next state is the first of a connection
  private toldIn: Language | null = null; // the language of what is being replayed
  private signsIn = 0;

  constructor(
    readonly id: string,
    private looking: Looking,
    private language: Language,
    private readonly connect: Connect = bySocket,
  ) {
    this.wire = this.open();
  }

  get table(): Table | null {
    return this.frame?.table ?? null;
  }

  /** The view on the screen; the true one may be ahead of it. */
  get shown(): View | null {
    return this.playback.shown;
  }

  get seat(): number | null {
    return this.frame?.seat ?? null;
  }

  get isHost(): boolean {
    return this.frame?.is_host ?? false;
  }

  get mine(): readonly number[] {
    return this.frame?.mine ?? [];
  }

  /** The seat of this screen's players that the game waits for, if it is not the one shown. */
  get handOver(): number | null {
    if (this.mine.length < 2 || this.playback.busy || this.table?.state !== "running") return null;
    const waiting = this.table.play?.waiting.filter((seat) => this.isPlayedHere(seat)) ?? [];
    if (waiting.length === 0) return null;
    if (this.heldBy !== null && waiting.includes(this.heldBy)) return null;
    return waiting[0] ?? null;
  }

  /** Whether the cards of the current seat may be shown. */
  get isOpen(): boolean {
    if (this.mine.length < 2 || this.table?.state === "finished") return true;
    return this.heldBy === this.seat && this.handOver === null;
  }

  /** What has happened as far as it was shown: the log does not run ahead of a replay. */
  get told(): Line[] {
    const shown = this.known - this.playback.ahead;
    return this.playback.ahead ? this.lines.filter((line) => line.number < shown) : this.lines;
  }

  /** Whether my submission at this step is unanswered. A new step is an answer. */
  get sending(): boolean {
    return this.sentAt !== null && this.sentAt === this.step;
  }

  /** What I can choose now; nothing while a replay runs. */
  get choices(): readonly Choice[] {
    if (this.playback.busy || !this.isOpen) return [];
    return this.frame?.view?.choices ?? [];
  }

  /** Whether my finished turn waits to be confirmed. */
  get toConfirm(): boolean {
    const play = this.table?.play;
    return !!play?.to_confirm && play.drafting === this.seat && this.isOpen;
  }

  /** What of mine waits to be confirmed: a turn, a part of it, a power card, or an answer. */
  get confirming(): DraftKind | null {
    return this.toConfirm ? (this.table?.play?.confirming ?? "turn") : null;
  }

  /** A seat of mine that a bot plays for. */
  get givenAway(): number | null {
    if (this.table?.state !== "running") return null;
    return this.mine.find((seat) => !this.isPlayedHere(seat)) ?? null;
  }

  /** Whether the game waits for me, though I may still be watching what led there. */
  get isAwaited(): boolean {
    return this.isOpen && (this.toConfirm || !!this.frame?.view?.choices.length);
  }

  /** Whether the game waits for me, and I can see it. */
  get isMyTurn(): boolean {
    return this.choices.length > 0 || (this.toConfirm && !this.playback.busy);
  }

  choose(choice: number): Promise<void> {
    const found = this.choices.find((one) => one.choice === choice);
    const at = this.place();
    if (!found || !at || this.sending) return Promise.resolve();
    return this.say({ type: "choose", ...at, choice });
  }

  confirm(): Promise<void> {
    const at = this.place();
    return at && !this.sending && !this.playback.busy
      ? this.say({ type: "confirm", ...at })
      : Promise.resolve();
  }

  takeBack(whole = false): Promise<void> {
    const at = this.place();
    if (!at || this.sending || this.playback.busy) return Promise.resolve();
    return this.say({ type: "take_back", ...at, whole });
  }

  askUndo(to: number): Promise<void> {
    return this.seat === null
      ? Promise.resolve()
      : this.say({ type: "ask_undo", seat: this.seat, to });
  }

  answerUndo(agree: boolean): Promise<void> {
    const wish = this.table?.play?.undo;
    const seat = this.mine.find((one) => wish?.wanted.includes(one));
    if (!wish || seat === undefined) return Promise.resolve();
    return this.say({ type: "answer_undo", seat, request: wish.request, agree });
  }

  chat(text: string): Promise<void> {
    return this.say({ type: "chat", text, key: crypto.randomUUID?.() ?? `${Math.random()}` });
  }

  /** Switch to another of my seats; its player holds the screen now. */
  async look(seat: number): Promise<void> {
    this.heldBy = seat;
    if (seat === this.seat) return;
    this.looking = seat;
    await this.say({ type: "look", seat });
  }

  /** Take a seat of mine back from the bot; a player replaced by the others has to ask them. */
  async comeBack(seat: number): Promise<void> {
    const isAgreed = this.table?.seats[seat]?.reason === "agreed";
    try {
      if (isAgreed) await post(`/api/tables/${this.id}/proposals`, { kind: "return", seat });
      else await post(`/api/tables/${this.id}/seats/${seat}/return`);
    } catch (error) {
      notify(sentenceFor(asRefusal(error)), "trouble");
    }
  }

  speak(language: Language): void {
    if (language === this.language) return;
    this.language = language;
    this.isFresh = true;
    this.wire.speak(language);
  }

  close(): void {
    this.playback.stop();
    this.wire.close();
  }

  private isPlayedHere(seat: number): boolean {
    return this.mine.includes(seat) && !this.table?.seats[seat]?.substitute;
  }

  private get step(): number | null {
    return this.frame?.view?.step ?? null;
  }

  private place(): { seat: number; step: number } | null {
    const { seat, step } = this;
    return seat !== null && step !== null ? { seat, step } : null;
  }

  private async say(frame: ClientFrame): Promise<void> {
    const isPlay = frame.type !== "chat";
    const step = this.step;
    if (isPlay) this.sentAt = step;
    try {
      await this.wire.send(frame);
    } catch (error) {
      const refusal = asRefusal(error);
      // The answer to a question from before a lost connection: the new state is already here.
      if (refusal.code !== "stale_step") notify(sentenceFor(refusal), "trouble");
    } finally {
      if (isPlay && this.sentAt === step) this.sentAt = null;
    }
  }

  private open(): Wire {
    return this.connect(this.id, this.looking, this.language, {
      state: (frame) => this.receive(frame),
      connection: (now) => this.hear(now),
      paused: (detail) => (this.paused = detail),
      refused: (refusal) => void this.enter(refusal),
      barred: () => this.askWhy(),
    });
  }

  private hear(now: Connection): void {
    if (now === "live") {
      this.isFresh = true;
      this.signsIn = 0;
    }
    this.connection = now;
  }

  private receive(frame: StateFrame): void {
    const before = this.frame;
    const isMine = this.sending;
    const isFresh = this.isFresh || before?.seat !== frame.seat || !before?.view;
    this.isFresh = false;
    this.frame = frame;
    this.paused = frame.paused;
    const entries = unheard(this.entries, frame.log);
    if (before) this.tell(entries);
    this.entries = [...this.entries, ...entries].sort((one, other) => one.number - other.number);
    if (!frame.view) return;
    const isTakenBack = frame.events_from < this.known;
    const isSame = this.isSame(before, frame);
    this.known = frame.events_from + frame.events.length;
    if (isFresh) {
      this.linesFrom = frame.lines_from;
      this.toldIn = this.language;
      if (isSame) this.playback.stay(frame.view);
      else this.playback.jump(frame.view);
      void this.readLines();
      return;
    }
    this.linesFrom = Math.min(this.linesFrom, frame.lines_from);
    this.lines = withNews(this.lines, frame);
    const { view, events, events_from: from, seat } = frame;
    const news = { view, events, from, seat, isMine, isTimed: isTimed(frame) };
    if (isTakenBack) this.playback.rewind(news);
    else this.playback.follow(news);
  }

  /** Whether nothing happened while the connection was lost, so that no replay need be cut off. */
  private isSame(before: StateFrame | null, { seat, view, events_from }: StateFrame): boolean {
    const wasHere = before?.seat === seat && before.view?.step === view?.step;
    return wasHere && events_from === this.known && this.toldIn === this.language;
  }

  private tell(news: readonly LogEntry[]): void {
    const names = this.table ? namesOf(this.table) : [];
    for (const entry of news) {
      if (entry.kind === "chat" && entry.text !== undefined) {
        announce(`${entry.who ?? ""}: ${entry.text}`);
      }
      const sentence = newsOf(entry, (seat) => calledOf(names, seat));
      if (sentence) notify(sentence);
    }
  }

  /** Ask for what happened before the lines that came in frames. */
  private async readLines(): Promise<void> {
    const seat = this.seat === null ? "" : `&seat=${this.seat}`;
    const path = `/api/tables/${this.id}/events?language=${this.language}${seat}`;
    try {
      const told = await get<Line[]>(path);
      const later = this.lines.filter((line) => line.number >= this.linesFrom);
      this.lines = [...told.filter((line) => line.number < this.linesFrom), ...later];
    } catch {
      // The log is not essential; the game goes on without its beginning.
    }
  }

  /** Somebody signed in again after their session was over: back to the table. */
  comeIn(): void {
    this.gone = null;
    this.wire.close();
    this.connection = "connecting";
    this.wire = this.open();
  }

  /** We were not let in: perhaps as a new guest; otherwise there is no table here for us. */
  private async enter(refusal: Refusal): Promise<void> {
    if (refusal.status === 401 && this.signsIn < 2) {
      this.signsIn += 1;
      const wasSomebody = this.frame !== null || me.player !== null;
      try {
        // A player who was signed out is asked to sign in, not turned into a stranger at their own
        // table.
        if ((await findPlayerAgain()) || !wasSomebody) {
          await ensurePlayer();
          this.comeIn();
          return;
        }
      } catch (error) {
        refusal = asRefusal(error);
      }
    }
    this.gone = refusal;
  }

  private async askWhy(): Promise<boolean> {
    try {
      await get<Table>(`/api/tables/${this.id}`);
      return true;
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal.code === OFFLINE || refusal.status === 429 || refusal.status >= 500) return true;
      await this.enter(refusal);
      return false;
    }
  }
}

function unheard(old: readonly LogEntry[], told: readonly LogEntry[]): LogEntry[] {
  const known = new Set(old.map((entry) => entry.number));
  return told.filter((entry) => !known.has(entry.number));
}

/** Whether the viewer's own time is running. */
const isTimed = ({ table, view }: StateFrame): boolean =>
  !!view?.choices.length && (table.play?.clock?.kind ?? "none") !== "none";
