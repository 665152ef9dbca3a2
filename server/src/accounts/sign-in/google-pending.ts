/** The cookie of a pending Google login is signed, because the browser isn't trusted. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';

export const PENDING_MS = 10 * 60_000;

const PendingLogin = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.nullable(z.string()),
  /** Empty for the API's own origin, and in cookies from older versions. */
  page: z._default(z.string(), ''),
  until: z.number(),
});
export type PendingLogin = z.infer<typeof PendingLogin>;

export function signPending(pending: PendingLogin, secret: string): string {
  const body = Buffer.from(JSON.stringify(pending)).toString('base64url');
  return `${body}.${sign(body, secret)}`;
}

/** null if the signature is wrong or the login has expired. */
export function verifyPending(cookie: string, secret: string, now: number): PendingLogin | null {
  const [body = '', signature = ''] = cookie.split('.');
  const expected = Buffer.from(sign(body, secret));
  const presented = Buffer.from(signature);
  if (expected.length !== presented.length || !timingSafeEqual(expected, presented)) return null;
  // Safe to parse: the signature proves that we wrote it.
  const pending = z.parse(PendingLogin, JSON.parse(Buffer.from(body, 'base64url').toString()));
  return pending.until > now ? pending : null;
}

function sign(body: string, secret: string): string {
  return createHmac('sha256', secret).update(`google:${body}`).digest('base64url');
}
