import type { CallbackTarget } from '../../calls/core/call.ts';
import type { Element } from './tree.ts';
import type { Method, WithAction } from './verbs.ts';

/** Why a document is not run, with the provider's number for it. */
export interface TwimlError {
  readonly code: number;
  readonly message: string;
}

export type Parsed<T> = T | TwimlError;

export function twimlError(code: number, message: string): TwimlError {
  return { code, message };
}

/** An attribute that is `true` or `false`; anything else is the default, as the provider reads it. */
export function readFlag(element: Element, name: string, otherwise: boolean): boolean {
  const text = element.attributes.get(name);
  return text === 'true' ? true : text === 'false' ? false : otherwise;
}

/** A whole number between two bounds; anything else is the default. */
export function readInteger(
  element: Element,
  name: string,
  otherwise: number,
  low: number,
  high: number,
): number {
  const text = element.attributes.get(name);
  if (text === undefined || !/^\d{1,6}$/.test(text)) return otherwise;
  return Math.min(high, Math.max(low, Number(text)));
}

/** Whether silence at both ends of a recording is cut off. */
export function readTrim(element: Element, otherwise = false): boolean {
  const text = element.attributes.get('trim');
  return text === undefined ? otherwise : text === 'trim-silence';
}

export function readMethod(element: Element, name: string): Method {
  return element.attributes.get(name)?.toUpperCase() === 'GET' ? 'GET' : 'POST';
}

/** An http(s) URL, relative to the document's own; `null` when it is none. */
export function resolveUrl(text: string, base: string): string | null {
  if (text === '' || text.length > 4_096) return null;
  try {
    const url = new URL(text, base === '' ? undefined : base);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
  } catch {
    return null;
  }
}

/** Where the verb's action leads; a verb that names none goes to `otherwise`, or nowhere. */
export function readAction(element: Element, base: string, otherwise = ''): WithAction {
  return {
    action: resolveUrl(element.attributes.get('action') || otherwise, base),
    method: readMethod(element, 'method'),
  };
}

/** A callback's address from `<name>`, `<name>Method` and `<name>Event`; `null` without a valid URL. */
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
    .filter((word) => word !== '');
  return { url, method: readMethod(element, `${name}Method`), events: events ?? defaultEvents };
}
