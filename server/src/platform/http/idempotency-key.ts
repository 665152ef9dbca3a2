import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from './refusal.ts';

/** A sender that may repeat itself names its request: up to 200 visible characters. */
export function idempotencyKey(headers: IncomingHttpHeaders): string | null {
  const header = headers['idempotency-key'];
  if (header === undefined || header === '') return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(header)) throw new Refusal('badInput');
  return header;
}
