/** The doctor before the services in the box, and before servers that answer as a provider in trouble does. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, onTestFinished, test } from 'vitest';
import { createOpenId } from '../accounts/sign-in/openid.ts';
import { answerCommandLine } from '../command-line/command-line.ts';
import { runAdmin } from '../command-line/run.ts';
import { numbers } from '../platform/database/schema.ts';
import type { RealtimeConfig } from '../platform/realtime/realtime-publisher.ts';
import { createSafeHttp } from '../platform/telephony/safe-http.ts';
import { createTelephony, type TelephonyConfig } from '../platform/telephony/telephony.ts';
import { createRecordingS3 } from '../recordings/recording-s3.ts';
import { startTestOpenIdProvider } from '../testing/app/openid-provider.ts';
import { type OpenTestDatabase, withDatabase } from '../testing/database/database.ts';
import { ACCOUNT, ACCOUNT_ENVIRONMENT } from '../testing/servers/keys.ts';
import { close, listen, scratchFolder, serve } from '../testing/servers/local.ts';
import { type Program, startProgram } from '../testing/servers/program.ts';
import { type S3Fault, startTestS3 } from '../testing/storage/s3.ts';
import { startFakeProvider } from '../testing/world/fake-provider.ts';
import { createDoctor, type DoctorOutside } from './doctor.ts';

const KEYS = { appId: '77', key: 'realtime-key', secret: 'realtime-secret' };

const folder = mkdtempSync(join(tmpdir(), 'offhook-doctor-'));
const programs: Program[] = [];
let voiceUrl = '';
let realtimePort = 0;
/** The public address: what is read of it is its health. */
let front: Server;
let publicUrl = '';

beforeAll(async () => {
  front = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}');
  });
  publicUrl = await listen(front);
  const [voice, realtime] = await Promise.all([
    service('voice', { VOICE_PORT: '0', VOICE_DATA: folder, ...ACCOUNT_ENVIRONMENT }),
    service('realtime', {
      REALTIME_PORT: '0',
      PUSHER_APP_ID: KEYS.appId,
      PUSHER_KEY: KEYS.key,
      PUSHER_SECRET: KEYS.secret,
    }),
  ]);
  voiceUrl = `http://127.0.0.1:${voice}`;
  realtimePort = realtime;
}, 120_000);
afterAll(async () => {
  for (const { stop } of programs) await stop('SIGTERM');
  await close(front);
  rmSync(folder, { recursive: true, force: true });
});

async function service(name: string, environment: Record<string, string>): Promise<number> {
  const program = await startProgram(name, { environment });
  programs.push(program);
  return program.port;
}

interface Changes {
  readonly telephony?: Partial<TelephonyConfig>;
  readonly realtime?: Partial<RealtimeConfig>;
  readonly outside?: Partial<DoctorOutside>;
  readonly timeoutMs?: number;
}

async function openDoctor(
  open: OpenTestDatabase,
  { telephony, realtime, outside, timeoutMs = 30_000 }: Changes = {},
) {
  const { db } = await open({ demo: true });
  const ofTelephony = { ...ACCOUNT, apiBase: voiceUrl, ...telephony };
  const place = { cluster: '', host: '127.0.0.1', port: realtimePort, secure: false, embedded: true };
  const doctor = createDoctor({
    database: db,
    now: Date.now,
    log: pino({ level: 'silent' }),
    dataFolder: folder,
    timeoutMs,
    outside: {
      publicUrl,
      telephony: createTelephony(ofTelephony, { timeoutMs }),
      isVoiceEmbedded: true,
      applicationSid: '',
      realtime: { ...KEYS, ...place, ...realtime },
      openId: null,
      storage: null,
      ...outside,
    },
  });
  return {
    db,
    doctor,
    /** What is said of each part, by its state. */
    async of(...parts: string[]): Promise<string[]> {
      const found = await doctor({ fix: false });
      return found
        .filter(({ part }) => parts.includes(part))
        .map(({ part, state, says }) => `${part} ${state}: ${says}`);
    },
  };
}

