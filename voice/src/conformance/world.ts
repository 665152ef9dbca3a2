import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import twilio from 'twilio';
import type { Config } from '../config.ts';
import { type BundlePaths, startVoice, type VoiceService } from '../service.ts';
import { program } from '../testing/programs.ts';
import { scaleTimeout } from '../testing/timeouts.ts';
import { until } from '../testing/until.ts';
import { readDescription } from './provider/description.ts';
import { borrowMedia } from './shared-media.ts';

export const account = {
  sid: `AC${'0'.repeat(31)}1`,
  token: 'a-token-for-tests',
  apiKey: `SK${'0'.repeat(31)}2`,
  apiSecret: 'a-secret-for-tests',
  applicationSid: `AP${'0'.repeat(31)}3`,
} as const;

export interface WebhookRequest {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly signed: boolean;
}

type Answer = string | { readonly status: number } | { readonly type: string; readonly body: Buffer };
type Handler = (request: WebhookRequest) => Answer | Promise<Answer>;

export interface Line {
  readonly call_sid: string;
  readonly kind: 'client' | 'carrier';
  readonly from: string;
  readonly to: string;
  readonly status: string;
  readonly conference: string | null;
  readonly hears: readonly string[];
  readonly level_in: number;
  readonly level_out: number;
  readonly packets_in: number;
  readonly packets_out: number;
  readonly tones: readonly number[];
  readonly sends: 'sound' | 'silence' | 'nothing';
  readonly network: {
    readonly loss_in: number;
    readonly loss_out: number;
    readonly round_trip_ms: number | null;
  } | null;
}

class LocalRequestClient extends twilio.RequestClient {
  readonly #base: () => string;
  readonly #violations: string[];
  constructor(base: () => string, violations: string[]) {
    super();
    this.#base = base;
    this.#violations = violations;
  }
  override request: twilio.RequestClient['request'] = async (options) => {
    const url = new URL(options.uri);
    const base = new URL(this.#base());
    url.protocol = base.protocol;
    url.host = base.host;
    const response = await super.request({ ...options, uri: url.href });
    const sent = { method: options.method.toUpperCase(), path: url.pathname + url.search, body: '' };
    const { statusCode: status, body } = response as { statusCode: number; body: unknown };
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
    this.#violations.push(
      ...description.findResponseViolations(sent, { status, body: status === 204 ? '' : text }),
    );
    return response;
  };
}

/** Shared by all tests of the worker, because it caches compiled schemas. */
export const description = readDescription();

/** The voice service with its real media process, the account's own web server, and the official SDK as its client. */
export type World = Awaited<ReturnType<typeof openWorld>>;

type Client = ReturnType<typeof twilio>;

