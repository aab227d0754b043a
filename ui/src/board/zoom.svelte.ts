// Zooming and panning the map by pinch, double tap, wheel with a key, or buttons. At normal size
// the map lets the page scroll.

import { atlas, reachIn, unitIn } from "./atlas";

const LARGEST = 5;
/** How far a tap zooms in. */
const CLOSER = 2.4;
/** The size of a fingertip, in pixels. */
export const FINGER = 24;
const TAP_MS = 300;
const TAP_REACH = 24;

export class Zoom {
  by = $state(1);
  x = $state(0);
  y = $state(0);
  /** Whether fingers are moving the map: nothing is pressed then. */
  busy = $state(false);
  /** The map as it was before it zoomed in by itself. */
  #before: { by: number; x: number; y: number } | null = null;
  #fingers = new Map<number, { x: number; y: number }>();
  #lastTap = { at: 0, x: 0, y: 0 };
  #box: () => DOMRect;

  constructor(box: () => DOMRect) {
    this.#box = box;
  }

  /** Pixels per map unit at the current zoom. */
  get unit(): number {
    const box = this.#box();
    return unitIn(box.width, box.height) * this.by;
  }

  get canGoOn(): boolean {
    return this.by < LARGEST;
  }

  /** Whether more than one finger is on the map. */
  get isPinch(): boolean {
    return this.#fingers.size > 1;
  }

  whole = (): void => {
    this.#before = null;
    [this.by, this.x, this.y] = [1, 0, 0];
  };

  /** Zoom in for one choice; `goBack` restores the map. */
  lookCloser(clientX: number, clientY: number): void {
    const before = this.#before ?? { by: this.by, x: this.x, y: this.y };
    this.to(this.by * CLOSER, clientX, clientY);
    this.#before = before;
  }

  /** The choice is made: what can be chosen next may be anywhere on the map. */
  goBack(): void {
    if (this.#before) Object.assign(this, this.#before);
    this.#before = null;
  }

  /** Zoom so that what is under a point of the screen stays there. */
  to(by: number, clientX?: number, clientY?: number): void {
    const box = this.#box();
    const next = Math.min(LARGEST, Math.max(1, by));
    const fromX = (clientX ?? box.x + box.width / 2) - box.x - box.width / 2;
    const fromY = (clientY ?? box.y + box.height / 2) - box.y - box.height / 2;
    const ratio = next / this.by;
    this.#before = null;
    this.by = next;
    this.#shift(fromX - (fromX - this.x) * ratio, fromY - (fromY - this.y) * ratio);
  }

  #shift(x: number, y: number): void {
    const box = this.#box();
    const [aside, above] = reachIn(box.width, box.height);
    const { unit } = this;
    const slackX = Math.max(0, (unit * (atlas.width + 2 * aside) - box.width) / 2);
    const slackY = Math.max(0, (unit * (atlas.height + 2 * above) - box.height) / 2);
    this.x = Math.max(-slackX, Math.min(slackX, x));
    this.y = Math.max(-slackY, Math.min(slackY, y));
  }

  down(event: PointerEvent): void {
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#fingers.size > 1) this.busy = true;
  }

  move(event: PointerEvent): void {
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) return;
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const apart = Math.hypot(finger.x - other.x, finger.y - other.y);
      const now = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      if (apart > 10)
        this.to(
          (this.by * now) / apart,
          (event.clientX + other.x) / 2,
          (event.clientY + other.y) / 2,
        );
    } else if (this.by > 1 && (this.busy || Math.hypot(dx, dy) > 6)) {
      this.busy = true;
      this.#shift(this.x + dx, this.y + dy);
    } else return;
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  up(event: PointerEvent): void {
    if (!this.#fingers.delete(event.pointerId) || this.#fingers.size > 0) return;
    // The click that follows a pan or pinch must still see that it was one.
    if (this.busy) setTimeout(() => (this.busy = false));
    else if (event.pointerType === "touch") this.#tap(event);
  }

  /** A double tap zooms in, except on what can be chosen: two taps may be meant there. */
  #tap({ timeStamp, clientX, clientY, target }: PointerEvent): void {
    if (target instanceof Element && target.closest("[data-choice], .choosable, .tools")) return;
    const { at, x, y } = this.#lastTap;
    const twice = timeStamp - at < TAP_MS && Math.hypot(clientX - x, clientY - y) < TAP_REACH;
    this.#lastTap = { at: twice ? 0 : timeStamp, x: clientX, y: clientY };
    if (!twice) return;
    if (this.by > 1.2) this.whole();
    else this.to(CLOSER, clientX, clientY);
  }

  wheel(event: WheelEvent): void {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.to(this.by * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }
}
