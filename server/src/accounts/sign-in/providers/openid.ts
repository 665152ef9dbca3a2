// OpenID Connect with PKCE, state and nonce, through `openid-client`, which is loaded on first use. Provider
// metadata is cached for an hour; if a refresh fails, the old metadata is used.

import type * as openid from 'openid-client';
import { type Clock, elapsed } from '../../../platform/process/clock.ts';
import type { OpenIdConfig } from '../../../platform/process/config.ts';

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
  | 'unavailable'
  | 'cancelled'
  /** The response isn't for this login, or its code was used or has expired. */
  | 'expired'
  /** The provider rejected us, or its token is invalid for us. */
  | 'refused';

export type OpenIdOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: OpenIdFailure; readonly reason: string };

export interface OpenId {
  start(): Promise<OpenIdOutcome<{ readonly address: string; readonly checks: OpenIdChecks }>>;
  finish(query: string, checks: OpenIdChecks): Promise<OpenIdOutcome<OpenIdClaims>>;
  discover(): Promise<OpenIdOutcome<void>>;
  /** Whether the provider accepts our client ID and secret, tested with a made-up authorization code. */
  acceptsCredentials(): Promise<OpenIdOutcome<boolean>>;
}

const CACHE_MS = 3_600_000;
const TIMEOUT_SECONDS = 5;

export function createOpenId(deps: {
  readonly config: OpenIdConfig;
  readonly redirectUri: string;
  readonly clock: Clock;
  readonly timeoutSeconds?: number;
  /** For a provider that a customer chose. */
  readonly fetch?: openid.CustomFetch;
  /** Default: lets users whose account is unknown here choose another one. Not every provider knows it. */
  readonly prompt?: null;
}): OpenId {
  const {
    config,
    redirectUri,
    clock,
    timeoutSeconds = TIMEOUT_SECONDS,
    fetch,
    prompt = 'select_account',
  } = deps;
  let cached: { readonly provider: openid.Configuration; readonly at: number } | null = null;
  let discovery: Promise<openid.Configuration> | null = null;

  async function discoverProvider(): Promise<openid.Configuration> {
    const sdk = await import('openid-client');
    const issuer = new URL(config.issuer);
    const authenticate = clientAuthentication(sdk, config.clientSecret);
    const provider = await sdk.discovery(issuer, config.clientId, config.clientSecret, authenticate, {
      timeout: timeoutSeconds,
      // The configuration allows http only for this machine.
      ...(issuer.protocol === 'http:' ? { execute: [sdk.allowInsecureRequests] } : {}),
      ...(fetch === undefined ? {} : { [sdk.customFetch]: fetch }),
    });
    // The library lets one Microsoft address stand for all its customers' issuers.
    if (new URL(provider.serverMetadata().issuer).href !== issuer.href) throw new OtherIssuer();
    cached = { provider, at: elapsed(clock) };
    return provider;
  }

  function discoverOnce(): Promise<openid.Configuration> {
    discovery ??= discoverProvider().finally(() => {
      discovery = null;
    });
    return discovery;
  }

  async function provider(): Promise<openid.Configuration> {
    const lastKnown = cached;
    if (lastKnown !== null && elapsed(clock) - lastKnown.at < CACHE_MS) return lastKnown.provider;
    try {
      return await discoverOnce();
    } catch (error) {
      if (lastKnown !== null) return lastKnown.provider;
      throw error;
    }
  }

  return {
    start: () =>
      toOutcome(async () => {
        const sdk = await import('openid-client');
        const configuration = await provider();
        const checks = {
          state: sdk.randomState(),
          nonce: sdk.randomNonce(),
          verifier: sdk.randomPKCECodeVerifier(),
        };
        const address = sdk.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: 'openid email',
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await sdk.calculatePKCECodeChallenge(checks.verifier),
          code_challenge_method: 'S256',
          ...(prompt === null ? {} : { prompt }),
        });
        return { address: address.href, checks };
      }),
    finish: (query, checks) =>
      toOutcome(async () => {
        const sdk = await import('openid-client');
        const configuration = await provider();
        const tokens = await sdk.authorizationCodeGrant(configuration, new URL(redirectUri + query), {
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          pkceCodeVerifier: checks.verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        const isThere = claims?.['email'] !== undefined;
        const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
        const person =
          isThere || !hasMore
            ? claims
            : await sdk.fetchUserInfo(configuration, tokens.access_token, claims?.sub ?? '');
        return { email: person?.['email'], email_verified: person?.['email_verified'] };
      }),
    discover: () => toOutcome(async () => void (await discoverOnce())),
    async acceptsCredentials() {
      const result = await toOutcome(async () => {
        const sdk = await import('openid-client');
        const configuration = await provider();
        const state = sdk.randomState();
        const callback = new URL(redirectUri);
        callback.search = String(
          new URLSearchParams({ code: sdk.randomState(), state, iss: configuration.serverMetadata().issuer }),
        );
        await sdk.authorizationCodeGrant(configuration, callback, {
          expectedState: state,
          pkceCodeVerifier: sdk.randomPKCECodeVerifier(),
        });
      });
      // The provider checked the code, so it accepted the credentials.
      if (result.ok || result.failure === 'expired') return { ok: true, value: true };
      return INVALID_CLIENT.has(result.reason) ? { ok: true, value: false } : result;
    },
  };
}

