import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { ZodType } from 'zod';
import { PRIVATE_FILE } from './private-modes.ts';

interface Named {
  readonly sid: string;
}

/**
 * Records of one kind, newest state wins: all in memory, each change appended to a file of one JSON text a line.
 * A line that was cut off by a crash is passed over. The file is rewritten at the start and
 * when most of its lines are old.
 */
export class Records<T extends Named> {
  readonly #path: string;
  readonly #most: number;
  readonly #known = new Map<string, T>();
  #lines = 0;

  /** @param most the oldest beyond that many are forgotten */
  constructor(path: string, schema: ZodType<T>, most: number) {
    this.#path = path;
    this.#most = most;
    if (existsSync(path)) for (const line of readFileSync(path, 'utf8').split('\n')) this.#read(line, schema);
    this.#rewrite();
  }

  get(sid: string): T | undefined {
    return this.#known.get(sid);
  }

  /** Newest first. */
  list(): readonly T[] {
    return [...this.#known.values()].reverse();
  }

  /** Stores the new state of a record; it is in the file when this returns. */
  put(record: T): void {
    this.#keep(record);
    this.#append(record);
  }

  remove(sid: string): boolean {
    if (!this.#known.delete(sid)) return false;
    this.#append({ removed: sid });
    return true;
  }

  #append(value: unknown): void {
    appendFileSync(this.#path, `${JSON.stringify(value)}\n`);
    this.#lines += 1;
    if (this.#lines > 5_000 + 4 * this.#known.size) this.#rewrite();
  }

  #read(line: string, schema: ZodType<T>): void {
    if (line === '') return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return;
    }
    if (typeof value === 'object' && value !== null && 'removed' in value) {
      this.#known.delete(String(value.removed));
      return;
    }
    const parsed = schema.safeParse(value);
    if (parsed.success) this.#keep(parsed.data);
  }

  #keep(record: T): void {
    this.#known.set(record.sid, record);
    if (this.#known.size <= this.#most) return;
    const oldest = this.#known.keys().next();
    if (!oldest.done) this.#known.delete(oldest.value);
  }

  #rewrite(): void {
    const partial = `${this.#path}.part`;
    const lines = [...this.#known.values()].map((one) => `${JSON.stringify(one)}\n`);
    writeFileSync(partial, lines.join(''), { mode: PRIVATE_FILE });
    renameSync(partial, this.#path);
    this.#lines = 0;
  }
}
