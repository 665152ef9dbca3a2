/** Runs the doctor against the embedded services, and against fake providers with problems. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, onTestFinished, test } from 'vitest';
import { createOpenId } from '../accounts/sign-in/providers/openid.ts';
import { runCommandLine } from '../command-line/command-line.ts';
import { runAdmin } from '../command-line/run.ts';
import { numbers } from '../platform/database/schema.ts';
import type { MailConfig } from '../platform/mail/mail-config.ts';
import { createMailer } from '../platform/mail/mailer.ts';
import type { RealtimeConfig } from '../platform/realtime/realtime-publisher.ts';
import type { StoredSecrets } from '../platform/secrets/stored-secrets.ts';
import { createSafeHttp } from '../platform/telephony/safe-http.ts';
import type { TelephonyConfig } from '../platform/telephony/telephony.ts';
import { createTelephony } from '../platform/telephony/twilio-telephony.ts';
import { createRecordingS3 } from '../recordings/recording-s3.ts';
import { startTestOpenIdProvider } from '../testing/app/openid-provider.ts';
import { TEST_SECRETS } from '../testing/app/secrets.ts';
import { type OpenTestDatabase, withDatabase } from '../testing/database/database.ts';
import { ACCOUNT, ACCOUNT_ENVIRONMENT } from '../testing/servers/keys.ts';
import { close, listen, scratchFolder, serve } from '../testing/servers/local.ts';
import { type Program, startProgram } from '../testing/servers/program.ts';
import { startSmtpServer } from '../testing/servers/smtp.ts';
import { type S3Fault, startTestS3 } from '../testing/storage/s3.ts';
import { startFakeProvider } from '../testing/world/fake-provider.ts';
import { createDoctor, type ExternalServices } from './doctor.ts';

const KEYS = { appId: '77', key: 'realtime-key', secret: 'realtime-secret' };

const folder = mkdtempSync(join(tmpdir(), 'offhook-doctor-'));
const programs: Program[] = [];
let voiceUrl = '';
let realtimePort = 0;
/** Serves the public address, with /healthz only. */
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
  readonly outside?: Partial<ExternalServices>;
  readonly secrets?: StoredSecrets;
  readonly timeoutMs?: number;
}

async function openDoctor(
  open: OpenTestDatabase,
  { telephony, realtime, outside, secrets = TEST_SECRETS, timeoutMs = 30_000 }: Changes = {},
) {
  const { db } = await open({ demo: true });
  const telephonyConfig = { ...ACCOUNT, apiBase: voiceUrl, ...telephony };
  const connection = { cluster: '', host: '127.0.0.1', port: realtimePort, secure: false, embedded: true };
  const doctor = createDoctor({
    database: db,
    secrets,
    now: Date.now,
    log: pino({ level: 'silent' }),
    dataFolder: folder,
    timeoutMs,
    external: {
      publicUrl,
      telephony: createTelephony(telephonyConfig, { timeoutMs }),
      isVoiceEmbedded: true,
      applicationSid: '',
      realtime: { ...KEYS, ...connection, ...realtime },
      openId: null,
      storage: null,
      mailer: null,
      ...outside,
    },
  });
  return {
    db,
    doctor,
    async findingsFor(...parts: string[]): Promise<string[]> {
      const found = await doctor({ fix: false });
      return found
        .filter(({ part }) => parts.includes(part))
        .map(({ part, state, message }) => `${part} ${state}: ${message}`);
    },
  };
}

