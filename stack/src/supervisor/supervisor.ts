import { renameSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ensurePrivateFolder } from '@offhook/server/platform/database/embedded/private-folder';
import { allowedOrigins } from '@offhook/server/platform/http/origins';
import { STOP_NEW_CALLS } from '@offhook/server/platform/process/shutdown';
import type { Config } from '../config.ts';
import { createGateway } from '../gateway/gateway.ts';
import { Child } from './child.ts';
import { isAnyCallOpen, waitForCallsToEnd } from './open-calls.ts';
import { readSecrets } from './secrets.ts';

export interface SupervisorOptions {
  readonly config: Config;
  readonly dist: string;
  readonly softphoneDist: string;
  readonly consoleDist: string;
  readonly onStartFailed: (message: string) => void;
}

export interface Supervisor {
  readonly url: string;
  readonly hasAccount: boolean;
  restart(name: string): void;
  /** With a drain time, first waits until the embedded voice service's calls have ended or `skipWait` aborts. */
  stop(skipWait: AbortSignal): Promise<void>;
}

const HEALTH_POLL_MS = 20;
const LOG_AFTER_MS = 10_000;
/** Without a load balancer that has to notice, the server stops quickly. */
const QUICK_DRAIN = { DRAIN_SECONDS: '2', DRAIN_NOTICE_SECONDS: '0' };
/** The server's share of the drain time after calls have ended; at most half. */
const SERVER_DRAIN_MS = 8_000;
const DRAIN_MARGIN_MS = 1_000;

/** Reserves a free loopback port until it's released. A child keeps its port across restarts, because others use its address. */
async function reservePort(): Promise<{ readonly port: number; release(): Promise<void> }> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  return { port, release: () => new Promise((resolve) => probe.close(() => resolve())) };
}

