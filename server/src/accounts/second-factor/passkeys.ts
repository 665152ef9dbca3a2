// Through `@simplewebauthn/server`, which is loaded on first use. Its errors contain what the browser sent, so none is
// passed on.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { passkeys } from '../../platform/database/schema.ts';
import type { RelyingParty } from '../core/second-factor.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;
/** Parsed only as JSON: the library checks each field. */
export type PasskeyResponse = { readonly id: string };

type Transports = NonNullable<RegistrationResponseJSON['response']['transports']>;

const describe = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id,
  transports: transports as Transports,
});

export async function registrationOptions(
  party: RelyingParty,
  user: { readonly id: number; readonly email: string; readonly full_name: string },
  existing: readonly PasskeyRow[],
) {
  const sdk = await import('@simplewebauthn/server');
  return sdk.generateRegistrationOptions({
    rpName: 'Offhook',
    rpID: party.id,
    userName: user.email,
    userDisplayName: user.full_name,
    userID: new TextEncoder().encode(`user ${user.id}`),
    attestationType: 'none',
    excludeCredentials: existing.map(describe),
    // Needed for a login with the passkey alone.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/** null if the response isn't valid for this challenge. */
export async function verifyRegistration(party: RelyingParty, challenge: string, response: PasskeyResponse) {
  const sdk = await import('@simplewebauthn/server');
  const result = await sdk
    .verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
    })
    .catch(() => null);
  if (!result?.verified) return null;
  const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential;
  return { credential_id: id, public_key: publicKey, counter, transports: transports.slice(0, 10) };
}

/** @param allowed null for any passkey of this site, which must then verify its user, by PIN or fingerprint */
export async function authenticationOptions(party: RelyingParty, allowed: readonly PasskeyRow[] | null) {
  const sdk = await import('@simplewebauthn/server');
  return sdk.generateAuthenticationOptions({
    rpID: party.id,
    userVerification: allowed === null ? 'required' : 'preferred',
    ...(allowed === null ? {} : { allowCredentials: allowed.map(describe) }),
  });
}

/** The new counter; null if the response isn't valid for this challenge. */
export async function verifyAuthentication(
  party: RelyingParty,
  challenge: string,
  passkey: PasskeyRow,
  response: PasskeyResponse,
  requireUserVerification: boolean,
): Promise<number | null> {
  const sdk = await import('@simplewebauthn/server');
  const result = await sdk
    .verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
    })
    .catch(() => null);
  return result?.verified ? result.authenticationInfo.newCounter : null;
}

/** @returns false if the passkey was removed or used in the meantime */
export async function recordUse(
  tx: Database,
  { id, counter }: PasskeyRow,
  newCounter: number,
  now: number,
): Promise<boolean> {
  const used = await tx
    .update(passkeys)
    .set({ counter: newCounter, last_used_at: new Date(now) })
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, counter)))
    .returning({ id: passkeys.id });
  return used.length > 0;
}

export function passkeysOf(tx: Database, userId: number): Promise<PasskeyRow[]> {
  return tx.select().from(passkeys).where(eq(passkeys.user_id, userId)).orderBy(passkeys.id);
}