withDatabase('the doctor', (open) => {
  it('reports what is not set up at the embedded services, fixes it, and reports what it did', async () => {
    const { db, doctor } = await openDoctor(open);
    const deps = {
      db,
      now: Date.now,
      recordingsFolder: folder,
      http: createSafeHttp(false),
      secrets: TEST_SECRETS,
      doctor,
    };
    const run = (...line: string[]) => runAdmin(deps, ['doctor', ...line], 'ada');
    const owned = (await db.select().from(numbers)).length;

    const before = await run('--json');
    expect(before).toMatchObject({ code: 1, err: '' });
    const findings = JSON.parse(before.out) as { part: string; state: string; message: string }[];
    expect(findings.filter(({ state }) => state === 'failed')).toEqual([
      { part: 'voice application', state: 'failed', message: expect.stringContaining('Create it with:') },
      { part: 'numbers', state: 'failed', message: expect.stringContaining('does not own') },
    ]);

    const fixed = await run('--fix', '--json');
    expect([fixed.code, fixed.err]).toEqual([0, '']);
    const [done, ...found] = JSON.parse(fixed.out) as typeof findings;
    expect(done?.message).toMatch(/^Done: created the application, pointed \*+\d\d at this server/);
    const byPart = Object.fromEntries(
      found.map(({ part, state, message }) => [part, `${state}: ${message}`]),
    );
    expect(byPart).toMatchObject({
      configuration: 'ok: Complete.',
      database: expect.stringMatching(/^ok: PostgreSQL \d.* has the latest schema/),
      'data folder': expect.stringMatching(/^(ok|warning): .* left/),
      'public address': expect.stringMatching(/^ok: .* this machine only/),
      reachable: expect.stringMatching(/^ok: /),
      telephony: 'ok: The account is active.',
      'API key': 'ok: The key is valid.',
      'voice application': 'ok: The application exists and points to this server.',
      numbers: `ok: The provider’s account owns all numbers, and they point to this server (${owned}).`,
      texts: 'ok: The numbers can send and receive texts.',
      realtime: 'ok: The keys are valid.',
      clock: expect.stringMatching(/^(ok|warning): The clock/),
      recordings: 'ok: Stored in the data folder.',
      'Google login': 'ok: Not configured. Users log in with passwords.',
    });
    expect((await run()).out).toMatch(
      /^part +state +message\nversion +ok +Offhook \d+\.\d+\.\d+ on Node [\d.]+\.\nconfiguration +ok +Complete\.\n/,
    );
    const again = await run('--fix', '--json');
    expect(JSON.parse(again.out)[0]).toEqual({ part: 'fix', state: 'ok', message: 'Nothing to do.' });
    expect((await run('--fast')).code).toBe(2);
  });

  const wrong: [string, Changes, string[], string[]][] = [
    [
      'the auth token is wrong',
      { telephony: { authToken: 'an old token' } },
      ['telephony', 'API key', 'voice application'],
      ['telephony failed: The provider rejected our keys. Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN.'],
    ],
    [
      'the secret of the API key is wrong',
      { telephony: { apiSecret: 'an old secret' } },
      ['telephony', 'API key'],
      [
        'telephony ok: The account is active.',
        'API key failed: The provider rejected our keys. Check TWILIO_API_KEY and TWILIO_API_SECRET.',
      ],
    ],
    [
      'the secret of the realtime service is wrong',
      { realtime: { secret: 'an old secret' } },
      ['realtime'],
      [
        'realtime failed: The realtime service rejected our keys. Check PUSHER_APP_ID, PUSHER_KEY and PUSHER_SECRET.',
      ],
    ],
    [
      'the configured application does not exist',
      { outside: { applicationSid: `AP${'f'.repeat(32)}` } },
      ['voice application'],
      [
        'voice application failed: There is no application with the ID in TWILIO_APP_SID. Correct it, or leave it empty to create one.',
      ],
    ],
    [
      'nothing is listening at the public address',
      { outside: { publicUrl: 'http://127.0.0.1:2' } },
      ['reachable'],
      [
        'reachable failed: http://127.0.0.1:2/healthz could not be read from this machine: nothing is listening there. Check that Offhook is running, and check its DNS name, certificate and proxy.',
      ],
    ],
  ];
  test.each(wrong)('reports that %s', async (_what, changes, parts, message) => {
    const { findingsFor } = await openDoctor(open, changes);
    expect(await findingsFor(...parts)).toEqual(message);
  });

  const answers = (status: number, code: number, message: string) => ({ status, body: { code, message } });
  const failures: [string, { status: number; body: object } | 'hangs' | 'breaks', RegExp][] = [
    ['returns 401 for a wrong token', answers(401, 20_003, 'Authenticate'), /rejected our keys/],
    ['returns 403 for a suspended account', answers(403, 20_005, 'Account not active'), /inactive|suspended/],
    ['returns 404', answers(404, 20_404, 'not found'), /no such account or application/],
    ['returns 429', answers(429, 20_429, 'Too Many Requests'), /too many requests\. Wait/],
    ['returns 503', { status: 503, body: { message: 'down' } }, /has a problem \(503\)/],
    ['never responds', 'hangs', /could not be reached: it did not respond in time/],
    ['breaks the connection', 'breaks', /could not be reached: the connection was closed/],
  ];
  test.each(failures)('explains the failure of a provider that %s', async (_what, answer, message) => {
    const apiBase = await serve((request, response) => {
      request.resume();
      if (answer === 'hangs') return;
      if (answer === 'breaks') request.socket.destroy();
      else
        response
          .writeHead(answer.status, { 'content-type': 'application/json' })
          .end(JSON.stringify(answer.body));
    });
    const { findingsFor } = await openDoctor(open, {
      telephony: { apiBase },
      realtime: { port: Number(new URL(apiBase).port) },
      timeoutMs: answer === 'hangs' ? 300 : 30_000,
    });
    const found = await findingsFor('telephony', 'realtime');
    expect(found).toEqual([
      expect.stringMatching(/^telephony failed: The provider /),
      expect.stringMatching(/^realtime failed: The realtime service /),
    ]);
    for (const one of found) expect(one).toMatch(message);
  });

  it('explains a refused connection and an invalid TLS connection', async () => {
    const refused = await openDoctor(open, {
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
    expect(await refused.findingsFor('telephony', 'realtime', 'Google login')).toEqual([
      expect.stringMatching(/^telephony failed: .*nothing is listening there/),
      expect.stringMatching(/^realtime failed: .*nothing is listening there/),
      expect.stringMatching(/^Google login failed: .*nothing is listening there/),
    ]);
    const plain = await openDoctor(open, {
      telephony: { apiBase: publicUrl.replace('http:', 'https:') },
      realtime: { port: Number(new URL(publicUrl).port), secure: true },
    });
    expect(await plain.findingsFor('telephony', 'realtime')).toEqual([
      expect.stringMatching(/^telephony failed: .*TLS certificate or connection is invalid/),
      expect.stringMatching(/^realtime failed: .*TLS certificate or connection is invalid/),
    ]);
  });

  it('reports what it fixed if not everything could be fixed', async () => {
    const provider = await startFakeProvider();
    onTestFinished(() => provider.stop());
    const { doctor } = await openDoctor(open, { telephony: { apiBase: provider.url } });
    provider.faults.push({ kind: 'createNumber', fault: 'reject' });
    const [done, failed] = await doctor({ fix: true });
    expect(done).toMatchObject({
      part: 'fix',
      state: 'ok',
      message: expect.stringContaining('created the application'),
    });
    expect(failed).toMatchObject({
      part: 'fix',
      state: 'warning',
      message: expect.stringMatching(/^Some of the setup/),
    });
  });

  it('checks the keys for the login provider', async () => {
    const redirectUri = `${publicUrl}/callback`;
    const provider = await startTestOpenIdProvider(redirectUri);
    onTestFinished(() => provider.stop());
    const { issuer, clientId } = provider;
    const findingWith = async (clientSecret: string) => {
      const config = { issuer, clientId, clientSecret };
      const openId = createOpenId({ config, redirectUri, clock: { now: Date.now }, timeoutSeconds: 30 });
      return (await openDoctor(open, { outside: { openId } })).findingsFor('Google login');
    };
    expect(await findingWith(provider.clientSecret)).toEqual(['Google login ok: The keys are valid.']);
    expect(await findingWith('an old secret')).toEqual([
      'Google login failed: The provider rejected our keys. Check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
    ]);
  });

  const storages: [string, S3Fault | 'wrong key' | null, string, RegExp][] = [
    ['works', null, 'ok', /can be written, read and deleted/],
    ['rejects our key', 'wrong key', 'failed', /rejected our keys\. Check S3_ACCESS_KEY_ID/],
    ['denies access', 'forbid', 'failed', /denied permission to write a file\. Grant the key PutObject/],
    ['fails', 'fail', 'failed', /has a problem \(500\)/],
    ['never responds', 'hang', 'failed', /did not respond in time/],
  ];
  test.each(storages)('reports on a recording storage that %s', async (_what, fault, state, message) => {
    const s3 = await startTestS3();
    const spool = scratchFolder();
    if (fault !== 'wrong key') s3.permanentFault = fault;
    const config = fault === 'wrong key' ? { ...s3.config, secretAccessKey: 'another' } : s3.config;
    const limits = {
      attempts: 1,
      backOffMs: 0,
      requestTimeoutMs: fault === 'hang' ? 300 : 30_000,
      msPerMegabyte: 0,
    };
    const { findingsFor } = await openDoctor(open, {
      outside: { storage: createRecordingS3(config, spool, limits) },
    });
    const [found] = await findingsFor('recordings');
    expect(found).toMatch(new RegExp(`^recordings ${state}: `));
    expect(found).toMatch(message);
    expect(s3.files.size).toBe(0);
  });

  it('explains a recording storage that accepts a file but denies reading it', async () => {
    const s3 = await startTestS3();
    s3.faults.push({ method: 'GET', fault: 'forbid' });
    const limits = { attempts: 1, backOffMs: 0, requestTimeoutMs: 30_000, msPerMegabyte: 0 };
    const { findingsFor } = await openDoctor(open, {
      outside: { storage: createRecordingS3(s3.config, folder, limits) },
    });
    expect(await findingsFor('recordings')).toEqual([
      expect.stringMatching(/denied permission to read a file\. .*GetObject/),
    ]);
    // The test file was deleted.
    expect(s3.files.size).toBe(0);
  });

  it('reports on a mail server that accepts the keys, rejects them, or is away', async () => {
    const smtp = await startSmtpServer();
    const mailWith = async (changes: Partial<MailConfig>) => {
      const mailer = createMailer({ ...smtp.config, ...changes });
      const { findingsFor } = await openDoctor(open, { outside: { mailer } });
      return findingsFor('mail');
    };
    expect(await mailWith({})).toEqual(['mail ok: The mail server accepts our keys.']);
    expect(await mailWith({ password: 'another' })).toEqual([
      expect.stringMatching(/^mail warning: The mail server rejected us: 535 .* in SMTP_URL\.$/),
    ]);
    await smtp.stop();
    expect(await mailWith({})).toEqual([
      expect.stringMatching(/^mail warning: .* nothing is listening there\. Check SMTP_URL\./),
    ]);
  });

  it('checks what it can without a database or a configuration', async () => {
    const { code, out, err } = await runCommandLine({
      args: ['doctor'],
      who: 'ada',
      dataFolder: folder,
      databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
      allowsPrivate: false,
      environment: { PUBLIC_URL: 'https://phone.example' },
    });
    expect([code, err]).toEqual([1, '']);
    expect(out).toMatch(/^configuration +failed +TWILIO_ACCOUNT_SID should be AC and 32/m);
    expect(out).toMatch(
      /^database +failed +The database could not be opened: nothing is listening there\. Check DATABASE_URL\./m,
    );
    expect(out).toMatch(/^data folder +(ok|warning) /m);
  });
});
