/** Who can be called: a telephone number or a browser's identity. */
export type Address =
  | { readonly kind: 'phone'; readonly number: string }
  | { readonly kind: 'client'; readonly identity: string; readonly params: Params };

/** Names and values in their order; a name may come twice. */
export type Params = readonly (readonly [name: string, value: string])[];

const phonePattern = /^\+[1-9]\d{6,14}$/;
/**
 * What the provider forbids in the name of a client (error 31105): control characters, white space, and the delimiters
 * and unwise characters of RFC 2396.
 */
const forbidden = /[\p{Cc}\p{Cs}\p{Z}<>#%"{}|\\^[\]`]/u;
/** The provider's documented limits, in characters: of an address, and of the identity in a token. */
const MAX_NAME_LENGTH = 256;
const MAX_IDENTITY_LENGTH = 121;

/** True for + and 7 to 15 digits (E.164). */
export function isPhoneNumber(text: string): boolean {
  return phonePattern.test(text);
}

/** True for an identity that an access token may carry. */
export function isIdentity(text: string): boolean {
  return isClientName(text, MAX_IDENTITY_LENGTH);
}

function isClientName(text: string, maxLength: number): boolean {
  const length = [...text].length;
  return length > 0 && length <= maxLength && !forbidden.test(text);
}

/**
 * Reads `+14155550100`, `client:user_5` or `client:user_5?call_user_id=77`. `null` when it is none of them.
 * An identity may be written percent-encoded: % itself is never part of one.
 * Spaces, dots, dashes and brackets of a written telephone number are dropped, as the provider does.
 */
export function parseAddress(text: string): Address | null {
  if (text.length > 2_048) return null;
  if (text.startsWith('client:')) {
    const question = text.indexOf('?');
    const identity = decodeIdentity(question < 0 ? text.slice(7) : text.slice(7, question));
    if (!isClientName(identity, MAX_NAME_LENGTH)) return null;
    return { kind: 'client', identity, params: question < 0 ? [] : parseQuery(text.slice(question + 1)) };
  }
  const number = text.replace(/[\s().-]/g, '');
  return isPhoneNumber(number) ? { kind: 'phone', number } : null;
}

/** The written form without parameters, as callbacks carry it. */
export function formatAddress(address: Address): string {
  return address.kind === 'phone' ? address.number : clientAddress(address.identity);
}

/** The address of an identity. A question mark would begin its parameters, so it is percent-encoded. */
export function clientAddress(identity: string): string {
  return `client:${identity.replaceAll('?', '%3F')}`;
}

/** Reads `a=1&b=2`; a part that is not well-formed percent-encoding is taken literally. */
export function parseQuery(query: string): Params {
  if (query === '') return [];
  return query.split('&').map((part) => {
    const equals = part.indexOf('=');
    const name = equals < 0 ? part : part.slice(0, equals);
    const value = equals < 0 ? '' : part.slice(equals + 1);
    return [decode(name), decode(value)] as const;
  });
}

/**
 * The `Params` text of an invite: the browser's kit decodes values but not names, so a name is sent as it is. Only the
 * two characters that separate parameters are encoded in it. Half of a surrogate pair has no encoding and is replaced.
 */
export function formatParams(params: Params): string {
  const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
  return params
    .map(([name, value]) => `${name.replace(/[&=]/g, encodeURIComponent)}=${encoded(value)}`)
    .join('&');
}

/** Not well-formed: it stays as it is, and is no identity because of its %. */
function decodeIdentity(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
