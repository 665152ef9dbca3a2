import type { Credentials } from '../../core/authorisation.ts';
import { LIMITS } from '../../core/limits.ts';
import { type ApiRefusal, refusal } from './api-answer.ts';

/** A query parameter: as it stands in the URL, and decoded. */
export interface Parameter {
  name: string;
  raw: string;
  value: string;
}

export interface SignedRequest {
  method: string;
  /** The path, as it stands in the URL and decoded. */
  rawPath: string;
  path: string;
  query: readonly Parameter[];
  /** Whether a body follows; its hash is one of the signed parameters. */
  hasBody: boolean;
  nowSeconds: number;
}

/**
 * Null when the app's secret signed the request, else the refusal. It needs no body, so that nothing of an unsigned
 * request is read; `bodyFault` then compares the body with the signed hash.
 * Signed is `METHOD\npath\nquery`, the query sorted by its lower-case names and without auth_signature.
 * The official libraries sign what they were given and let the URL be encoded afterwards, so decoded
 * values are tried first, then those of the URL.
 */
export function signatureFault(request: SignedRequest, credentials: Credentials): ApiRefusal | null {
  const given = (name: string) => valueNamed(request.query, name);
  const key = given('auth_key');
  if (key === undefined) return refusal(401, 'Parameter auth_key is missing');
  if (key !== credentials.key) return refusal(401, 'Unknown auth_key');
  if (given('auth_version') !== '1.0') return refusal(401, 'Parameter auth_version must be 1.0');
  const timestamp = given('auth_timestamp') ?? '';
  if (!/^\d{1,12}$/.test(timestamp))
    return refusal(401, 'Parameter auth_timestamp must be a time in seconds');
  if (Math.abs(request.nowSeconds - Number(timestamp)) > LIMITS.timestampSeconds) {
    return refusal(401, `Timestamp expired: Given timestamp (${timestamp}) not within 600s of server time`);
  }
  if (request.hasBody && !/^[0-9a-f]{32}$/.test(given('body_md5') ?? '')) {
    return refusal(401, 'Parameter body_md5 must be the hex MD5 of the body');
  }
  const signature = given('auth_signature') ?? '';
  const text = textToSign(request, 'value');
  if (credentials.verify(text, signature)) return null;
  if (credentials.verify(textToSign(request, 'raw'), signature)) return null;
  const shown = JSON.stringify(text.slice(0, 2_000));
  return refusal(
    401,
    `Invalid signature: you should have sent HmacSHA256Hex(${shown}, your_secret_key), but you sent ${JSON.stringify(signature.slice(0, 200))}`,
  );
}

/** `md5`: hex MD5 of the raw body; null when the body is empty. */
export function bodyFault(query: readonly Parameter[], md5: string | null): ApiRefusal | null {
  if (md5 === null || valueNamed(query, 'body_md5') === md5) return null;
  return refusal(401, 'Parameter body_md5 is not the MD5 of the body');
}

function valueNamed(query: readonly Parameter[], name: string): string | undefined {
  return query.find((parameter) => parameter.name === name)?.value;
}

function textToSign(request: SignedRequest, form: 'raw' | 'value'): string {
  const query = request.query
    .filter((parameter) => parameter.name !== 'auth_signature')
    .map((parameter) => ({ name: parameter.name.toLowerCase(), value: parameter[form] }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ name, value }) => `${name}=${value}`)
    .join('&');
  return `${request.method}\n${form === 'raw' ? request.rawPath : request.path}\n${query}`;
}

/** Takes a request target apart; null when its escapes are malformed or not UTF-8. */
export function parseTarget(
  target: string,
): { rawPath: string; path: string; query: readonly Parameter[] } | null {
  const question = target.indexOf('?');
  const rawPath = question < 0 ? target : target.slice(0, question);
  const pairs =
    question < 0
      ? []
      : target
          .slice(question + 1)
          .split('&')
          .filter((pair) => pair !== '');
  try {
    const query = pairs.map((pair) => {
      const equals = pair.indexOf('=');
      const name = equals < 0 ? pair : pair.slice(0, equals);
      const raw = equals < 0 ? '' : pair.slice(equals + 1);
      return { name: decodeURIComponent(name), raw, value: decodeURIComponent(raw) };
    });
    return { rawPath, path: decodeURIComponent(rawPath), query };
  } catch {
    return null;
  }
}
