/** Who was met lately: the last ones of them, each for a time. */
export class Acquaintances {
  readonly #met = new Map<string, number>();
  readonly #keepMs: number;
  readonly #most: number;
  readonly #now: () => number;

  /** @param now ms of a clock that is never set */
  constructor(keepMs: number, most: number, now: () => number) {
    this.#keepMs = keepMs;
    this.#most = most;
    this.#now = now;
  }

  meet(key: string): void {
    this.#met.delete(key);
    this.#met.set(key, this.#now());
    const [oldest] = this.#met.keys();
    if (this.#met.size > this.#most && oldest !== undefined) this.#met.delete(oldest);
  }

  forget(key: string): void {
    this.#met.delete(key);
  }

  knows(key: string): boolean {
    const at = this.#met.get(key);
    return at !== undefined && this.#now() - at < this.#keepMs;
  }
}
