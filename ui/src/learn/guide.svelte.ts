// Which lesson is shown, and which were seen at this table.

import { type Progress, keepProgress, keptProgress } from "./progress";
import { LAST, LESSONS, type Lesson } from "./lessons";
import { isAfter, type Scene } from "./scene";

export class Guide {
  private progress = $state<Progress>({ table: "", seen: [], isSkipped: false, isDone: false });
  /** What is shown; it stays until "Next", or until the deed is done. */
  private shown = $state<string | null>(null);
  private asked: number | null = null; // the step at which the player was asked
  private onSheet = false; // whether the lesson that is shown is about the sheet that is shown

  constructor(table: string) {
    const kept = keptProgress();
    if (kept?.table === table) this.progress = kept;
    else this.change({ table });
  }

  get isSkipped(): boolean {
    return this.progress.isSkipped;
  }

  get lesson(): Lesson | null {
    return LESSONS.find((lesson) => lesson.id === this.shown) ?? null;
  }

  /** The round that is played with lessons, once it is known. */
  get round(): number | null {
    return this.progress.round ?? null;
  }

  /** Which part of the round the player has come to. Not everybody gets all lessons of a part. */
  get part(): number {
    const told = LESSONS.filter(({ id }) => id === this.shown || this.progress.seen.includes(id));
    return Math.max(1, ...told.map(({ part }) => part));
  }

  /** Follow the game: what was done no longer needs a lesson, and the next one may be due. */
  follow(scene: Scene): void {
    if (this.round === null) this.change({ round: scene.round });
    const hasActed = this.asked !== null && this.asked !== scene.view.step;
    this.asked = scene.isMine ? scene.view.step : null;
    const now = this.lesson;
    if (now && this.isPast(now, scene, hasActed)) this.see(now.id);
    // Anybody who has played the whole game knows it, whichever lessons they have read.
    if (scene.view.over) this.shown = LAST;
    if (scene.view.over && !this.progress.isDone) this.finish();
    if (!this.shown) this.shown = this.due(scene)?.id ?? null;
    this.onSheet = scene.sheet !== null && this.lesson?.sheet === scene.sheet;
  }

  next(scene: Scene): void {
    if (this.shown) this.see(this.shown);
    this.follow(scene);
  }

  skip(): void {
    this.change({ isSkipped: true });
  }

  showAgain(): void {
    this.change({ isSkipped: false });
  }

  finish(): void {
    this.change({ isDone: true });
  }

  /** A deed is past when it is no longer asked for; any other lesson when the player plays on. */
  private isPast(lesson: Lesson, scene: Scene, hasActed: boolean): boolean {
    if (lesson.sheet && this.onSheet) return scene.sheet !== lesson.sheet;
    if (lesson.deed || lesson.passing) return !lesson.when(scene);
    return lesson.id !== LAST && hasActed && !isAfter(scene);
  }

  private due(scene: Scene): Lesson | undefined {
    const { seen } = this.progress;
    return LESSONS.find(
      (lesson) => lesson.part >= this.part && !seen.includes(lesson.id) && lesson.when(scene),
    );
  }

  private see(id: string): void {
    this.shown = null;
    this.change({ seen: [...this.progress.seen, id] });
  }

  private change(news: Partial<Progress>): void {
    Object.assign(this.progress, news);
    keepProgress($state.snapshot(this.progress));
  }
}
