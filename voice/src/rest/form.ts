import type { CallbackTarget } from '../calls/core/call.ts';
import { ApiError, type ErrorCode } from './errors.ts';

/** A form body or query string. A repeated field keeps all its values. */
export class Form {
  readonly #values = new Map<string, readonly string[]>();

  constructor(body: unknown) {
    if (typeof body !== 'object' || body === null) return;
    for (const [name, value] of Object.entries(body)) {
      const list = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
      if (list.length > 0) this.#values.set(name, list);
    }
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  text(name: string): string | null {
    return this.#values.get(name)?.[0] ?? null;
  }

  all(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  flag(name: string): boolean | null {
    const text = this.text(name)?.toLowerCase();
    if (text === undefined) return null;
    if (text === 'true' || text === 'false') return text === 'true';
    throw new ApiError(20001, `${name} must be true or false`);
  }

  integer(name: string, low: number, high: number): number | null {
    const text = this.text(name);
    if (text === null) return null;
    const value = /^-?\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= low && value <= high) return value;
    throw new ApiError(20001, `${name} must be a whole number from ${low} to ${high}`);
  }

  /** An absolute http(s) URL with its fragment; null if empty. */
  url(name: string, code: ErrorCode): string | null {
    const text = this.text(name);
    if (text === null || text === '') return null;
    if (text.length <= 4_096 && URL.canParse(text) && /^https?:/i.test(text)) return text;
    throw new ApiError(code, name);
  }

  method(name: string): 'GET' | 'POST' {
    const text = this.text(name)?.toUpperCase() ?? 'POST';
    if (text === 'GET' || text === 'POST') return text;
    throw new ApiError(20001, `${name} must be GET or POST`);
  }

  /** Reads `<name>`, `<name>Method` and `<name>Event`, which may be repeated and may list several events. */
  callback(name: string, defaultEvents: readonly string[]): CallbackTarget | null {
    const url = this.url(name, 21609);
    if (url === null) return null;
    const events = this.all(`${name}Event`)
      .flatMap((one) => one.split(/[\s,]+/))
      .filter((one) => one !== '');
    return { url, method: this.method(`${name}Method`), events: events.length > 0 ? events : defaultEvents };
  }
}
