// Who this browser has muted at a table: identified by the number of their first message.

import { keep, recall } from "../app/keeping";

export class Muting {
  private place: string;
  private silenced = $state<number[]>([]);

  constructor(table: string) {
    this.place = `muted.${table}`;
    this.silenced = recall<number[]>(this.place, []);
  }

  has(speaker: number | null | undefined): boolean {
    return typeof speaker === "number" && this.silenced.includes(speaker);
  }

  toggle(speaker: number): void {
    this.silenced = this.has(speaker)
      ? this.silenced.filter((one) => one !== speaker)
      : [...this.silenced, speaker];
    keep(this.place, this.silenced);
  }
}