/** Environment variables that all children inherit; secrets and settings are passed individually. */
function inheritedEnvironment(): Record<string, string> {
  const machine = ['PATH', 'HOME', 'TZ', 'LANG', 'TMPDIR', 'TEMP', 'SystemRoot'];
  // Webhooks go to PUBLIC_URL, whose certificate may come from a private CA.
  const names = [...machine, 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'LOG_LEVEL'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

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
  ensurePrivateFolder(config.data);
  const secrets = readSecrets(config.data);
  const reservedPorts = await Promise.all([reservePort(), reservePort(), reservePort()]);
  const [serverPort, voicePort, realtimePort] = reservedPorts.map((one) => one.port);

  const settings = config.environment;
  const twilio = config.embeddedVoice
    ? {
        TWILIO_ACCOUNT_SID: secrets.accountSid,
        TWILIO_AUTH_TOKEN: secrets.authToken,
        TWILIO_API_KEY: secrets.apiKey,
        TWILIO_API_SECRET: secrets.apiSecret,
      }
    : pick(settings, /^TWILIO_/);
  const pusher = config.embeddedRealtime
    ? {
        PUSHER_APP_ID: secrets.pusherAppId,
        PUSHER_KEY: secrets.pusherKey,
        PUSHER_SECRET: secrets.pusherSecret,
      }
    : pick(settings, /^PUSHER_/);

  let stopping = false;
  const children: Child[] = [];
  const writeRunFile = (): void => {
    const path = join(config.data, 'run.json');
    const pids = Object.fromEntries(children.map((child) => [child.name, child.pid ?? null]));
    try {
      writeFileSync(`${path}.new`, `${JSON.stringify({ supervisor: process.pid, ...pids })}\n`);
      renameSync(`${path}.new`, path);
    } catch (error) {
      // The supervisor must go on, especially on a full disk.
      console.error(`Could not write run.json: ${error instanceof Error ? error.message : error}`);
    }
  };
  const createChild = (name: string, environment: Record<string, string>): Child => {
    const child = new Child({
      name,
      // No source maps: reading them costs each process 150 ms at startup. NODE_OPTIONS can enable them.
      command: [process.execPath, join(dist, `${name}.mjs`)],
      environment: { ...inheritedEnvironment(), ...environment },
      onStartFailed: (failed, code) => {
        if (!stopping) options.onStartFailed(`${failed} could not start (exit code ${code}).`);
      },
      onChange: () => {
        if (!stopping) writeRunFile();
      },
    });
    children.push(child);
    return child;
  };

  const voice = config.embeddedVoice
    ? createChild('voice', {
        ...twilio,
        ...pick(settings, /^MEDIA_/),
        MEDIA_ADDRESS: config.mediaAddress,
        VOICE_PORT: String(voicePort),
        VOICE_HOST: '127.0.0.1',
        VOICE_DATA: join(config.data, 'voice'),
        VOICE_ASSETS: join(dist, 'voice-assets'),
        VOICE_MEDIA_ENTRY: join(dist, 'media.mjs'),
        VOICE_CPS: '100',
        VOICE_HANDSET: config.demo ? '1' : '0',
        VOICE_PAGE: '0',
      })
    : undefined;
  const realtime = config.embeddedRealtime
    ? createChild('realtime', {
        ...pusher,
        REALTIME_PORT: String(realtimePort),
        REALTIME_HOST: '127.0.0.1',
        REALTIME_PAGE: '0',
        REALTIME_SIGNIN_TIMEOUT: '10',
        REALTIME_WEBHOOK_URL: `http://127.0.0.1:${serverPort}/realtime/webhook`,
      })
    : undefined;

  // The gateway listens before the children start: /healthz reports what's missing, and the port is known.
  let publicUrl = config.publicUrl;
  const isOwnOrigin = (origin: string): boolean => allowedOrigins(publicUrl, config.pageOrigins).has(origin);
  let server: Child | undefined;
  const http = createGateway({
    server: {
      name: 'server',
      get port() {
        return server?.port;
      },
      // While the server answers, its own /healthz reports faults.
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
  // The gateway may get any port except the children's.
  const port = await listen(http, config.port, config.host).finally(() =>
    Promise.all(reservedPorts.map((one) => one.release())),
  );
  const localName = config.host === '127.0.0.1' || config.host === '0.0.0.0' ? 'localhost' : config.host;
  publicUrl ||= `http://${localName.includes(':') ? `[${localName}]` : localName}:${port}`;

  server = createChild('server', {
    ...twilio,
    ...pusher,
    ...pick(settings, /^DATABASE_URL$/),
    ...pick(settings, /^(PAGE_ORIGINS|API_ORIGIN|DEV_DOMAIN|DEV_API_ORIGIN)$/),
    ...pick(settings, /^COUNTRY_LOOKUP_URL$/),
    ...pick(settings, /^GOOGLE_/),
    ...pick(settings, /^(SMTP_URL|MAIL_FROM)$/),
    ...pick(settings, /^(LEAD_FILE_MB|CALLS_PER_SECOND|DISK_RESERVE_MB)$/),
    ...pick(settings, /^(WEBHOOKS_PRIVATE|VOICEMAIL_DETECTION)$/),
    ...pick(settings, /^(METRICS_TOKEN|TRUSTED_PROXIES)$/),
    ...pick(settings, /^(S3_|RECORDINGS_|PERSONAL_DATA_DAYS$|SECRETS_KEY$)/),
    ...(config.drainMs === null ? QUICK_DRAIN : pick(settings, /^DRAIN_/)),
    SERVER_PORT: String(serverPort),
    HOST: '127.0.0.1',
    GATEWAY_HOST: config.host,
    OFFHOOK_DATA: config.data,
    PUBLIC_URL: publicUrl,
    OFFHOOK_DEMO: config.demo ? '1' : '0',
    // Servers that share a database store the secret there.
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
  await waitUntilHealthy(`http://127.0.0.1:${serverPort}/healthz`);

  return {
    url: publicUrl,
    hasAccount: server.hasAccount,
    restart: (name) => children.find((child) => child.name === name)?.restart(),
    stop: async (skipWait) => {
      if (config.drainMs !== null) {
        const end = performance.now() + config.drainMs;
        if (voice) {
          server?.sendLine(STOP_NEW_CALLS);
          await waitForCallsToEnd(() => isAnyCallOpen(voice.port, secrets), {
            limitMs: config.drainMs - Math.min(SERVER_DRAIN_MS, config.drainMs / 2),
            skipWait,
            onWaiting: () =>
              console.error('Stopping when the last call ends. Press Ctrl-C again to stop now.'),
          });
        }
        stopping = true;
        // The server still serves requests, which come through this gateway.
        if (!skipWait.aborted) await server?.stop(end - performance.now() + DRAIN_MARGIN_MS);
      }
      stopping = true;
      http.close();
      // The server first: it may still use the other services.
      await server?.stop();
      await Promise.all(children.map((child) => child.stop()));
      http.closeAllConnections();
    },
  };
}

/** The server listens before it has registered with the voice service; earlier calls would be lost. */
async function waitUntilHealthy(address: string): Promise<void> {
  let logAt = performance.now() + LOG_AFTER_MS;
  for (;;) {
    const response = await fetch(address).catch(() => undefined);
    if (response?.ok) return;
    const text = response ? await response.text() : 'the server is not responding';
    if (performance.now() > logAt) {
      console.error(`Not ready yet: ${text}`);
      logAt += LOG_AFTER_MS;
    }
    await new Promise((resolve) => setTimeout(resolve, HEALTH_POLL_MS));
  }
}

function pick(source: Readonly<Record<string, string>>, names: RegExp): Record<string, string> {
  return Object.fromEntries(Object.entries(source).filter(([name]) => names.test(name)));
}