/** @param media `own` for tests that kill the media process; others share the worker's */
export async function openWorld(settings: Partial<Config> = {}, media: 'shared' | 'own' = 'shared') {
  const folder = mkdtempSync(join(tmpdir(), 'voice-'));
  const config: Config = {
    VOICE_PORT: 0,
    VOICE_HOST: '127.0.0.1',
    TWILIO_ACCOUNT_SID: account.sid,
    TWILIO_AUTH_TOKEN: account.token,
    TWILIO_API_KEY: account.apiKey,
    TWILIO_API_SECRET: account.apiSecret,
    VOICE_DATA: folder,
    MEDIA_ADDRESS: '',
    MEDIA_PORTS: '',
    VOICE_GONE_SECONDS: 30,
    VOICE_CPS: 100,
    VOICE_HANDSET: '1',
    VOICE_PAGE: '',
    VOICE_PUBLIC_API: '',
    LOG_LEVEL: process.env['TEST_LOG'] === '1' ? 'info' : 'silent',
    ...settings,
  };
  const paths: BundlePaths = {
    assets: program('voice-assets'),
    mediaEntry: program('media.mjs'),
  };
  const log = pino({ level: config.LOG_LEVEL }, pino.destination(2));
  const start = (): Promise<VoiceService> =>
    startVoice(config, paths, log, media === 'shared' ? borrowMedia(config, paths, log) : undefined, {
      applicationSid: account.applicationSid,
    });
  let voice = await start();
  const requests: WebhookRequest[] = [];
  const handlers = new Map<string, Handler>();
  const waiters = new Set<() => void>();
  const { server, origin } = await serve(async (request) => {
    requests.push(request);
    for (const wake of waiters) wake();
    const reply = await handlers.get(request.path)?.(request);
    return reply ?? '<Response/>';
  });
  const base = (): string => `http://127.0.0.1:${voice.port}`;
  const violations: string[] = [];
  let numbers = 0;
  const basic = Buffer.from(`${account.sid}:${account.token}`).toString('base64');

  const client: Client = twilio(account.sid, account.token, {
    httpClient: new LocalRequestClient(base, violations),
  });
  const world = {
    get voice() {
      return voice;
    },
    client,
    requests: requests as readonly WebhookRequest[],
    /** Sets the response for a path on the account's web server. A string is the content of its `<Response>`. */
    on: (path: string, handler: Handler | string) =>
      handlers.set(path, typeof handler === 'string' ? () => `<Response>${handler}</Response>` : handler),
    waitForRequest: (condition: (request: WebhookRequest) => boolean) =>
      new Promise<WebhookRequest>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiters.delete(check);
          const seen = requests
            .map((request) => `${request.path} ${JSON.stringify(request.params)}`)
            .join('\n');
          reject(new Error(`expected request not received; received:\n${seen}`));
        }, scaleTimeout(30_000));
        const check = (): void => {
          const found = requests.find(condition);
          if (!found) return;
          clearTimeout(timer);
          waiters.delete(check);
          resolve(found);
        };
        waiters.add(check);
        check();
      }),
    waitForPath: (path: string, condition: (params: WebhookRequest['params']) => boolean = () => true) =>
      world.waitForRequest((one) => one.path === path && condition(one.params)),
    url: (path: string) => `${origin}${path}`,
    token: (identity: string | null, applicationSid?: string, ttl = 600) => {
      const token = new twilio.jwt.AccessToken(account.sid, account.apiKey, account.apiSecret, {
        identity: identity ?? 'anonymous',
        ttl,
      });
      if (identity === null) Reflect.deleteProperty(token, 'identity');
      token.addGrant(
        new twilio.jwt.AccessToken.VoiceGrant({
          incomingAllow: true,
          ...(applicationSid === undefined ? {} : { outgoingApplicationSid: applicationSid }),
        }),
      );
      return token.toJwt();
    },
    lab: async <T>(path: string, body?: unknown): Promise<T> => {
      const response = await fetch(`${base()}/lab${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Basic ${basic}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`lab ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    },
    /** A raw API request, for requests that the SDK doesn't send and responses that it doesn't show. */
    fetch: (path: string, init: RequestInit = {}) =>
      fetch(`${base()}/2010-04-01/Accounts/${account.sid}${path}`, {
        ...init,
        headers: { authorization: `Basic ${basic}`, ...init.headers },
      }),
    /** @returns the sid of a new application with that path as its VoiceUrl */
    application: async (path: string) =>
      (await client.applications.create({ voiceUrl: world.url(path) })).sid,
    /** Creates a call from an unknown number. Its default URL is `/wait`. */
    dial: (to: string, more: Partial<Parameters<Client['calls']['create']>[0]> = {}) =>
      client.calls.create({
        ...{ to, from: '+14155550199', ...(more.twiml === undefined ? { url: world.url('/wait') } : {}) },
        ...more,
      }),
    /** A simulated phone calls a business number. @returns the call's sid */
    callIn: async (from: string, to: string) =>
      (await world.lab<{ call_sid: string }>('/calls', { from, to })).call_sid,
    /** Calls a new business number whose webhook returns `inner`, and waits for the webhook's request. */
    callAnsweredWith: async (inner: string, from = '+14155550106') => {
      numbers += 1;
      const [path, to] = [`/answer-${numbers}`, `+1415556${String(numbers).padStart(4, '0')}`];
      world.on(path, inner);
      await client.incomingPhoneNumbers.create({ phoneNumber: to, voiceUrl: world.url(path) });
      const sid = await world.callIn(from, to);
      await world.waitForPath(path);
      return sid;
    },
    hangUp: (sid: string) => world.lab(`/calls/${sid}/hangup`, {}),
    pressKeys: (sid: string, digits: string) =>
      world.lab('/controls', { control: 'keys', call_sid: sid, digits }),
    status: async (sid: string): Promise<string> => (await client.calls(sid).fetch()).status,
    waitForStatus: (sid: string, status: string) =>
      until(async () => (await world.status(sid)) === status, `the call ${sid} to be ${status}`),
    waitForConference: (conference: string, status: string) =>
      until(async () => {
        const found = await client
          .conferences(conference)
          .fetch()
          .catch(() => null);
        return found?.status === status;
      }, `the conference ${conference} to be ${status}`),
    invite: (conference: string, to: string, more: object = {}) =>
      client.conferences(conference).participants.create({ from: '+14155550199', to, ...more }),
    lines: async () => (await world.lab<{ lines: readonly Line[] }>('/lines')).lines,
    waitForLine: (sid: string, condition: (line: Line) => boolean, what: string) =>
      until(
        async () => (await world.lines()).find((one) => one.call_sid === sid && condition(one)),
        `${what} on the line of ${sid}`,
      ),
    restart: async () => {
      await voice.close();
      voice = await start();
    },
    close: async () => {
      await voice.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
      // Violations found in any response to the official SDK.
      if (violations.length > 0) throw new Error([...new Set(violations)].join('\n'));
    },
  };
  return world;
}

async function serve(
  answer: (request: WebhookRequest) => Promise<Answer>,
): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    // Null if the service stopped during the request.
    const read = text(request).catch(() => null);
    void read.then(async (body) => {
      if (body === null) return;
      const url = `http://${request.headers.host}${request.url}`;
      const params = Object.fromEntries(new URLSearchParams(body));
      const signature = String(request.headers['x-twilio-signature'] ?? '');
      const signed = twilio.validateRequest(account.token, signature, url, params);
      const query = Object.fromEntries(new URL(url).searchParams);
      const path = new URL(url).pathname;
      const reply = await answer({ path, params: { ...query, ...params }, signed });
      if (typeof reply === 'string') response.setHeader('content-type', 'text/xml').end(reply);
      else if ('status' in reply) response.writeHead(reply.status).end();
      else response.setHeader('content-type', reply.type).end(reply.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return { server, origin: `http://127.0.0.1:${address.port}` };
}
