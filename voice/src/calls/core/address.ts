export type Address =
  | { readonly kind: 'phone'; readonly number: string }
  | { readonly kind: 'client'; readonly identity: string; readonly params: Params };

/** In order; a name may repeat. */
export type Params = readonly (readonly [name: string, value: string])[];

const phonePattern = /^\+[1-9]\d{6,14}$/;
/**
 * Characters that the provider rejects in a client name (error 31105): control characters, white space, and the
 * delimiters and unwise characters of RFC 2396.
 */
const forbidden = /[\p{Cc}\p{Cs}\p{Z}<>#%"{}|\\^[\]`]/u;
/** The provider's documented limits in characters, for an address and for the identity in a token. */
const MAX_NAME_LENGTH = 256;
const MAX_IDENTITY_LENGTH = 121;

export function isPhoneNumber(text: string): boolean {
  return phonePattern.test(text);
}

export function isIdentity(text: string): boolean {
  return isClientName(text, MAX_IDENTITY_LENGTH);
}

function isClientName(text: string, maxLength: number): boolean {
  const length = [...text].length;
  return length > 0 && length <= maxLength && !forbidden.test(text);
}

/**
 * Parses `+14155550100`, `client:user_5` or `client:user_5?call_user_id=77`. Returns null for anything else.
 * An identity may be percent-encoded, because it never contains %.
 * Like the provider, ignores spaces, dots, dashes and brackets in a phone number.
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

export function formatAddress(address: Address): string {
  return address.kind === 'phone' ? address.number : clientAddress(address.identity);
}

/** Percent-encodes a question mark, which would start the parameters. */
export function clientAddress(identity: string): string {
  return `client:${identity.replaceAll('?', '%3F')}`;
}

/** Parses `a=1&b=2`. Takes malformed percent-encoding literally. */
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
 * The `Params` text of an invite. The browser SDK decodes values but not names, so in names only `&` and `=` are
 * encoded. A lone surrogate can't be encoded and is replaced.
 */
export function formatParams(params: Params): string {
  const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
  return params
    .map(([name, value]) => `${name.replace(/[&=]/g, encodeURIComponent)}=${encoded(value)}`)
    .join('&');
}

/** Malformed text is returned as is; its % makes it an invalid identity. */
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
