/** Allows so many restarts in a sliding window of time. */
export class RestartBudget {
  readonly #limit: number;
  readonly #windowMs: number;
  #taken: number[] = [];

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** Takes one if there is one left at `nowMs` (any steady clock). */
  take(nowMs: number): boolean {
    this.#taken = this.#taken.filter((at) => nowMs - at < this.#windowMs);
    if (this.#taken.length >= this.#limit) return false;
    this.#taken.push(nowMs);
    return true;
  }
}
