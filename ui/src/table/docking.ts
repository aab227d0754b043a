// Where a card can lie on the table without covering what matters.

export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export interface Size {
  width: number;
  height: number;
}

/** How much of two areas is the same, in square pixels. */
export function shared(one: Area, other: Area): number {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

export interface Docked {
  left: number;
  top: number;
  /** How much of what is kept free it covers all the same, in square pixels. */
  covered: number;
}

/**
 * The point for the card's upper left corner: of the corners of some areas of the window, the first
 * where nothing kept free is covered, or else the one where least is.
 */
export function emptiest(
  { width, height }: Size,
  areas: readonly Area[],
  kept: readonly Area[],
  gap: number,
  window: Size = { width: innerWidth, height: innerHeight },
): Docked {
  const corners = areas.flatMap((area) => [
    [area.right - width - gap, area.bottom - height - gap],
    [area.left + gap, area.bottom - height - gap],
    [area.right - width - gap, area.top + gap],
    [area.left + gap, area.top + gap],
  ]);
  const spots = corners.map(([x, y]) => {
    const left = Math.max(gap, Math.min(x!, window.width - width - gap));
    const top = Math.max(gap, Math.min(y!, window.height - height - gap));
    const area = { left, top, right: left + width, bottom: top + height };
    return { left, top, covered: kept.reduce((sum, one) => sum + shared(area, one), 0) };
  });
  return spots.reduce((best, one) => (one.covered < best.covered ? one : best));
}
