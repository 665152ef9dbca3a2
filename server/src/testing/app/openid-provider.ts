/**
 * A provider of OpenID Connect on a socket of its own: `oidc-provider`, which is certified and not of ours, so that
 * it judges the login. Who is signed in there is said by the test; so is what its token says when it shall lie.
 */
import { createSign, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type OpenIdProvider from 'oidc-provider';
import { close, listen } from '../servers/local.ts';

export interface Person {
  readonly email: string;
  readonly verified: boolean;
}

export interface TestOpenIdProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who says yes there from now on; null: who is there says no. */
  person: Person | null;
  /** Changes the claims of tokens; they are signed with the provider's own key. */
  lie: ((claims: Record<string, unknown>) => Record<string, unknown>) | null;
  /** How it answers instead of as a provider. */
  fault: 'error' | 'garbage' | 'hangs' | null;
  /** Paths that were asked for. */
  readonly asked: string[];
  stop(): Promise<void>;
}

const CLIENT_ID = 'offhook-test';
const CLIENT_SECRET = 'the secret of the client of the tests';

/** It prints warnings for those who run it in production, the first of them while it is loaded. */
async function loadQuietly(): Promise<typeof import('oidc-provider')> {
  for (const level of ['info', 'warn'] as const) {
    const print = console[level];
    console[level] = (...words: unknown[]) => {
      if (!String(words[0]).includes('oidc-provider ')) print(...words);
    };
  }
  return import('oidc-provider');
}

let loading: ReturnType<typeof loadQuietly> | undefined;

export async function startTestOpenIdProvider(redirectUri: string): Promise<TestOpenIdProvider> {
  loading ??= loadQuietly();
  const { default: Provider, interactionPolicy } = await loading;
  let serve: RequestListener = () => undefined;
  const asked: string[] = [];
  const http = createServer((request, response) => {
    asked.push(new URL(request.url ?? '/', 'http://provider').pathname);
    if (state.fault === 'hangs') return;
    if (state.fault === 'error') return response.writeHead(503).end('down');
    if (state.fault === 'garbage') return response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
    return serve(request, response);
  });
  const issuer = await listen(http);
  const state: TestOpenIdProvider = {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    person: null,
    lie: null,
    fault: null,
    asked,
    stop: () => close(http),
  };

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = 'key-1';
  const key = { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' };
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  const people = new Map<string, Person>();
  const provider: OpenIdProvider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [key as JsonWebKey & { kty: 'RSA' }] },
    cookies: { keys: ['a key for the cookies of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // As Google does, the token itself says the email.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_context, { uid }) => `/choose/${uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: people.get(id)?.email, email_verified: people.get(id)?.verified }),
    }),
    async loadExistingGrant(context) {
      const { client, session } = context.oidc;
      const grant = new provider.Grant({
        ...(client ? { clientId: client.clientId } : {}),
        ...(session?.accountId === undefined ? {} : { accountId: session.accountId }),
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/choose/')) return next();
    const { person } = state;
    if (person !== null) people.set(person.email, person);
    const result = person
      ? { login: { accountId: person.email }, select_account: {} }
      : { error: 'access_denied', error_description: 'they said no' };
    await provider.interactionFinished(context.req, context.res, result);
    context.respond = false;
    return undefined;
  });
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string } | undefined;
    if (context.path === '/token' && state.lie && body?.id_token)
      body.id_token = signedAnew(body.id_token, state.lie, privateKey);
  });
  serve = provider.callback();
  return state;
}

function signedAnew(
  token: string,
  lie: NonNullable<TestOpenIdProvider['lie']>,
  privateKey: KeyObject,
): string {
  const [header = '', payload = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const signed = `${header}.${Buffer.from(JSON.stringify(lie(claims))).toString('base64url')}`;
  return `${signed}.${createSign('sha256').update(signed).sign(privateKey, 'base64url')}`;
}