withDatabase('the doctor', (open) => {
  it('says what is missing at the services in the box, sets it up when asked, and says what it did', async () => {
    const { db, doctor } = await openDoctor(open);
    const parts = { db, now: Date.now, recordingsFolder: folder, http: createSafeHttp(false), doctor };
    const run = (...line: string[]) => runAdmin(parts, ['doctor', ...line], 'ada');
    const owned = (await db.select().from(numbers)).length;

    const before = await run('--json');
    expect(before).toMatchObject({ code: 1, err: '' });
    const said = JSON.parse(before.out) as { part: string; state: string; says: string }[];
    expect(said.filter(({ state }) => state === 'missing')).toEqual([
      { part: 'voice application', state: 'missing', says: expect.stringContaining('doctor --fix makes it') },
      { part: 'numbers', state: 'missing', says: expect.stringContaining('does not own') },
    ]);

    const fixed = await run('--fix', '--json');
    expect([fixed.code, fixed.err]).toEqual([0, '']);
    const [done, ...found] = JSON.parse(fixed.out) as typeof said;
    expect(done?.says).toMatch(/^Done: made the application, pointed \*+\d\d at this server/);
    const byPart = Object.fromEntries(found.map(({ part, state, says }) => [part, `${state}: ${says}`]));
    expect(byPart).toMatchObject({
      configuration: 'ok: It is complete.',
      database: expect.stringMatching(/^ok: PostgreSQL \d.* at the newest schema/),
      'data folder': expect.stringMatching(/^(ok|warning): .* left/),
      'public address': expect.stringMatching(/^ok: .* this machine alone/),
      reachable: expect.stringMatching(/^ok: /),
      telephony: 'ok: The account is active.',
      'API key': 'ok: It is taken.',
      'voice application': 'ok: It is there and calls this server.',
      numbers: `ok: All ${owned} are owned and call this server.`,
      texts: 'ok: The numbers can send and take texts.',
      realtime: 'ok: It takes our keys.',
      clock: expect.stringMatching(/^(ok|warning): Our clock/),
      recordings: 'ok: They are kept in the data folder.',
      'login by Google': 'ok: It is not set up: users log in by their passwords.',
    });
    expect((await run()).out).toMatch(/^part +state +says\nconfiguration +ok +It is complete\.\n/);
    const again = await run('--fix', '--json');
    expect(JSON.parse(again.out)[0]).toEqual({ part: 'fix', state: 'ok', says: 'There was nothing to do.' });
    expect((await run('--fast')).code).toBe(2);
  });

  const wrong: [string, Changes, string[], string[]][] = [
    [
      'the auth token is wrong',
      { telephony: { authToken: 'an old token' } },
      ['telephony', 'API key', 'voice application'],
      [
        'telephony missing: The telephony provider does not take our keys: check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN.',
      ],
    ],
    [
      'the secret of the API key is wrong',
      { telephony: { apiSecret: 'an old secret' } },
      ['telephony', 'API key'],
      [
        'telephony ok: The account is active.',
        'API key missing: The telephony provider does not take our keys: check TWILIO_API_KEY and TWILIO_API_SECRET.',
      ],
    ],
    [
      'the secret of the realtime service is wrong',
      { realtime: { secret: 'an old secret' } },
      ['realtime'],
      [
        'realtime missing: The realtime service does not take our keys: check PUSHER_APP_ID, PUSHER_KEY and PUSHER_SECRET.',
      ],
    ],
    [
      'the application that is named does not exist',
      { outside: { applicationSid: `AP${'f'.repeat(32)}` } },
      ['voice application'],
      [
        'voice application missing: There is no application with the id of TWILIO_APP_SID: correct it, or leave it empty to have one made.',
      ],
    ],
    [
      'nobody listens at the public address',
      { outside: { publicUrl: 'http://127.0.0.1:2' } },
      ['reachable'],
      [
        'reachable missing: http://127.0.0.1:2/healthz could not be read from here: nobody listens there. Check that the product runs, and its name, certificate and proxy.',
      ],
    ],
  ];
  test.each(wrong)('says so when %s', async (_what, changes, parts, says) => {
    const { of } = await openDoctor(open, changes);
    expect(await of(...parts)).toEqual(says);
  });

  const answers = (status: number, code: number, message: string) => ({ status, body: { code, message } });
  const troubles: [string, { status: number; body: object } | 'hangs' | 'breaks', RegExp][] = [
    ['401 and a wrong token', answers(401, 20_003, 'Authenticate'), /does not take our keys/],
    ['403 and a suspended account', answers(403, 20_005, 'Account not active'), /not active|suspended/],
    ['404', answers(404, 20_404, 'not found'), /knows no such account or application/],
    ['429', answers(429, 20_429, 'Too Many Requests'), /too many requests from us: wait/],
    ['503', { status: 503, body: { message: 'down' } }, /in trouble itself \(503\)/],
    ['nothing, ever', 'hangs', /could not be reached: it does not answer in time/],
    ['a broken connection', 'breaks', /could not be reached: the connection broke/],
  ];
  test.each(troubles)('has a sentence for a provider that answers with %s', async (_what, answer, says) => {
    const apiBase = await serve((request, response) => {
      request.resume();
      if (answer === 'hangs') return;
      if (answer === 'breaks') request.socket.destroy();
      else
        response
          .writeHead(answer.status, { 'content-type': 'application/json' })
          .end(JSON.stringify(answer.body));
    });
    const { of } = await openDoctor(open, {
      telephony: { apiBase },
      realtime: { port: Number(new URL(apiBase).port) },
      timeoutMs: answer === 'hangs' ? 300 : 30_000,
    });
    const found = await of('telephony', 'realtime');
    expect(found).toEqual([
      expect.stringMatching(/^telephony missing: The telephony provider /),
      expect.stringMatching(/^realtime missing: The realtime service /),
    ]);
    for (const one of found) expect(one).toMatch(says);
  });

  it('has a sentence for an address where nobody listens, and for one whose encryption is not right', async () => {
    const nobody = await openDoctor(open, {
      telephony: { apiBase: 'http://127.0.0.1:2' },
      realtime: { port: 2 },
      outside: {
        openId: createOpenId({
          config: { issuer: 'http://127.0.0.1:2', clientId: 'a', clientSecret: 'b' },
          redirectUri: `${publicUrl}/callback`,
          clock: { now: Date.now },
        }),
      },
    });
    expect(await nobody.of('telephony', 'realtime', 'login by Google')).toEqual([
      expect.stringMatching(/^telephony missing: .*nobody listens there/),
      expect.stringMatching(/^realtime missing: .*nobody listens there/),
      expect.stringMatching(/^login by Google missing: .*nobody listens there/),
    ]);
    const plain = await openDoctor(open, {
      telephony: { apiBase: publicUrl.replace('http:', 'https:') },
      realtime: { port: Number(new URL(publicUrl).port), secure: true },
    });
    expect(await plain.of('telephony', 'realtime')).toEqual([
      expect.stringMatching(/^telephony missing: .*certificate or encryption is not right/),
      expect.stringMatching(/^realtime missing: .*certificate or encryption is not right/),
    ]);
  });

  it('says what it has done when not all could be done', async () => {
    const provider = await startFakeProvider();
    onTestFinished(() => provider.stop());
    const { doctor } = await openDoctor(open, { telephony: { apiBase: provider.url } });
    provider.faults.push({ what: 'createNumber', fault: 'refuse' });
    const [done, failed] = await doctor({ fix: true });
    expect(done).toMatchObject({
      part: 'fix',
      state: 'ok',
      says: expect.stringContaining('made the application'),
    });
    expect(failed).toMatchObject({ part: 'fix', state: 'warning', says: expect.stringMatching(/^Not all/) });
  });

  it('asks the login’s provider whether it takes our keys', async () => {
    const redirectUri = `${publicUrl}/callback`;
    const provider = await startTestOpenIdProvider(redirectUri);
    onTestFinished(() => provider.stop());
    const { issuer, clientId } = provider;
    const saysWith = async (clientSecret: string) => {
      const config = { issuer, clientId, clientSecret };
      const openId = createOpenId({ config, redirectUri, clock: { now: Date.now }, timeoutSeconds: 30 });
      return (await openDoctor(open, { outside: { openId } })).of('login by Google');
    };
    expect(await saysWith(provider.clientSecret)).toEqual(['login by Google ok: It takes our keys.']);
    expect(await saysWith('an old secret')).toEqual([
      'login by Google missing: The provider does not take our keys: check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
    ]);
  });

  const storages: [string, S3Fault | 'wrong key' | null, string, RegExp][] = [
    ['does as it is asked', null, 'ok', /takes a file, gives it back and removes it/],
    ['does not know our key', 'wrong key', 'missing', /does not take our keys: check S3_ACCESS_KEY_ID/],
    ['forbids', 'forbid', 'missing', /forbids us to write a file: give the key PutObject/],
    ['is broken', 'fail', 'missing', /in trouble itself \(500\)/],
    ['never answers', 'hang', 'missing', /does not answer in time/],
  ];
  test.each(storages)(
    'says how it is with storage for recordings that %s',
    async (_what, fault, state, says) => {
      const s3 = await startTestS3();
      const spool = scratchFolder();
      if (fault !== 'wrong key') s3.permanentFault = fault;
      const config = fault === 'wrong key' ? { ...s3.config, secretAccessKey: 'another' } : s3.config;
      const limits = { tries: 1, pauseMs: 0, requestMs: fault === 'hang' ? 300 : 30_000, perMegabyteMs: 0 };
      const { of } = await openDoctor(open, {
        outside: { storage: createRecordingS3(config, spool, limits) },
      });
      const [found] = await of('recordings');
      expect(found).toMatch(new RegExp(`^recordings ${state}: `));
      expect(found).toMatch(says);
      expect(s3.files.size).toBe(0);
    },
  );

  it('says so when storage for recordings takes a file and keeps it from us', async () => {
    const s3 = await startTestS3();
    s3.faults.push({ method: 'GET', fault: 'forbid' });
    const limits = { tries: 1, pauseMs: 0, requestMs: 30_000, perMegabyteMs: 0 };
    const { of } = await openDoctor(open, {
      outside: { storage: createRecordingS3(s3.config, folder, limits) },
    });
    expect(await of('recordings')).toEqual([expect.stringMatching(/forbids us to read a file: .*GetObject/)]);
    // What it tried with is not left behind.
    expect(s3.files.size).toBe(0);
  });

  it('looks at what it can where there is neither a database nor a configuration', async () => {
    const { code, out, err } = await answerCommandLine({
      args: ['doctor'],
      who: 'ada',
      dataFolder: folder,
      databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
      asksPrivate: false,
      environment: { PUBLIC_URL: 'https://phone.example' },
    });
    expect([code, err]).toEqual([1, '']);
    expect(out).toMatch(/^configuration +missing +TWILIO_ACCOUNT_SID should be AC and 32/m);
    expect(out).toMatch(
      /^database +missing +It could not be opened: nobody listens there\. Check DATABASE_URL\./m,
    );
    expect(out).toMatch(/^data folder +(ok|warning) /m);
  });
});
