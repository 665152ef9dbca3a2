/** Second step of a login, a user's own factors and sessions: for the server's own pages. */
import * as z from 'zod/mini';
import { PASSKEY_NAME_MAX_LENGTH } from '../accounts/second-factor.ts';
import { PASSWORD_MAX_LENGTH } from '../limits.ts';
import { storedText, text } from '../text.ts';
import { answer, type Row, rowsFor } from './request-rows.ts';

const { row: anyone } = rowsFor('anyone');
const { row: user, rowOfId: userOf } = rowsFor('user');

const code = text(40);
const name = text(PASSKEY_NAME_MAX_LENGTH).check(z.minLength(1));
/** What the browser's WebAuthn API returns, as JSON. */
const passkeyResponse = z.looseObject({ id: text(2_000) });
/** For the browser's WebAuthn API, as JSON. */
const PasskeyOptions = answer({ options: z.looseObject({ challenge: z.string() }) });
const timestamp = z.string();

const SignedIn = answer({
  csrf_token: z.string(),
  /** Origin of the page that started the login; empty for the server's own. */
  page: z.string(),
});

const FactorAdded = answer({
  /** Shown once; null if the user has codes. */
  recovery_codes: z.nullable(z.array(z.string())),
  /** null unless the new factor has finished a login. */
  signed_in: z.nullable(z.object({ csrf_token: z.string(), page: z.string() })),
});

const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  created_at: timestamp,
  last_used_at: z.nullable(timestamp),
});

export const UserSession = z.object({
  /** Doesn't open the session. */
  id: z.string(),
  /** null if the login didn't say. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  address: z.nullable(z.string()),
  signed_in_at: timestamp,
  /** To within 5 min. */
  last_seen_at: z.nullable(timestamp),
});
export type UserSession = z.infer<typeof UserSession>;

export const SECOND_FACTOR_REQUESTS = {
  readSecondStep: anyone('GET', '/api/v1/user/second-step', {
    response: answer({
      step: z.enum(['verify', 'setUp']),
      has: z.object({ passkey: z.boolean(), totp: z.boolean(), recovery_codes: z.boolean() }),
      /** The origin that passkeys belong to; null without one. */
      passkeys_at: z.nullable(z.string()),
    }),
  }),
  verifyCode: anyone('POST', '/api/v1/user/second-step/code', {
    body: z.object({ code }),
    response: SignedIn,
  }),
  askForPasskey: anyone('POST', '/api/v1/user/second-step/passkey/options', { response: PasskeyOptions }),
  askForAnyPasskey: anyone('POST', '/api/v1/user/passkey-login/options', { response: PasskeyOptions }),
  verifyPasskey: anyone('POST', '/api/v1/user/second-step/passkey', {
    body: z.object({ response: passkeyResponse }),
    response: SignedIn,
  }),

  startTotp: anyone('POST', '/api/v1/user/factors/totp/start', {
    response: answer({ secret: z.string(), uri: z.string(), /** SVG. */ qr: z.string() }),
  }),
  addTotp: anyone('POST', '/api/v1/user/factors/totp', { body: z.object({ code }), response: FactorAdded }),
  startPasskey: anyone('POST', '/api/v1/user/factors/passkeys/start', { response: PasskeyOptions }),
  addPasskey: anyone('POST', '/api/v1/user/factors/passkeys', {
    body: z.object({ response: passkeyResponse, name }),
    response: FactorAdded,
  }),

  readSecurity: user('GET', '/api/v1/user/security', {
    response: answer({
      passkeys: z.array(Passkey),
      totp: z.nullable(z.object({ created_at: timestamp, last_used_at: z.nullable(timestamp) })),
      recovery_codes: z.int(),
      /** The account's rule requires a factor of this user. */
      is_required: z.boolean(),
      /** Until when factors can be changed; null: confirm first. */
      confirmed_until: z.nullable(timestamp),
      passkeys_at: z.nullable(z.string()),
      sessions: z.array(z.extend(UserSession, { is_this: z.boolean() })),
    }),
  }),
  /** With the password, a code, or a passkey after `askToConfirm`. */
  confirmUser: user('POST', '/api/v1/user/confirm', {
    body: z.object({
      password: z.optional(storedText.check(z.maxLength(PASSWORD_MAX_LENGTH))),
      code: z.optional(code),
      response: z.optional(passkeyResponse),
    }),
    response: answer({ confirmed_until: timestamp }),
  }),
  askToConfirm: user('POST', '/api/v1/user/confirm/passkey/options', { response: PasskeyOptions }),
  renamePasskey: userOf('POST', '/api/v1/user/factors/passkeys/:id/name', {
    body: z.object({ name }),
    response: answer({}),
  }),
  removePasskey: userOf('POST', '/api/v1/user/factors/passkeys/:id/remove', {
    response: answer({ ended: z.int() }),
  }),
  removeTotp: user('POST', '/api/v1/user/factors/totp/remove', { response: answer({ ended: z.int() }) }),
  replaceRecoveryCodes: user('POST', '/api/v1/user/factors/recovery-codes', {
    response: answer({ recovery_codes: z.array(z.string()) }),
  }),
  /** `others`: all but this one. */
  endOwnSession: user('POST', '/api/v1/user/sessions/end', {
    body: z.object({ session: text(64) }),
    response: answer({ ended: z.int() }),
  }),
} as const satisfies Record<string, Row>;
