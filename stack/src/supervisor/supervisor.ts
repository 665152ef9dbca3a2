/** All parts assembled behind one origin. */
import { renameSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { makePrivateFolder } from '@offhook/server/platform/database/embedded/private-folder';
import { allowedOrigins } from '@offhook/server/platform/http/origins';
import { STOP_BEGINNING } from '@offhook/server/platform/process/ending';
import type { Config } from '../config.ts';
import { createGateway } from '../gateway/gateway.ts';
import { Child } from './child.ts';
import { isAnyCallOpen, untilCallsAreOver } from './conversations.ts';
import { readSecrets } from './secrets.ts';

export interface SupervisorOptions {
  readonly config: Config;
  /** Folder of the bundles. */
  readonly dist: string;
  readonly softphoneDist: string;
  readonly consoleDist: string;
  /** A child could not be started: what to tell. */
  readonly onFailed: (message: string) => void;
}

export interface Supervisor {
  readonly url: string;
  /** Whether the database had an account when the server started. */
  readonly hasAccount: boolean;
  /** Ends one child so that it is started again, as after a new build. */
  restart(name: string): void;
  /** With time to drain: when the conversations of the voice service in the box are over, at the latest `hurry`. */
  stop(hurry: AbortSignal): Promise<void>;
}

/** Between two polls until the server can do its work, and after how long the log says what is missing. */
const HEALTH_POLL_MS = 20;
const SAY_AFTER_MS = 10_000;
/** With nobody in front who has to notice, the server ends quickly. */
const QUICK_END = { DRAIN_SECONDS: '2', DRAIN_NOTICE_SECONDS: '0' };
/** Of the time to drain, what the server may have when nobody talks any more; half of it, where it is short. */
const SERVER_END_MS = 8_000;
/** Between the time that the server has for its end and its death. */
const DRAIN_MARGIN_MS = 1_000;

/**
 * A free port of the loopback address, which nobody else is given before it is released. A child keeps its port over
 * restarts, because others hold its address.
 */
async function holdPort(): Promise<{ readonly port: number; release(): Promise<void> }> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  return { port, release: () => new Promise((resolve) => probe.close(() => resolve())) };
}

/** What every child inherits of the environment; secrets and settings are given one by one. */
function inherited(): Record<string, string> {
  const machine = ['PATH', 'HOME', 'TZ', 'LANG', 'TMPDIR', 'TEMP', 'SystemRoot'];
  // Webhooks go to PUBLIC_URL, whose certificate may be signed by a CA of one's own.
  const names = [...machine, 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'LOG_LEVEL'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** @throws when the port is taken */
async function listen(http: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, host, () => {
      http.off('error', reject);
      resolve();
    });
  });
  return (http.address() as AddressInfo).port;
}

