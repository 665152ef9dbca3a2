/** One of several servers on one PostgreSQL. Its parent sets the time and may kill it at any point. */

import { tmpdir } from 'node:os';
import pino from 'pino';
import { findAccountByKey } from '../../accounts/sign-in/api-keys.ts';
import { createSessions } from '../../accounts/sign-in/sessions.ts';
import { createIssuers } from '../../accounts/single-sign-on/issuers.ts';
import { createConsole } from '../../administration/console.ts';
import { consoleRoutes } from '../../administration/console-route.ts';
import { openPostgres } from '../../platform/database/postgres.ts';
import { buildApp } from '../../platform/http/app.ts';
import { createRealtimeAuth } from '../../platform/realtime/realtime-auth.ts';
import { createRealtimePublisher } from '../../platform/realtime/realtime-publisher.ts';
import { createSafeHttp } from '../../platform/telephony/safe-http.ts';
import { createTelephony } from '../../platform/telephony/twilio-telephony.ts';
import { agentConsoleRoutes, workRoutes } from '../../routes.ts';
import { startWork } from '../../work.ts';
import { createAgentConsoleDeps } from '../app/route-deps.ts';
import { TEST_SECRETS } from '../app/secrets.ts';
import { ACCOUNT } from './keys.ts';

export interface ProcessSettings {
  readonly name: string;
  readonly databaseUrl: string;
  readonly providerPort: number;
  readonly publicUrl: string;
  readonly sessionSecret: string;
}

/** Sets the time to `now` and makes the server do its due work. The first message starts the server. */
export interface TimeMessage {
  readonly id: number;
  readonly now: number;
  readonly shouldReconcile: boolean;
}

export type ServerMessage = { readonly port: number } | { readonly completed: number };

/** Reconciliation runs on request only. */
const NEVER_MS = 2 ** 31 - 1;

const send = (message: ServerMessage) => process.send?.(message);
let now = 0;
const clock = { now: () => now };

async function startServer(settings: ProcessSettings) {
  const { providerPort, publicUrl } = settings;
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' }, pino.destination(2));
  const { db } = await openPostgres(settings.databaseUrl, (error) =>
    log.warn({ err: error }, 'database connection lost'),
  );
  const keys = { appId: 'app', key: 'key', secret: 'secret' };
  const realtime = createRealtimePublisher(
    { ...keys, cluster: '', host: '127.0.0.1', port: providerPort, secure: false },
    clock,
    log,
  );
  const work = startWork({
    db,
    clock,
    log,
    telephony: createTelephony({ ...ACCOUNT, apiBase: `http://127.0.0.1:${providerPort}` }),
    realtime,
    publicUrl,
    dataFolder: tmpdir(),
    applicationSid: '',
    buysNumbers: true,
    callsPerSecond: 1000,
    reconcileEveryMs: NEVER_MS,
    processId: settings.name,
  });
  const safeHttp = createSafeHttp(false);
  const app = await buildApp({
    findAccountByKey: (authorization) => findAccountByKey(db, authorization),
    sessions: createSessions({ db, clock, secret: settings.sessionSecret }),
    publicUrl,
    log,
    register: [
      (api) => workRoutes(api, work.deps),
      (api) =>
        agentConsoleRoutes(
          api,
          createAgentConsoleDeps({
            db,
            clock,
            recordingsFolder: tmpdir(),
            realtimeAuth: createRealtimeAuth(keys),
          }),
        ),
      (api) =>
        consoleRoutes(
          api,
          createConsole({
            imports: work.deps.consoleImports,
            greetings: work.deps.greetings,
            intake: work.deps.intake,
            db,
            clock,
            safeHttp,
            issuers: createIssuers({ http: safeHttp, publicUrl, clock, secrets: TEST_SECRETS }),
            secrets: TEST_SECRETS,
            realtime,
            retention: { recordingsDays: 0, personalDays: 0 },
            publicUrl,
            sendsMail: false,
            boardEveryMs: 0,
          }),
        ),
    ],
  });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  return { work, port: Number(port) };
}

let starting: ReturnType<typeof startServer> | undefined;
process.on('message', async ({ id, now: newTime, shouldReconcile }: TimeMessage) => {
  now = newTime;
  if (!starting) {
    starting = startServer(JSON.parse(process.env['TEST_SERVER'] ?? '') as ProcessSettings);
    send({ port: (await starting).port });
  }
  const { work } = await starting;
  await work.poll();
  if (shouldReconcile) await work.reconcile();
  send({ completed: id });
});
process.on('disconnect', () => process.exit());
