import type { CallbackTarget } from '../../calls/core/call.ts';
import type { Element } from './tree.ts';
import type { Method, WithAction } from './verbs.ts';

export interface TwimlError {
  readonly code: number;
  readonly message: string;
}

export type Parsed<T> = T | TwimlError;

export function twimlError(code: number, message: string): TwimlError {
  return { code, message };
}

/** As at the provider, any value except `true` and `false` means the default. */
export function readFlag(element: Element, name: string, defaultValue: boolean): boolean {
  const text = element.attributes.get(name);
  return text === 'true' ? true : text === 'false' ? false : defaultValue;
}

/** Clamps to the bounds. An invalid number means the default. */
export function readInteger(
  element: Element,
  name: string,
  defaultValue: number,
  low: number,
  high: number,
): number {
  const text = element.attributes.get(name);
  if (text === undefined || !/^\d{1,6}$/.test(text)) return defaultValue;
  return Math.min(high, Math.max(low, Number(text)));
}

export function readTrim(element: Element, defaultValue = false): boolean {
  const text = element.attributes.get('trim');
  return text === undefined ? defaultValue : text === 'trim-silence';
}

export function readMethod(element: Element, name: string): Method {
  return element.attributes.get(name)?.toUpperCase() === 'GET' ? 'GET' : 'POST';
}

/** Null if it's not an http(s) URL. */
export function resolveUrl(text: string, base: string): string | null {
  if (text === '' || text.length > 4_096) return null;
  try {
    const url = new URL(text, base === '' ? undefined : base);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
  } catch {
    return null;
  }
}

export function readAction(element: Element, base: string, defaultValue = ''): WithAction {
  return {
    action: resolveUrl(element.attributes.get('action') || defaultValue, base),
    method: readMethod(element, 'method'),
  };
}

export function readCallback(
  element: Element,
  name: string,
  base: string,
  defaultEvents: readonly string[],
): CallbackTarget | null {
  const url = resolveUrl(element.attributes.get(name) ?? '', base);
  if (url === null) return null;
  const events = element.attributes
    .get(`${name}Event`)
    ?.split(/[\s,]+/)
    .filter((event) => event !== '');
  return { url, method: readMethod(element, `${name}Method`), events: events ?? defaultEvents };
}
