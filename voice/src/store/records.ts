import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { ZodType } from 'zod';
import { PRIVATE_FILE } from './private-modes.ts';

interface WithSid {
  readonly sid: string;
}

/**
 * Records of one kind, kept in memory and in an append-only JSON Lines file. The last state of a record wins. Lines
 * truncated by a crash are skipped. The file is compacted at startup and when most of its lines are outdated.
 */
export class Records<T extends WithSid> {
  readonly #path: string;
  readonly #maxRecords: number;
  readonly #records = new Map<string, T>();
  #lines = 0;

  /** @param maxRecords the oldest records beyond this are removed */
  constructor(path: string, schema: ZodType<T>, maxRecords: number) {
    this.#path = path;
    this.#maxRecords = maxRecords;
    if (existsSync(path)) for (const line of readFileSync(path, 'utf8').split('\n')) this.#read(line, schema);
    this.#rewrite();
  }

  get(sid: string): T | undefined {
    return this.#records.get(sid);
  }

  /** Newest first. */
  list(): readonly T[] {
    return [...this.#records.values()].reverse();
  }

  put(record: T): void {
    this.#set(record);
    this.#append(record);
  }

  remove(sid: string): boolean {
    if (!this.#records.delete(sid)) return false;
    this.#append({ removed: sid });
    return true;
  }

  clear(): void {
    this.#records.clear();
    this.#rewrite();
  }

  #append(value: unknown): void {
    appendFileSync(this.#path, `${JSON.stringify(value)}\n`);
    this.#lines += 1;
    if (this.#lines > 5_000 + 4 * this.#records.size) this.#rewrite();
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
      this.#records.delete(String(value.removed));
      return;
    }
    const parsed = schema.safeParse(value);
    if (parsed.success) this.#set(parsed.data);
  }

  #set(record: T): void {
    this.#records.set(record.sid, record);
    if (this.#records.size <= this.#maxRecords) return;
    const oldest = this.#records.keys().next();
    if (!oldest.done) this.#records.delete(oldest.value);
  }

  #rewrite(): void {
    const partial = `${this.#path}.part`;
    const lines = [...this.#records.values()].map((one) => `${JSON.stringify(one)}\n`);
    writeFileSync(partial, lines.join(''), { mode: PRIVATE_FILE });
    renameSync(partial, this.#path);
    this.#lines = 0;
  }
}
