import { isIP } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Exchange } from './calls/exchange.ts';
import { handsetNumber, Phones } from './carrier/behavior.ts';
import { Carrier } from './carrier/carrier.ts';
import { Voices } from './carrier/voices.ts';
import type { Config } from './config.ts';
import { Handsets } from './handset/handsets.ts';
import { handsetPage } from './handset/page.ts';
import type { Observe } from './inspector/core/observations.ts';
import { Inspector } from './inspector/inspector.ts';
import { Listeners } from './inspector/listeners.ts';
import { inspectorPage } from './inspector/page-api.ts';
import { createPageGuard } from './inspector/page-guard.ts';
import type { LabDeps } from './lab/deps.ts';
import { labApi } from './lab/lab.ts';
import { MediaHost, type MediaProcess } from './media-host.ts';
import { restApi } from './rest/api.ts';
import { Resources } from './rest/resources.ts';
import { Signaling } from './signaling/signaling.ts';
import { createTokenReader } from './signaling/token-reader.ts';
import { acceptWebSockets, isOwnPage, type PageSocket } from './sockets.ts';
import { AudioCache } from './sounds/audio-cache.ts';
import { CachedSpeech } from './sounds/cached-speech.ts';
import { Sounds } from './sounds/sounds.ts';
import { Directory } from './store/directory.ts';
import { openStore } from './store/store.ts';
import { Texts } from './texts/texts.ts';
import { urlHost } from './url-host.ts';
import { createWebServer, type TlsKeys } from './web-server.ts';
import { Callbacks } from './webhooks/callbacks.ts';
import { Documents } from './webhooks/documents.ts';
import { Notifications } from './webhooks/notifications.ts';
import { Webhook } from './webhooks/webhook.ts';

export interface VoiceService {
  readonly port: number;
  /** What the lab needs to act on calls. */
  readonly lab: LabDeps;
  readonly mediaPid: () => number | undefined;
  /** Ends all calls and removes all data. Browsers stay connected. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export interface ServiceExtras {
  /** Serves HTTPS and WSS instead of HTTP and WS. */
  readonly tls?: TlsKeys | null;
  /** The page shows it. */
  readonly applicationSid?: string;
  readonly phones?: Phones;
  readonly observe?: Observe | null;
}

export interface BundlePaths {
  readonly assets: string;
  readonly mediaEntry: string;
}

const MEDIA_CONNECTION_FAILED = 53405;
const CONNECTION_ERROR = 31005;
/** For the last callbacks of the calls that a reset ends. */
const RESET_DRAIN_MS = 2_000;

/** A host name other than localhost may resolve to any address of this machine. */
function mediaAddress({ MEDIA_ADDRESS, VOICE_HOST }: Config): string {
  if (MEDIA_ADDRESS !== '') return MEDIA_ADDRESS;
  return isIP(VOICE_HOST) !== 0 || VOICE_HOST === 'localhost' ? VOICE_HOST : '0.0.0.0';
}

/** Null if there is no observer, so that observing costs nothing. */
function observeAll(observers: readonly (Observe | null)[]): Observe | null {
  const present = observers.flatMap((one) => one ?? []);
  if (present.length === 0) return null;
  return (observation) => {
    for (const observe of present) observe(observation);
  };
}

export function startMedia(config: Config, { mediaEntry }: BundlePaths, log: Logger): MediaHost {
  return new MediaHost({
    entry: mediaEntry,
    env: {
      MEDIA_ADDRESS: mediaAddress(config),
      MEDIA_PORTS: config.MEDIA_PORTS,
      MEDIA_GONE_SECONDS: String(config.VOICE_GONE_SECONDS),
      LOG_LEVEL: config.LOG_LEVEL,
    },
    log,
  });
}