export async function startSupervisor(options: SupervisorOptions): Promise<Supervisor> {
  const { config, dist, softphoneDist, consoleDist } = options;
  makePrivateFolder(config.data);
  const secrets = readSecrets(config.data);
  const held = await Promise.all([holdPort(), holdPort(), holdPort()]);
  const [serverPort, voicePort, realtimePort] = held.map((one) => one.port);

  const given = config.environment;
  const twilio = config.embeddedVoice
    ? {
        TWILIO_ACCOUNT_SID: secrets.accountSid,
        TWILIO_AUTH_TOKEN: secrets.authToken,
        TWILIO_API_KEY: secrets.apiKey,
        TWILIO_API_SECRET: secrets.apiSecret,
      }
    : pick(given, /^TWILIO_/);
  const pusher = config.embeddedRealtime
    ? {
        PUSHER_APP_ID: secrets.pusherAppId,
        PUSHER_KEY: secrets.pusherKey,
        PUSHER_SECRET: secrets.pusherSecret,
      }
    : pick(given, /^PUSHER_/);

  let stopping = false;
  const children: Child[] = [];
  const writeRun = (): void => {
    const path = join(config.data, 'run.json');
    const pids = Object.fromEntries(children.map((child) => [child.name, child.pid ?? null]));
    try {
      writeFileSync(`${path}.new`, `${JSON.stringify({ supervisor: process.pid, ...pids })}\n`);
      renameSync(`${path}.new`, path);
    } catch (error) {
      // On a full disk above all the supervisor has to go on.
      console.error(`run.json is not up to date: ${error instanceof Error ? error.message : error}`);
    }
  };
  const makeChild = (name: string, environment: Record<string, string>): Child => {
    const child = new Child({
      name,
      // Without source maps: reading them costs each process 150 ms at its start. NODE_OPTIONS is handed on.
      command: [process.execPath, join(dist, `${name}.mjs`)],
      environment: { ...inherited(), ...environment },
      onGivenUp: (failed, code) => {
        if (!stopping) options.onFailed(`${failed} could not start (exit code ${code}).`);
      },
      onChange: () => {
        if (!stopping) writeRun();
      },
    });
    children.push(child);
    return child;
  };

  const voice = config.embeddedVoice
    ? makeChild('voice', {
        ...twilio,
        ...pick(given, /^MEDIA_/),
        MEDIA_ADDRESS: config.mediaAddress,
        VOICE_PORT: String(voicePort),
        VOICE_HOST: '127.0.0.1',
        VOICE_DATA: join(config.data, 'voice'),
        VOICE_ASSETS: join(dist, 'voice-assets'),
        VOICE_MEDIA_ENTRY: join(dist, 'media.mjs'),
        VOICE_CPS: '100',
        VOICE_HANDSET: config.demo ? '1' : '0',
      })
    : undefined;
  const realtime = config.embeddedRealtime
    ? makeChild('realtime', {
        ...pusher,
        REALTIME_PORT: String(realtimePort),
        REALTIME_HOST: '127.0.0.1',
        REALTIME_SIGNIN_TIMEOUT: '10',
        REALTIME_WEBHOOK_URL: `http://127.0.0.1:${serverPort}/realtime/webhook`,
      })
    : undefined;

  // The gateway listens before the children start: /healthz tells who is missing, and the port is known.
  let publicUrl = config.publicUrl;
  const isOwnOrigin = (origin: string): boolean => allowedOrigins(publicUrl, config.pageOrigins).has(origin);
  let server: Child | undefined;
  const http = createGateway({
    server: {
      name: 'server',
      get port() {
        return server?.port;
      },
      // While it answers, it says for itself how it is.
      get fault() {
        return server?.isAnswering ? null : (server?.fault ?? 'server');
      },
      ready: (ms) => server?.ready(ms) ?? Promise.reject(new Error('server is not ready')),
    },
    ...(voice ? { voice } : {}),
    ...(realtime ? { realtime } : {}),
    handset: config.demo,
    isOwnOrigin,
    trustedProxies: config.trustedProxies,
  });
  // The gateway's own port may be any, but none of theirs.
  const port = await listen(http, config.port, config.host).finally(() =>
    Promise.all(held.map((one) => one.release())),
  );
  const localName = config.host === '127.0.0.1' || config.host === '0.0.0.0' ? 'localhost' : config.host;
  publicUrl ||= `http://${localName.includes(':') ? `[${localName}]` : localName}:${port}`;

  server = makeChild('server', {
    ...twilio,
    ...pusher,
    ...pick(given, /^DATABASE_URL$/),
    ...pick(given, /^(PAGE_ORIGINS|API_ORIGIN|DEV_DOMAIN|DEV_API_ORIGIN)$/),
    ...pick(given, /^COUNTRY_LOOKUP_URL$/),
    ...pick(given, /^GOOGLE_/),
    ...pick(given, /^(LEAD_FILE_MB|CALLS_PER_SECOND|DISK_RESERVE_MB)$/),
    ...pick(given, /^(WEBHOOKS_PRIVATE|VOICEMAIL_DETECTION)$/),
    ...pick(given, /^(METRICS_TOKEN|TRUSTED_PROXIES)$/),
    ...pick(given, /^(S3_|RECORDINGS_|PERSONAL_DATA_DAYS$)/),
    ...(config.drainMs === null ? QUICK_END : pick(given, /^DRAIN_/)),
    SERVER_PORT: String(serverPort),
    HOST: '127.0.0.1',
    GATEWAY_HOST: config.host,
    OFFHOOK_DATA: config.data,
    PUBLIC_URL: publicUrl,
    OFFHOOK_DEMO: config.demo ? '1' : '0',
    // Several of these may share a database: then the secret is the database's.
    ...(config.environment['DATABASE_URL'] ? {} : { SESSION_SECRET: secrets.session }),
    SOFTPHONE_DIST: softphoneDist,
    CONSOLE_DIST: consoleDist,
    DATABASE_TEMPLATE: join(dist, 'template'),
    ...(voice
      ? { VOICE_URL: `http://127.0.0.1:${voicePort}`, VOICE_CHUNDERW: `${new URL(publicUrl).host}/voice` }
      : {}),
    ...(realtime
      ? { PUSHER_HOST: '127.0.0.1', PUSHER_PORT: String(realtimePort), REALTIME_EMBEDDED: '1' }
      : {}),
  });
  for (const child of children) child.start();
  await Promise.all(children.map((child) => child.ready()));
  await healthy(`http://127.0.0.1:${serverPort}/healthz`);

  return {
    url: publicUrl,
    hasAccount: server.hasAccount,
    restart: (name) => children.find((child) => child.name === name)?.restart(),
    stop: async (hurry) => {
      if (config.drainMs !== null) {
        const end = performance.now() + config.drainMs;
        if (voice) {
          server?.tell(STOP_BEGINNING);
          await untilCallsAreOver(() => isAnyCallOpen(voice.port, secrets), {
            limitMs: config.drainMs - Math.min(SERVER_END_MS, config.drainMs / 2),
            hurry,
            onWaiting: () =>
              console.error('Offhook ends when the last conversation is over. Once more, and it ends now.'),
          });
        }
        stopping = true;
        // It serves on for a while, and its requests come through here.
        if (!hurry.aborted) await server?.stop(end - performance.now() + DRAIN_MARGIN_MS);
      }
      stopping = true;
      http.close();
      // The server first: it may still have something to say to the other two.
      await server?.stop();
      await Promise.all(children.map((child) => child.stop()));
      http.closeAllConnections();
    },
  };
}

/** The server listens before it has made itself known to the voice service; a call before that would be lost. */
async function healthy(address: string): Promise<void> {
  let sayAt = performance.now() + SAY_AFTER_MS;
  for (;;) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return;
    const text = answer ? await answer.text() : 'the server does not answer';
    if (performance.now() > sayAt) {
      console.error(`Not ready yet: ${text}`);
      sayAt += SAY_AFTER_MS;
    }
    await new Promise((resolve) => setTimeout(resolve, HEALTH_POLL_MS));
  }
}

function pick(source: Readonly<Record<string, string>>, names: RegExp): Record<string, string> {
  return Object.fromEntries(Object.entries(source).filter(([name]) => names.test(name)));
}
