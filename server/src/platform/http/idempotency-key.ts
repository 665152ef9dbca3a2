import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from './api-error.ts';

/** Up to 200 visible ASCII characters. */
export function idempotencyKey(headers: IncomingHttpHeaders): string | null {
  const header = headers['idempotency-key'];
  if (header === undefined || header === '') return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(header)) throw new ApiError('badInput');
  return header;
}
