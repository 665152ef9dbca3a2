/** The cookie of a login that waits for its provider is signed, because the browser isn't trusted. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';

export const PENDING_MS = 10 * 60_000;

const PENDING = {
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.nullable(z.string()),
  /** Empty for the API's own origin, and in cookies from older versions. */
  page: z._default(z.string(), ''),
  until: z.number(),
};

const PENDING_LOGINS = {
  google: z.object(PENDING),
  /** `domain`: for another attempt. */
  organization: z.object({ ...PENDING, account: z.number(), domain: z.string() }),
};
export type LoginProvider = keyof typeof PENDING_LOGINS;
export type PendingLogin<P extends LoginProvider> = z.infer<(typeof PENDING_LOGINS)[P]>;

export function signPending<P extends LoginProvider>(
  provider: P,
  pending: PendingLogin<P>,
  secret: string,
): string {
  const body = Buffer.from(JSON.stringify(pending)).toString('base64url');
  return `${body}.${sign(provider, body, secret)}`;
}

/** null if the signature is wrong or the login has expired. */
export function verifyPending<P extends LoginProvider>(
  provider: P,
  cookie: string,
  secret: string,
  now: number,
): PendingLogin<P> | null {
  const [body = '', signature = ''] = cookie.split('.');
  const expected = Buffer.from(sign(provider, body, secret));
  const presented = Buffer.from(signature);
  if (expected.length !== presented.length || !timingSafeEqual(expected, presented)) return null;
  // Safe to parse: the signature proves that we wrote it.
  const pending = z.parse(
    PENDING_LOGINS[provider],
    JSON.parse(Buffer.from(body, 'base64url').toString()),
  ) as PendingLogin<P>;
  return pending.until > now ? pending : null;
}

function sign(provider: LoginProvider, body: string, secret: string): string {
  return createHmac('sha256', secret).update(`${provider}:${body}`).digest('base64url');
}
