import type { CallbackTarget } from '../../calls/core/call.ts';
import type { Element } from './tree.ts';
import type { Method, WithAction } from './verbs.ts';

/** Why a document is not run, with the provider's number for it. */
export interface Refusal {
  readonly code: number;
  readonly message: string;
}

export type Reading<T> = T | Refusal;

export function refusal(code: number, message: string): Refusal {
  return { code, message };
}

/** An attribute that is `true` or `false`; anything else is the default, as the provider reads it. */
export function flag(element: Element, name: string, otherwise: boolean): boolean {
  const text = element.attributes.get(name);
  return text === 'true' ? true : text === 'false' ? false : otherwise;
}

/** A whole number between two bounds; anything else is the default. */
export function integer(
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
export function trims(element: Element, otherwise = false): boolean {
  const text = element.attributes.get('trim');
  return text === undefined ? otherwise : text === 'trim-silence';
}

export function methodOf(element: Element, name: string): Method {
  return element.attributes.get(name)?.toUpperCase() === 'GET' ? 'GET' : 'POST';
}

/** An http(s) URL, relative to the document's own; `null` when it is none. */
export function urlOf(text: string, base: string): string | null {
  if (text === '' || text.length > 4_096) return null;
  try {
    const url = new URL(text, base === '' ? undefined : base);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
  } catch {
    return null;
  }
}

/** Where the verb's action leads; a verb that names none goes to `otherwise`, or nowhere. */
export function actionOf(element: Element, base: string, otherwise = ''): WithAction {
  return {
    action: urlOf(element.attributes.get('action') || otherwise, base),
    method: methodOf(element, 'method'),
  };
}

/** A callback's address from `<name>`, `<name>Method` and `<name>Event`; `null` without a valid URL. */
export function callbackOf(
  element: Element,
  name: string,
  base: string,
  defaultEvents: readonly string[],
): CallbackTarget | null {
  const url = urlOf(element.attributes.get(name) ?? '', base);
  if (url === null) return null;
  const events = element.attributes
    .get(`${name}Event`)
    ?.split(/[\s,]+/)
    .filter((word) => word !== '');
  return { url, method: methodOf(element, `${name}Method`), events: events ?? defaultEvents };
}
