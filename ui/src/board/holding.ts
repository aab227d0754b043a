// A finger that stays on the map asks what is there; it chooses nothing.

const HELD_MS = 500;
const FAR = 10;

export class Holding {
  #pointer: number | null = null;
  #start = { x: 0, y: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #held = false;
  #ended = 0;

  /** `onheld` says whether anything was there to be asked about. */
  constructor(private readonly onheld: (x: number, y: number) => boolean) {}

  /** Whether the finger that is down has asked already. */
  get isHeld(): boolean {
    return this.#held;
  }

  down(event: PointerEvent): void {
    this.leave();
    if (event.pointerType !== "touch") return;
    this.#pointer = event.pointerId;
    this.#start = { x: event.clientX, y: event.clientY };
    this.#timer = setTimeout(() => {
      this.#held = this.onheld(this.#start.x, this.#start.y);
    }, HELD_MS);
  }

  move(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer || this.#held) return;
    const { x, y } = this.#start;
    if (Math.hypot(event.clientX - x, event.clientY - y) > FAR) this.leave();
  }

  up(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return;
    if (this.#held) this.#ended = event.timeStamp;
    this.leave();
  }

  /** The finger is gone, or means something else. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#pointer = null;
    this.#held = false;
  }

  /** Whether a click is only the end of a long press. */
  wasHeld = (event: Event): boolean => this.#ended > 0 && event.timeStamp - this.#ended < 300;
}
