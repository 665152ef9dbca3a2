/** The server with its call work and the real voice service as a separate process. */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect } from 'vitest';
import { findAccountByKey } from '../../accounts/sign-in/api-keys.ts';
import { createSessions } from '../../accounts/sign-in/sessions.ts';
import { qualityRoutes } from '../../calls/quality-route.ts';
import { demoRoutes } from '../../demo/demo.ts';
import { createEndedCallCounter } from '../../operations/metric-values.ts';
import { createMetrics } from '../../operations/metrics.ts';
import { createMetricsReader } from '../../operations/read-metrics.ts';
import type { Database } from '../../platform/database/database.ts';
import { buildApp } from '../../platform/http/app.ts';
import { metricsRoutes } from '../../platform/http/health/metrics.ts';
import { systemClock } from '../../platform/process/clock.ts';
import { createRealtimePublisher } from '../../platform/realtime/realtime-publisher.ts';
import { createSimulatedCarrier } from '../../platform/telephony/simulated-carrier.ts';
import type { Telephony, TelephonyConfig } from '../../platform/telephony/telephony.ts';
import { createTelephony } from '../../platform/telephony/twilio-telephony.ts';
import { workRoutes } from '../../routes.ts';
import { startWork, type Work } from '../../work.ts';
import type { OpenTestDatabase } from '../database/database.ts';
import { ACCOUNT, ACCOUNT_ENVIRONMENT } from '../servers/keys.ts';
import { listen } from '../servers/local.ts';
import { type Program, startProgram } from '../servers/program.ts';
import { type DescriptionProxy, startDescriptionProxy } from './api-description-proxy.ts';
import { type Agent, requestJson, SILENT, signIn } from './edge.ts';
import { startFakeProvider } from './fake-provider.ts';
import { openTestPhone, type TestPhone } from './test-phone.ts';
import { until, withUsers } from './world.ts';

export interface Line {
  readonly call_sid: string;
  readonly kind: 'client' | 'carrier';
  readonly from: string;
  readonly to: string;
  readonly status: string;
  readonly conference: string | null;
  readonly hears: readonly string[];
  readonly level_out: number;
  readonly tones: readonly number[];
}

export type PhoneAgent = Agent & {
  readonly phone: TestPhone;
  readonly resume: unknown;
  reload(): Promise<PhoneAgent>;
};

export interface VoiceWorld {
  readonly db: Database;
  readonly work: Work;
  readonly telephony: Telephony;
  readonly dataFolder: string;
  published(): string[];
  agent(email: string): Promise<PhoneAgent>;
  postLead(phoneNumber: string): Promise<number>;
  callIn(from: string, to: string): Promise<string>;
  /** @param tones in Hz */
  lines(tones?: readonly number[]): Promise<readonly Line[]>;
  metrics(): Promise<ReadonlyMap<string, number>>;
  hangUp(callSid: string): Promise<void>;
  restart(whileStopped: () => Promise<void>): Promise<void>;
  restartWith(restored: () => Promise<Database>): Promise<void>;
  killVoice(): Promise<void>;
}

const AUTHORIZATION = `Basic ${Buffer.from(`${ACCOUNT.accountSid}:${ACCOUNT.authToken}`).toString('base64')}`;
/** The voice service mixes at this interval, so polling more often is useless. */
const LINES_EVERY_MS = 20;

interface Voice {
  program: Program;
  readonly folder: string;
  readonly descriptionProxy: DescriptionProxy;
}

/** One voice service per worker; it watches the worker's pipe and ends with it. */
let sharedVoice: Promise<Voice> | undefined;

