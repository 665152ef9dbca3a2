/** Uses the certified `oidc-provider`, so that the login is tested against another implementation. */
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
  user: Person | null;
  /** Changes the tokens' claims; they're still signed with the provider's key. */
  changeClaims: ((claims: Record<string, unknown>) => Record<string, unknown>) | null;
  fault: 'error' | 'garbage' | 'hangs' | null;
  readonly requestedPaths: string[];
  stop(): Promise<void>;
}

const CLIENT_ID = 'offhook-test';
const CLIENT_SECRET = 'the secret of the client of the tests';

/** Hides the library's warnings about use in production. It prints the first one while it loads. */
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
  const requestedPaths: string[] = [];
  const http = createServer((request, response) => {
    requestedPaths.push(new URL(request.url ?? '/', 'http://provider').pathname);
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
    user: null,
    changeClaims: null,
    fault: null,
    requestedPaths,
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
    // Like Google, puts the email into the ID token.
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
    const { user: person } = state;
    if (person !== null) people.set(person.email, person);
    const result = person
      ? { login: { accountId: person.email }, select_account: {} }
      : { error: 'access_denied', error_description: 'the user declined' };
    await provider.interactionFinished(context.req, context.res, result);
    context.respond = false;
    return undefined;
  });
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string } | undefined;
    if (context.path === '/token' && state.changeClaims && body?.id_token)
      body.id_token = signAgain(body.id_token, state.changeClaims, privateKey);
  });
  serve = provider.callback();
  return state;
}

function signAgain(
  token: string,
  changeClaims: NonNullable<TestOpenIdProvider['changeClaims']>,
  privateKey: KeyObject,
): string {
  const [header = '', payload = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const signed = `${header}.${Buffer.from(JSON.stringify(changeClaims(claims))).toString('base64url')}`;
  return `${signed}.${createSign('sha256').update(signed).sign(privateKey, 'base64url')}`;
}
