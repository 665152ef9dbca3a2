/** What the browser keeps of a login by Google that is under way: signed, because the browser is not to be trusted. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';

/** As long as somebody may take to choose an account and type a password. */
export const PENDING_MS = 10 * 60_000;

/** What the browser keeps, signed, while its user is at the provider. */
const Pending = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.nullable(z.string()),
  /** Origin of the page to return to; empty: the API's own, and what an older version began. */
  page: z._default(z.string(), ''),
  /** ms since 1970 */
  until: z.number(),
});
export type Pending = z.infer<typeof Pending>;

export function sealPending(pending: Pending, secret: string): string {
  const body = Buffer.from(JSON.stringify(pending)).toString('base64url');
  return `${body}.${signatureOf(body, secret)}`;
}

/** `null`: it is not ours, or its time is over. */
export function openPending(sealed: string, secret: string, now: number): Pending | null {
  const [body = '', signature = ''] = sealed.split('.');
  const expected = Buffer.from(signatureOf(body, secret));
  const presented = Buffer.from(signature);
  if (expected.length !== presented.length || !timingSafeEqual(expected, presented)) return null;
  // What was signed here was written here.
  const pending = z.parse(Pending, JSON.parse(Buffer.from(body, 'base64url').toString()));
  return pending.until > now ? pending : null;
}

function signatureOf(body: string, secret: string): string {
  return createHmac('sha256', secret).update(`google:${body}`).digest('base64url');
}