export async function startVoice(
  config: Config,
  paths: BundlePaths,
  parentLog: Logger,
  mediaProcess?: MediaProcess,
  { tls = null, applicationSid = '', phones = new Phones(), observe: observer = null }: ServiceExtras = {},
): Promise<VoiceService> {
  const log = parentLog.child({});
  const stopping = new AbortController();
  const accountSid = config.TWILIO_ACCOUNT_SID;
  const store = openStore(config.VOICE_DATA, Date.now());
  const directory = new Directory(store);
  const media = mediaProcess ?? startMedia(config, paths, log);
  const inspector = config.VOICE_PAGE === '1' ? new Inspector() : null;
  const observe = observeAll([inspector?.observe ?? null, observer]);
  const webhook = new Webhook(config.TWILIO_AUTH_TOKEN, observe, stopping.signal);
  const notifications = new Notifications(observe);
  const callbacks = new Callbacks(webhook, notifications, log);
  const audio = new AudioCache(store.soundFolder, stopping.signal);
  const speech = new CachedSpeech(store.soundFolder, log);
  const app = createWebServer(log, tls);
  await media.ready();
  const boundPort = (): number => {
    const bound = app.server.address();
    return typeof bound === 'object' && bound ? bound.port : config.VOICE_PORT;
  };
  const publicApi = (): string =>
    config.VOICE_PUBLIC_API || `${tls ? 'https' : 'http'}://${urlHost(config.VOICE_HOST)}:${boundPort()}`;
  const exchange = new Exchange({
    accountSid,
    publicApi,
    callsPerSecond: config.VOICE_CPS,
    media,
    callbacks,
    documents: new Documents(webhook, audio, notifications, observe),
    sounds: new Sounds(join(paths.assets, 'music.wav'), audio, speech),
    records: store,
    log,
    observe,
  });
  const voices = new Voices(paths.assets);
  const carrier = new Carrier(exchange, directory, phones, { media, voices, log });
  exchange.registerNetwork('phone', carrier.network);
  const credentials = {
    accountSid,
    authToken: config.TWILIO_AUTH_TOKEN,
    apiKey: config.TWILIO_API_KEY,
    apiSecret: config.TWILIO_API_SECRET,
  };
  const readToken = createTokenReader(accountSid, credentials.apiKey, credentials.apiSecret);
  const signaling = new Signaling({ accountSid, exchange, media, directory, readToken, log });
  const texts = new Texts({
    accountSid,
    store,
    directory,
    callbacks,
    webhook,
    log,
    observe,
    newSid: (prefix) => exchange.newSid(prefix),
    deliveryFailure: (number) => phones.behaviorOf(number).textFailure ?? null,
  });
  const resources = new Resources(accountSid, publicApi);
  await restApi(app, { exchange, store, directory, texts, notifications, resources }, credentials);
  const lab: LabDeps = { exchange, media, signaling, directory, store, carrier, texts, speech, log };
  await labApi(app, lab, credentials);
  app.get('/healthz', async (_request, reply) => {
    if (media.isResponsive) return { success: true };
    return reply.code(503).send({ success: false, error: 'media' });
  });
  const handsets = new Handsets({ exchange, media, carrier, directory, store, texts, speech, log });
  const listeners = new Listeners({ exchange, media, log });
  const pageSockets: Record<string, PageSocket> = {};
  if (config.VOICE_HANDSET === '1') {
    handsetPage(app, join(paths.assets, 'handset'));
    pageSockets['/handset/socket'] = {
      isAllowed: isOwnPage,
      accept: (socket) => handsets.accept(socket, { number: handsetNumber, maySpeak: false }),
    };
  }
  if (inspector) {
    const guard = createPageGuard(config, credentials);
    const folder = join(paths.assets, 'page');
    await inspectorPage(app, { inspector, lab, webhook, credentials, applicationSid, guard, folder });
    const isAllowed: PageSocket['isAllowed'] = (headers) => guard('act', headers) === null;
    pageSockets['/inspector/phone'] = {
      isAllowed,
      accept: (socket, query) =>
        handsets.accept(socket, { number: query.get('number') ?? '', maySpeak: true }),
    };
    pageSockets['/inspector/listen'] = {
      isAllowed,
      accept: (socket, query) => listeners.accept(socket, query),
    };
  }
  acceptWebSockets(app.server, (socket, edge) => signaling.accept(socket, edge), pageSockets);
  await exchange.recordings.recover();
  media.onExit(() => {
    exchange.recordings.interruptAll();
    exchange.endAll(MEDIA_CONNECTION_FAILED);
  });
  const observeAudio = (leg: string, isLost: boolean): void => {
    const live = observe && exchange.liveCalls.find((one) => one.leg === leg);
    if (live) observe({ type: 'audio', callSid: live.call.sid, isLost });
  };
  media.on((report) => {
    if (report.type === 'lost') {
      log.warn({ leg: report.leg, silentMs: report.silentMs }, 'no audio from the browser');
      signaling.audioLost(report.leg);
      observeAudio(report.leg, true);
      if (report.silentMs >= config.VOICE_GONE_SECONDS * 1_000)
        exchange.legLost(report.leg, MEDIA_CONNECTION_FAILED);
    }
    if (report.type === 'found') {
      log.info({ leg: report.leg }, 'audio from the browser resumed');
      signaling.audioFound(report.leg);
      observeAudio(report.leg, false);
    }
    if (report.type === 'fault') log.warn({ leg: report.leg, fault: report.message }, 'media fault');
  });
  const close = async (): Promise<void> => {
    exchange.endAll(CONNECTION_ERROR);
    signaling.close();
    handsets.close();
    listeners.close();
    app.server.closeAllConnections();
    await Promise.all([app.close(), exchange.recordings.waitForCompletion()]);
    await callbacks.drain(500);
    // What ends from here on, ends because of the stop.
    log.level = 'silent';
    stopping.abort();
    await media.stop();
  };
  try {
    await app.listen({ host: config.VOICE_HOST, port: config.VOICE_PORT });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    port: boundPort(),
    lab,
    mediaPid: () => media.pid,
    reset: async () => {
      exchange.endAll(CONNECTION_ERROR);
      await exchange.recordings.waitForCompletion();
      await callbacks.drain(RESET_DRAIN_MS);
      notifications.clear();
      inspector?.clear();
      store.clear();
    },
    close,
  };
}