class OtherIssuer extends Error {
  readonly code = 'OAUTH_OTHER_ISSUER';
}

/** By the token request's body, or by a header where the provider accepts nothing else. */
function clientAuthentication(sdk: typeof openid, secret: string): openid.ClientAuth {
  const [inBody, inHeader] = [sdk.ClientSecretPost(secret), sdk.ClientSecretBasic(secret)];
  return (server, ...request) => {
    const { token_endpoint_auth_methods_supported: methods } = server;
    const authenticate = methods && !methods.includes('client_secret_post') ? inHeader : inBody;
    return authenticate(server, ...request);
  };
}

async function toOutcome<T>(work: () => Promise<T>): Promise<OpenIdOutcome<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, ...toFailure(error) };
  }
}

const NO_ANSWER = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

const INVALID_CLIENT = new Set(['invalid_client', 'OAUTH_WWW_AUTHENTICATE_CHALLENGE']);

/** Classifies the library's errors. Their messages may contain provider data, so they aren't kept. */
function toFailure(error: unknown): { failure: OpenIdFailure; reason: string } {
  const { code, status, oauthError, wrapped } = fieldsOf(error);
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') {
    if (oauthError === 'access_denied') return { failure: 'cancelled', reason: oauthError };
    const isTemporary = oauthError === 'server_error' || oauthError === 'temporarily_unavailable';
    return { failure: isTemporary ? 'unavailable' : 'refused', reason: oauthError };
  }
  if (code === 'OAUTH_RESPONSE_BODY_ERROR' && status < 500)
    return { failure: oauthError === 'invalid_grant' ? 'expired' : 'refused', reason: oauthError };
  if (status >= 500 || NO_ANSWER.has(code))
    return { failure: 'unavailable', reason: status ? `status ${status}` : code };
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') return { failure: 'unavailable', reason: `status ${status}` };
  if (code.startsWith('OAUTH_')) return { failure: 'refused', reason: wrapped || code };
  return { failure: 'unavailable', reason: wrapped || code || 'no answer' };
}

function fieldsOf(error: unknown): { code: string; status: number; oauthError: string; wrapped: string } {
  const get = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : '');
  const cause = get(error, 'cause');
  const status = get(error, 'status') ?? get(cause, 'status');
  return {
    code: text(get(error, 'code')),
    status: typeof status === 'number' ? status : 0,
    oauthError: text(get(error, 'error')),
    wrapped: text(get(get(cause, 'cause'), 'code')) || text(get(cause, 'code')),
  };
}
