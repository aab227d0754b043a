// How wide the pieces are for their height, and how high they usually stand.

export type PieceKind = "caballero" | "grande" | "king";

export interface Proportion {
  /** Width divided by height, as drawn in the sprite. */
  width: number;
  /** The usual height in pixels. */
  usual: number;
}

export const PROPORTIONS: Record<PieceKind, Proportion> = {
  caballero: { width: 24 / 30, usual: 22 },
  grande: { width: 48 / 58, usual: 44 },
  king: { width: 44 / 62, usual: 50 },
};
