import { randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@offhook/contract/accounts/second-factor';
import { and, eq, lt } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import type { Database } from '../../platform/database/database.ts';
import { recoveryCodes, totpFactors } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { StoredSecrets } from '../../platform/secrets/stored-secrets.ts';
import { formatRecoveryCode, parseTypedCode } from '../core/second-factor.ts';
import { hashToken } from '../sign-in/sessions.ts';

const PERIOD_S = 30;
/** Clocks of phones differ from ours by up to one period. */
const WINDOW = 1;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

const totpOf = (secret: string, label = '', issuer = '') =>
  new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_S, label, issuer });

/** `qr`: the same as `uri`, as SVG. */
export function createTotpSecret(email: string): { secret: string; uri: string; qr: string } {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  return { secret, ...describeTotp(secret, email) };
}

function describeTotp(secret: string, email: string): { uri: string; qr: string } {
  const uri = totpOf(secret, email, 'Offhook').toString();
  return { uri, qr: renderSVG(uri) };
}

/** The period whose code this is; null if it isn't one of the current periods. */
export function periodOfCode(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_S) + delta;
}

/**
 * Uses up an authenticator's or a recovery code. @returns whether it was valid @throws ApiError totpUnreadable: only
 * recovery codes and passkeys work
 */
export async function consumeCode(
  tx: Database,
  secrets: StoredSecrets,
  userId: number,
  typed: string,
  now: number,
): Promise<boolean> {
  const parsed = parseTypedCode(typed);
  if (parsed === null) return false;
  if (parsed.kind === 'recovery') {
    const removed = await tx
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.user_id, userId), eq(recoveryCodes.code_hash, hashToken(parsed.code))))
      .returning({ user: recoveryCodes.user_id });
    return removed.length > 0;
  }
  const [factor] = await tx.select().from(totpFactors).where(eq(totpFactors.user_id, userId));
  if (!factor) return false;
  const secret = secrets.open('authenticatorApps', userId, factor.secret);
  if (secret === null) throw new ApiError('totpUnreadable');
  const period = periodOfCode(secret, parsed.code, now);
  if (period === null) return false;
  // One of two concurrent requests with the same code finds the period used.
  const used = await tx
    .update(totpFactors)
    .set({ last_period: period, last_used_at: new Date(now) })
    .where(and(eq(totpFactors.user_id, userId), lt(totpFactors.last_period, period)))
    .returning({ user: totpFactors.user_id });
  return used.length > 0;
}

/** Earlier codes stop working. */
export async function replaceRecoveryCodes(tx: Database, userId: number, now: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => formatRecoveryCode(randomBytes(16)));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId));
  await tx
    .insert(recoveryCodes)
    .values(
      codes.map((code) => ({ user_id: userId, code_hash: hashToken(code), created_at: new Date(now) })),
    );
  return codes;
}
