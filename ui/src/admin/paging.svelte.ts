// A list that grows page by page, the newest first.

import { asRefusal, get, type Refusal } from "../wire/http";

const PAGE = 50;

export class Paged<Row> {
  rows = $state.raw<Row[] | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  isLast = $state(true);

  /** `address` is where the list is; `next` names what follows a row. */
  constructor(
    private readonly address: () => string,
    private readonly next: (row: Row) => string,
  ) {}

  /** Read the list from its beginning. */
  look = async (): Promise<void> => {
    await this.read("", []);
  };

  /** Read what follows. */
  more = async (): Promise<void> => {
    const last = this.rows?.at(-1);
    if (last !== undefined) await this.read(`&${this.next(last)}`, this.rows ?? []);
  };

  private async read(from: string, before: Row[]): Promise<void> {
    this.refusal = null;
    try {
      const found = await get<Row[]>(`${this.address()}limit=${PAGE}${from}`);
      this.rows = [...before, ...found];
      this.isLast = found.length < PAGE;
    } catch (error) {
      this.refusal = asRefusal(error);
    }
  }
}
