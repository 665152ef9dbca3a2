import type { Credentials } from '../../core/authorization.ts';
import { LIMITS } from '../../core/limits.ts';
import { type ApiError, apiError } from './api-response.ts';

export interface Parameter {
  name: string;
  raw: string;
  value: string;
}

export interface SignedRequest {
  method: string;
  rawPath: string;
  path: string;
  query: readonly Parameter[];
  hasBody: boolean;
  nowSeconds: number;
}

/**
 * Null if the app's secret signed the request. Needs no body, so the body of an unsigned request is never read;
 * `bodyError` later compares the body with the signed hash.
 * The signed text is `METHOD\npath\nquery`, with the query sorted by lower-case names and without auth_signature.
 * The official libraries sign unencoded values, so decoded values are tried first, then raw ones.
 */
export function signatureError(request: SignedRequest, credentials: Credentials): ApiError | null {
  const parameter = (name: string) => valueNamed(request.query, name);
  const key = parameter('auth_key');
  if (key === undefined) return apiError(401, 'Parameter auth_key is missing');
  if (key !== credentials.key) return apiError(401, 'Unknown auth_key');
  if (parameter('auth_version') !== '1.0') return apiError(401, 'Parameter auth_version must be 1.0');
  const timestamp = parameter('auth_timestamp') ?? '';
  if (!/^\d{1,12}$/.test(timestamp))
    return apiError(401, 'Parameter auth_timestamp must be a time in seconds');
  if (Math.abs(request.nowSeconds - Number(timestamp)) > LIMITS.timestampToleranceSeconds) {
    return apiError(401, `Timestamp expired: Given timestamp (${timestamp}) not within 600s of server time`);
  }
  if (request.hasBody && !/^[0-9a-f]{32}$/.test(parameter('body_md5') ?? '')) {
    return apiError(401, 'Parameter body_md5 must be the hex MD5 of the body');
  }
  const signature = parameter('auth_signature') ?? '';
  const text = textToSign(request, 'value');
  if (credentials.verify(text, signature)) return null;
  if (credentials.verify(textToSign(request, 'raw'), signature)) return null;
  const shown = JSON.stringify(text.slice(0, 2_000));
  return apiError(
    401,
    `Invalid signature: you should have sent HmacSHA256Hex(${shown}, your_secret_key), but you sent ${JSON.stringify(signature.slice(0, 200))}`,
  );
}

export function bodyError(query: readonly Parameter[], md5: string | null): ApiError | null {
  if (md5 === null || valueNamed(query, 'body_md5') === md5) return null;
  return apiError(401, 'Parameter body_md5 is not the MD5 of the body');
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
