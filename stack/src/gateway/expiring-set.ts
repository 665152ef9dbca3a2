/** A set of keys that expire; the oldest are evicted beyond `maxSize`. */
export class ExpiringSet {
  readonly #addedAt = new Map<string, number>();
  readonly #ttlMs: number;
  readonly #maxSize: number;
  readonly #now: () => number;

  /** @param now monotonic ms */
  constructor(ttlMs: number, maxSize: number, now: () => number) {
    this.#ttlMs = ttlMs;
    this.#maxSize = maxSize;
    this.#now = now;
  }

  add(key: string): void {
    this.#addedAt.delete(key);
    this.#addedAt.set(key, this.#now());
    const [oldest] = this.#addedAt.keys();
    if (this.#addedAt.size > this.#maxSize && oldest !== undefined) this.#addedAt.delete(oldest);
  }

  delete(key: string): void {
    this.#addedAt.delete(key);
  }

  has(key: string): boolean {
    const at = this.#addedAt.get(key);
    return at !== undefined && this.#now() - at < this.#ttlMs;
  }
}
