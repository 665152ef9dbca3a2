import { Agent } from 'node:https';
import type { ClientOptions, Realtime, ServerOptions, StartOptions } from './api.ts';
import { parseSeed, seedVariables, toVariables } from './core/seed.ts';
import { Events } from './events.ts';
import { command, type PackageSettings } from './settings.ts';
import { type RunningPackage, startPackage } from './start.ts';

export type {
  ClientOptions,
  ConnectionChange,
  Failure,
  PublishedEvent,
  Realtime,
  RealtimeEvents,
  Seed,
  SeedEvent,
  ServerOptions,
  StartOptions,
  SubscriptionChange,
  WebhookRequest,
} from './api.ts';

/**
 * Starts the service in this process. Call `stop()` at the end: until then, the service keeps the process alive.
 * @throws if an option is invalid or the port is in use
 */
export async function start(options: StartOptions = {}): Promise<Realtime> {
  const seed = parseSeed(options.seed ?? {});
  const tls = typeof options.tls === 'object' ? options.tls : null;
  const events = new Events();
  const settings = readSettings(options, seedVariables(seed));
  const running = await startPackage(settings, { seed, tls, observe: events.observe });
  const { url, host, appId, key, secret, certificate, service } = running;
  return {
    ...{ url, host, port: service.port, appId, key, secret, certificate },
    serverOptions: serverOptions(running),
    clientOptions: clientOptions(running),
    on: (event, listener) => events.on(event, listener),
    next: (event, matches, timeoutMs) => events.next(event, matches, timeoutMs),
    reset: async () => running.reset(),
    stop: () => service.close(),
  };
}

const SETTINGS = {
  port: 'REALTIME_PORT',
  host: 'REALTIME_HOST',
  appId: 'PUSHER_APP_ID',
  key: 'PUSHER_KEY',
  secret: 'PUSHER_SECRET',
  clientEvents: 'REALTIME_CLIENT_EVENTS',
  subscriptionCount: 'REALTIME_SUBSCRIPTION_COUNT',
  webhookUrl: 'REALTIME_WEBHOOK_URL',
  maxConnections: 'REALTIME_MAX_CONNECTIONS',
  activityTimeout: 'REALTIME_ACTIVITY_TIMEOUT',
  pongTimeout: 'REALTIME_PONG_TIMEOUT',
  signinTimeout: 'REALTIME_SIGNIN_TIMEOUT',
  tls: 'REALTIME_TLS',
  page: 'REALTIME_PAGE',
  logLevel: 'LOG_LEVEL',
} as const satisfies Record<Exclude<keyof StartOptions, 'seed'>, keyof PackageSettings>;

/** The process's environment doesn't count, so that tests don't depend on it. */
function readSettings(options: StartOptions, seed: Readonly<Record<string, string>>): PackageSettings {
  for (const name of Object.keys(options))
    if (name !== 'seed' && !Object.hasOwn(SETTINGS, name)) throw new Error(`unknown option ${name}`);
  const given = Object.entries(SETTINGS).map(([option, setting]) => {
    const value = options[option as keyof typeof SETTINGS];
    return [setting, typeof value === 'object' ? true : value] as const;
  });
  const parsed = command.schema.safeParse({ ...seed, ...toVariables(Object.fromEntries(given)) });
  if (parsed.success) return parsed.data;
  const optionOf = new Map<string, string>(
    Object.entries(SETTINGS).map(([name, setting]) => [setting, name]),
  );
  const problems = parsed.error.issues.map(
    ({ path: [setting], message }) => `${optionOf.get(String(setting))}: ${message}`,
  );
  throw new Error(problems.join('\n'));
}

function serverOptions({ appId, key, secret, host, service, certificate }: RunningPackage): ServerOptions {
  return {
    ...{ appId, key, secret, host },
    port: String(service.port),
    useTLS: certificate !== null,
    ...(certificate === null ? {} : { agent: new Agent({ ca: certificate }) }),
  };
}

function clientOptions({ host, service: { port }, certificate }: RunningPackage): ClientOptions {
  return {
    // Required by the library, but without a meaning here.
    cluster: '',
    wsHost: host,
    wsPort: port,
    wssPort: port,
    forceTLS: certificate !== null,
    // The service has no HTTP fallbacks.
    enabledTransports: ['ws'],
  };
}