async function startSharedVoice(): Promise<Voice> {
  const folder = mkdtempSync(join(tmpdir(), 'offhook-voice-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const program = await startVoice(folder, 0);
  return {
    program,
    folder,
    descriptionProxy: await startDescriptionProxy(`http://127.0.0.1:${program.port}`),
  };
}

export function voiceWorlds(open: OpenTestDatabase) {
  const cleanups: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of cleanups.splice(0).reverse()) await end();
  });
  return withUsers(async (): Promise<VoiceWorld> => {
    let { db } = await open({ demo: true });
    const dataFolder = mkdtempSync(join(tmpdir(), 'offhook-calls-'));
    cleanups.push(async () => rmSync(dataFolder, { recursive: true, force: true }));
    sharedVoice ??= startSharedVoice();
    const voice = await sharedVoice;
    const { port: voicePort } = voice.program;
    const realtime = await startFakeProvider();
    cleanups.push(() => realtime.stop());
    const { base: apiBase, violations } = voice.descriptionProxy;
    const config: TelephonyConfig = { ...ACCOUNT, apiBase };
    const before = (await violations()).length;
    cleanups.push(async () => expect([...new Set((await violations()).slice(before))]).toEqual([]));
    const telephony = createTelephony(config);
    const network = createSimulatedCarrier(config);
    const reservedPort = await reservePort();
    const { port } = reservedPort;
    const base = `http://127.0.0.1:${port}`;
    // Runs at a quarter of the speed, so that presence doesn't expire on a busy machine.
    const start = systemClock.now();
    const clock = { now: () => start + (systemClock.now() - start) / 4 };
    const sessions = createSessions({ db, clock, secret: 'a test secret of 32 characters...' });
    const address = { host: '127.0.0.1', port: realtime.port, cluster: '', secure: false };
    const metrics = createMetrics();
    const readiness = async () => ({
      isReady: true,
      isDraining: false,
      components: {},
      unknownMigrations: [],
    });
    const startServer = async () => {
      await reservedPort.release();
      const work = startWork({
        db,
        clock,
        log: SILENT,
        telephony,
        realtime: createRealtimePublisher({ appId: 'a', key: 'k', secret: 's', ...address }, clock, SILENT),
        publicUrl: base,
        dataFolder,
        applicationSid: '',
        buysNumbers: true,
        callsPerSecond: 100,
        onCallEnded: createEndedCallCounter({ db, log: SILENT, metrics }),
        onPerformed: metrics.effectPerformed,
      });
      const app = await buildApp({
        findAccountByKey: (authorization) => findAccountByKey(db, authorization),
        sessions,
        publicUrl: base,
        log: SILENT,
        metrics,
        register: [
          (api) => workRoutes(api, work.deps),
          (api) => qualityRoutes(api, { db, log: SILENT, metrics }),
          (api) => demoRoutes(api.server, network, base),
          (api) => metricsRoutes(api, '', createMetricsReader({ db, clock, metrics, readiness, dataFolder })),
        ],
      });
      await app.listen({ host: '127.0.0.1', port });
      await until('the provider setup', () => work.isReady());
      // The first reconciliation finishes before a test's first call.
      await work.reconcile();
      return {
        work,
        async end() {
          app.server.closeAllConnections();
          await app.close();
          await work.stop();
        },
      };
    };
    let server = await startServer();
    cleanups.push(() => server.end());

    const lab = (path: string, method = 'GET') =>
      fetch(`http://127.0.0.1:${voicePort}/lab/${path}`, {
        method,
        headers: { authorization: AUTHORIZATION },
      });
    let readAt = 0;
    const lines = async (tones: readonly number[] = []) => {
      await delay(readAt + LINES_EVERY_MS - performance.now());
      readAt = performance.now();
      return ((await (await lab(`lines?tones=${tones.join()}`)).json()) as { lines: readonly Line[] }).lines;
    };
    const hangUp = async (callSid: string) => void (await lab(`calls/${callSid}/hangup`, 'POST'));
    // The next test's calls have the same ids and conference names.
    cleanups.push(async () => {
      const openLines = async () =>
        (await requestJson(base, 'GET', '/demo/lines', {})).body['lines'] as readonly Line[];
      for (const line of await openLines()) await hangUp(line.call_sid);
      await until('all lines to close', async () => (await lines()).length === 0);
    });
    return {
      get db() {
        return db;
      },
      get work() {
        return server.work;
      },
      telephony,
      dataFolder,
      published: () => realtime.requests('publish').map(({ target }) => target),
      async agent(email) {
        const agent = await signIn(db, sessions, () => base, email);
        const page = async (phoneId: string): Promise<PhoneAgent> => {
          const response = await agent.get(`/api/v1/twilio/token2?phone_id=${phoneId}`);
          const { token } = response.body as { token: string };
          const phone = await openTestPhone(`ws://127.0.0.1:${voicePort}/signal`, token, (callUserId) => {
            // A ring at the end of a test is fetched when the server is already closed.
            agent.get(`/api/v1/callusers/${callUserId}`).catch(() => undefined);
          });
          cleanups.push(() => phone.close());
          const present = (changes: object = {}) => agent.present({ phone_id: phoneId, ...changes });
          const { body } = await present();
          return { ...agent, present, phone, resume: body['resume'], reload: () => page('reloaded') };
        };
        return page('first');
      },
      async postLead(phoneNumber) {
        const headers = { authorization: 'Bearer demo-100' };
        const body = { phone_number: phoneNumber, fname: 'Grace' };
        const response = await requestJson(base, 'POST', '/api/v1/leads', headers, body);
        return Number(response.body['call_id']);
      },
      async callIn(from, to) {
        const response = await requestJson(base, 'POST', '/demo/calls', {}, { from, to });
        if (response.status !== 200) throw new Error(JSON.stringify(response));
        return String(response.body['call_sid']);
      },
      lines,
      async metrics() {
        const text = await (await fetch(`${base}/metrics`)).text();
        const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
        return new Map(
          lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
        );
      },
      hangUp,
      async restart(whileStopped) {
        await server.end();
        await whileStopped();
        server = await startServer();
      },
      async restartWith(restored) {
        await server.end();
        db = await restored();
        server = await startServer();
      },
      async killVoice() {
        await voice.program.stop('SIGKILL');
        voice.program = await startVoice(voice.folder, voicePort);
      },
    };
  });
}

function startVoice(folder: string, port: number): Promise<Program> {
  return startProgram('voice', {
    environment: {
      VOICE_PORT: String(port),
      VOICE_DATA: folder,
      ...ACCOUNT_ENVIRONMENT,
      VOICE_CPS: '100',
      // The fake phones send no audio, and tests may be slow on a busy machine.
      VOICE_GONE_SECONDS: '3600',
    },
  });
}

async function reservePort(): Promise<{ readonly port: number; release(): Promise<void> }> {
  const server = createServer();
  return {
    port: Number(new URL(await listen(server)).port),
    async release() {
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}
