// One puzzle being solved: the choices made so far, the answer, and a look at the solution.

import { asRefusal, type Refusal } from "../wire/http";
import type { PuzzleResult, PuzzleTask } from "../wire/schema";
import type { Choice, Language } from "../wire/types";
import { answerPuzzle, showSolution, tryPuzzle } from "./puzzles";

export class Solving {
  task = $state.raw<PuzzleTask | null>(null);
  choices = $state.raw<number[]>([]);
  result = $state.raw<PuzzleResult | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  isBusy = $state(false);
  /** How many choices of the solution are shown; null: one's own answer. */
  shownStep = $state<number | null>(null);

  constructor(
    readonly id: string,
    private readonly language: () => Language,
  ) {}

  /** What the next choice of the solution is, while it is looked at. */
  get nextStep(): Choice | null {
    if (!this.result || this.shownStep === null) return null;
    const next = this.result.solution[this.shownStep];
    return this.stepsSeen.get(this.shownStep)?.find(({ choice }) => choice === next) ?? null;
  }
  /** The choices that were open before each step. */
  private stepsSeen = $state.raw(new Map<number, Choice[]>());

  begin(): Promise<void> {
    return this.reach(this.choices);
  }

  pick(choice: number): Promise<void> {
    return this.reach([...this.choices, choice]);
  }

  takeBack(): Promise<void> {
    return this.choices.length > 0 ? this.reach(this.choices.slice(0, -1)) : Promise.resolve();
  }

  startAgain(): Promise<void> {
    this.result = null;
    this.shownStep = null;
    return this.reach([]);
  }

  async answer(): Promise<void> {
    await this.busily(async () => {
      this.result = await answerPuzzle(this.id, this.choices, this.language());
    });
  }

  async giveUp(): Promise<void> {
    await this.busily(async () => {
      this.result = await showSolution(this.id, this.language());
    });
    if (this.result) await this.look(0);
  }

  /** Look at the solution after some of its choices, or at one's own answer again. */
  async look(step: number | null): Promise<void> {
    const made = step === null ? this.choices : this.result?.solution.slice(0, step);
    if (!made) return;
    await this.busily(async () => {
      this.task = await tryPuzzle(this.id, made, this.language());
      this.shownStep = step;
      if (step !== null)
        this.stepsSeen = new Map(this.stepsSeen).set(step, this.task.position.view.choices);
    });
  }

  private async reach(choices: number[]): Promise<void> {
    await this.busily(async () => {
      this.task = await tryPuzzle(this.id, choices, this.language());
      this.choices = choices;
    });
  }

  private async busily(work: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.refusal = null;
    try {
      await work();
    } catch (error) {
      this.refusal = asRefusal(error);
    } finally {
      this.isBusy = false;
    }
  }
}
