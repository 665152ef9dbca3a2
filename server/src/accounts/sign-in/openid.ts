/**
 * A provider of OpenID Connect, through `openid-client` (loaded when first needed): authorisation code with PKCE,
 * state and nonce. What the provider says of itself is asked for at the first login, not at the start, and kept for
 * an hour; when it cannot be had anew, the old stays good.
 */

import type * as openid from 'openid-client';
import { type Clock, elapsed } from '../../platform/process/clock.ts';
import type { OpenIdConfig } from '../../platform/process/config.ts';

/** What must be the same when the user comes back. */
export interface OpenIdChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface OpenIdClaims {
  readonly email?: unknown;
  readonly email_verified?: unknown;
}

export type OpenIdFailure =
  /** No answer, or one in trouble. */
  | 'unavailable'
  /** The user has said no. */
  | 'cancelled'
  /** The answer is not of this login, or its code is used up or too old. */
  | 'expired'
  /** The provider does not take us, or what it says is not for us. */
  | 'refused';

export type OpenIdOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: OpenIdFailure; readonly reason: string };

export interface OpenId {
  /** Where the browser goes, and what it must come back with. */
  begin(): Promise<OpenIdOutcome<{ readonly address: string; readonly checks: OpenIdChecks }>>;
  /** @param query as the provider sent the browser back, with its question mark */
  finish(query: string, checks: OpenIdChecks): Promise<OpenIdOutcome<OpenIdClaims>>;
  /** What the provider says of itself, asked for now. */
  discover(): Promise<OpenIdOutcome<void>>;
  /** Whether the provider takes our id and secret; it is asked for the tokens of a login that never was. */
  takesUs(): Promise<OpenIdOutcome<boolean>>;
}

const KEPT_MS = 3_600_000;
const TIMEOUT_S = 5;

export function createOpenId(parts: {
  readonly config: OpenIdConfig;
  readonly redirectUri: string;
  readonly clock: Clock;
  /** Of one request, in seconds. */
  readonly timeoutSeconds?: number;
}): OpenId {
  const { config, redirectUri, clock, timeoutSeconds = TIMEOUT_S } = parts;
  let known: { readonly provider: openid.Configuration; readonly at: number } | null = null;
  let asking: Promise<openid.Configuration> | null = null;

  async function ask(): Promise<openid.Configuration> {
    const sdk = await import('openid-client');
    const issuer = new URL(config.issuer);
    const provider = await sdk.discovery(issuer, config.clientId, config.clientSecret, undefined, {
      timeout: timeoutSeconds,
      // Of this machine alone; the configuration takes no other http address.
      ...(issuer.protocol === 'http:' ? { execute: [sdk.allowInsecureRequests] } : {}),
    });
    known = { provider, at: elapsed(clock) };
    return provider;
  }

  function askOnce(): Promise<openid.Configuration> {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  }

  async function provider(): Promise<openid.Configuration> {
    const had = known;
    if (had !== null && elapsed(clock) - had.at < KEPT_MS) return had.provider;
    try {
      return await askOnce();
    } catch (error) {
      if (had !== null) return had.provider;
      throw error;
    }
  }

  return {
    begin: () =>
      outcomeOf(async () => {
        const sdk = await import('openid-client');
        const of = await provider();
        const checks = {
          state: sdk.randomState(),
          nonce: sdk.randomNonce(),
          verifier: sdk.randomPKCECodeVerifier(),
        };
        const address = sdk.buildAuthorizationUrl(of, {
          redirect_uri: redirectUri,
          scope: 'openid email',
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await sdk.calculatePKCECodeChallenge(checks.verifier),
          code_challenge_method: 'S256',
          // Who is unknown here with one of their accounts can choose another.
          prompt: 'select_account',
        });
        return { address: address.href, checks };
      }),
    finish: (query, checks) =>
      outcomeOf(async () => {
        const sdk = await import('openid-client');
        const tokens = await sdk.authorizationCodeGrant(await provider(), new URL(redirectUri + query), {
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          pkceCodeVerifier: checks.verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        return { email: claims?.['email'], email_verified: claims?.['email_verified'] };
      }),
    discover: () => outcomeOf(async () => void (await askOnce())),
    async takesUs() {
      const asked = await outcomeOf(async () => {
        const sdk = await import('openid-client');
        const of = await provider();
        const state = sdk.randomState();
        const answer = new URL(redirectUri);
        answer.search = String(
          new URLSearchParams({ code: sdk.randomState(), state, iss: of.serverMetadata().issuer }),
        );
        await sdk.authorizationCodeGrant(of, answer, {
          expectedState: state,
          pkceCodeVerifier: sdk.randomPKCECodeVerifier(),
        });
      });
      // It has looked at the code, and so has taken us.
      if (asked.ok || asked.why === 'expired') return { ok: true, value: true };
      return STRANGERS.has(asked.reason) ? { ok: true, value: false } : asked;
    },
  };
}

async function outcomeOf<T>(work: () => Promise<T>): Promise<OpenIdOutcome<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, ...failureOf(error) };
  }
}

/** No answer, one that is no answer of this protocol, or a provider in trouble. */
const NO_ANSWER = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

/** What a provider says to whom it does not know, in its words or by the status 401. */
const STRANGERS = new Set(['invalid_client', 'OAUTH_WWW_AUTHENTICATE_CHALLENGE']);

/** The library's errors by what can be done about them. Its texts may hold what the provider sent: none is kept. */
function failureOf(error: unknown): { why: OpenIdFailure; reason: string } {
  const { code, status, said, wrapped } = fieldsOf(error);
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') {
    if (said === 'access_denied') return { why: 'cancelled', reason: said };
    const isInTrouble = said === 'server_error' || said === 'temporarily_unavailable';
    return { why: isInTrouble ? 'unavailable' : 'refused', reason: said };
  }
  if (code === 'OAUTH_RESPONSE_BODY_ERROR' && status < 500)
    return { why: said === 'invalid_grant' ? 'expired' : 'refused', reason: said };
  if (status >= 500 || NO_ANSWER.has(code))
    return { why: 'unavailable', reason: status ? `status ${status}` : code };
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') return { why: 'unavailable', reason: `status ${status}` };
  if (code.startsWith('OAUTH_')) return { why: 'refused', reason: wrapped || code };
  return { why: 'unavailable', reason: wrapped || code || 'no answer' };
}

function fieldsOf(error: unknown): { code: string; status: number; said: string; wrapped: string } {
  const of = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : '');
  const cause = of(error, 'cause');
  const status = of(error, 'status') ?? of(cause, 'status');
  return {
    code: text(of(error, 'code')),
    status: typeof status === 'number' ? status : 0,
    said: text(of(error, 'error')),
    wrapped: text(of(of(cause, 'cause'), 'code')) || text(of(cause, 'code')),
  };
}
