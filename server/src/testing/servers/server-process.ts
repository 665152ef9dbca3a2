/**
 * One of several servers over one PostgreSQL, as a process of its own: whoever started it tells it the time, and may
 * end it at any line.
 */

import { tmpdir } from 'node:os';
import pino from 'pino';
import { accountOfKey } from '../../accounts/sign-in/api-keys.ts';
import { createSessions } from '../../accounts/sign-in/sessions.ts';
import { openPostgres } from '../../platform/database/postgres.ts';
import { buildApp } from '../../platform/http/app.ts';
import { createRealtimeAuth } from '../../platform/realtime/realtime-auth.ts';
import { createRealtimePublisher } from '../../platform/realtime/realtime-publisher.ts';
import { createTelephony } from '../../platform/telephony/telephony.ts';
import { deskRoutes, workRoutes } from '../../routes.ts';
import { startWork } from '../../work.ts';
import { deskPartsOf } from '../app/desk-parts.ts';
import { ACCOUNT } from './keys.ts';

export interface ProcessSettings {
  /** Under which it claims its work. */
  readonly name: string;
  readonly databaseUrl: string;
  /** Of the stand-ins for the provider and the realtime service. */
  readonly providerPort: number;
  readonly publicUrl: string;
  readonly sessionSecret: string;
}

/** It is `now`: do what is due. The first one lets the server begin. */
export interface TimeTold {
  readonly order: number;
  readonly now: number;
  /** Compare with the provider, too. */
  readonly compares: boolean;
}

export type Said = { readonly listensOn: number } | { readonly did: number };

/** The comparison comes when it is told to. */
const NEVER_MS = 2 ** 31 - 1;

const say = (said: Said) => process.send?.(said);
let now = 0;
const clock = { now: () => now };

async function begin(settings: ProcessSettings) {
  const { providerPort, publicUrl } = settings;
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' }, pino.destination(2));
  const { db } = await openPostgres(settings.databaseUrl, (error) => log.warn({ err: error }, 'lost'));
  const keys = { appId: 'app', key: 'key', secret: 'secret' };
  const work = startWork({
    db,
    clock,
    log,
    telephony: createTelephony({ ...ACCOUNT, apiBase: `http://127.0.0.1:${providerPort}` }),
    realtime: createRealtimePublisher(
      { ...keys, cluster: '', host: '127.0.0.1', port: providerPort, secure: false },
      clock,
      log,
    ),
    publicUrl,
    dataFolder: tmpdir(),
    applicationSid: '',
    ordersNumbers: true,
    callsPerSecond: 1000,
    compareEveryMs: NEVER_MS,
    process: settings.name,
  });
  const app = await buildApp({
    accountOfKey: (authorization) => accountOfKey(db, authorization),
    sessions: createSessions({ db, clock, secret: settings.sessionSecret }),
    publicUrl,
    log,
    register: [
      (api) => workRoutes(api, work.parts),
      (api) =>
        deskRoutes(
          api,
          deskPartsOf({ db, clock, recordingsFolder: tmpdir(), realtimeAuth: createRealtimeAuth(keys) }),
        ),
    ],
  });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  return { work, port: Number(port) };
}

let beginning: ReturnType<typeof begin> | undefined;
process.on('message', async ({ order, now: told, compares }: TimeTold) => {
  now = told;
  if (!beginning) {
    beginning = begin(JSON.parse(process.env['TEST_SERVER'] ?? '') as ProcessSettings);
    say({ listensOn: (await beginning).port });
  }
  const { work } = await beginning;
  await work.poll();
  if (compares) await work.reconcile();
  say({ did: order });
});
// Nobody is left to tell it the time.
process.on('disconnect', () => process.exit());
