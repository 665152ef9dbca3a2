import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  GREETING_FILES,
  type GreetingFile,
  MAX_GREETING_BYTES,
} from '@offhook/contract/console/greeting-entities';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { auditLog, effects, greetingFiles, profiles, teams } from '../../platform/database/schema.ts';
import { toEncryptionKey } from '../../platform/secrets/encryption-keys.ts';
import { ACCOUNT, firstRow } from '../../testing/app/rows.ts';
import { openWholeApp } from '../../testing/app/whole-app.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { scratchFolder } from '../../testing/servers/local.ts';
import { synthesize, wavOf } from '../../testing/storage/speech.ts';
import { PUBLIC_URL } from '../../testing/world/edge.ts';
import { reportInboundCall } from '../../testing/world/provider-events.ts';
import { testWorlds } from '../../testing/world/world.ts';
import { requestMove } from '../move-recordings.ts';
import { createRecordingFiles } from '../recording-files.ts';
import { createRecordingFolder } from '../recording-folder.ts';
import { createGreetings } from './greetings.ts';

const WAV = Buffer.from(wavOf([synthesize(2, [{ from: 0, to: 2 }])]));
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FORM = { CallSid: 'CAcaller0001', From: '+14155550128' };

withDatabase('the greeting of a team', (open) => {
  const start = testWorlds(open);

  async function setUp(options: NonNullable<Parameters<typeof start>[0]> = {}) {
    const world = await start(options);
    const { db, clock, dataFolder } = world;
    const { app, signIn } = await openWholeApp(world);
    const admin = await signIn('admin@demo.test');
    const upload = (payload: Buffer | string, query = '', headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: GREETING_FILES + query,
        headers: { ...admin, 'content-type': 'audio/wav', ...headers },
        payload,
      });
    const uploaded = async (): Promise<GreetingFile> => (await upload(WAV)).json().greeting;
    const team = await firstRow(
      db.select().from(teams).where(eq(teams.account_id, ACCOUNT)).orderBy(teams.id).limit(1),
    );
    const set = async (profile: object) => {
      const url = `/api/v1/console/teams/${team.id}`;
      const response = await app.inject({ method: 'PUT', url, headers: admin, payload: { profile } });
      return { status: response.statusCode, ...response.json() };
    };
    const play = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
      app.inject({ method, url, headers });
    const fileRow = (id: string) => db.select().from(greetingFiles).where(eq(greetingFiles.id, id));
    return { ...{ world, db, clock, dataFolder, app, signIn, upload, uploaded, set, play, fileRow, team } };
  }

  it('is uploaded, set, and played to callers byte for byte, without a login', async () => {
    const { world, upload, set, play, db, team } = await setUp();
    const response = await upload(WAV, '?name=Front%20desk.wav');
    expect(response.statusCode).toBe(200);
    const { greeting } = response.json();
    expect(greeting).toMatchObject({ name: 'Front desk.wav', seconds: 2, created_at: expect.any(String) });
    expect(greeting.url).toMatch(/^\/api\/v1\/greetings\/[\w-]{32}\.wav$/);
    const changed = await set({ welcome_file: greeting.id, voicemail_file: null });
    expect(changed.team.profile).toMatchObject({ welcome_file: greeting, voicemail_file: null });
    const { body } = await reportInboundCall(world, FORM);
    expect(body).toContain(`<Play>${PUBLIC_URL}${greeting.url}</Play><Redirect`);
    const whole = await play(greeting.url);
    expect(whole.rawPayload.equals(WAV)).toBe(true);
    expect(whole.headers).toMatchObject({
      'content-type': 'audio/wav',
      'content-length': String(WAV.length),
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=300',
      etag: `"greeting-${greeting.id}"`,
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
    });
    const head = await play(greeting.url, {}, 'HEAD');
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
      200,
      String(WAV.length),
      '',
    ]);
    expect((await play(greeting.url, { 'if-none-match': whole.headers.etag as string })).statusCode).toBe(
      304,
    );
    const part = await play(greeting.url, { range: 'bytes=44-143' });
    expect([part.statusCode, part.rawPayload.equals(WAV.subarray(44, 144))]).toEqual([206, true]);
    const [{ subject } = { subject: '' }] = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'teams set'));
    expect(subject).toBe(`team ${team.id}: profile welcome_file`);
  });

  it('turns voicemail on, also without a text', async () => {
    const { world, uploaded, set } = await setUp();
    const { id, url } = await uploaded();
    expect((await set({ voicemail_greeting: '', voicemail_file: id })).status).toBe(200);
    const { body } = await reportInboundCall(world, FORM);
    expect(body).toContain(`<Play>${PUBLIC_URL}${url}</Play><Record`);
  });

  it('is the text again after the file is removed, or when only a text is set', async () => {
    const { world, uploaded, set, db, team } = await setUp();
    const saved = async () =>
      (await firstRow(db.select().from(profiles).where(eq(profiles.team_id, team.id)))).welcome_file;
    await set({ welcome_message: 'Hello.', welcome_file: (await uploaded()).id });
    await set({ welcome_file: null });
    expect(await saved()).toBeNull();
    expect((await reportInboundCall(world, FORM)).body).toContain('<Say>Hello.</Say>');
    const { id } = await uploaded();
    await set({ welcome_file: id, is_deal_whispertext: true });
    await set({ voicemail_greeting: 'Leave a message.' });
    expect(await saved()).toBe(id);
    await set({ welcome_message: 'Good day.' });
    expect(await saved()).toBeNull();
  });

  describe('whose file is lost, as after a restore without recordings', () => {
    const lose = (dataFolder: string, { id }: GreetingFile) =>
      rmSync(join(dataFolder, 'recordings', `greetings/${id}.wav`));

    it('is the text beside it, until a file is uploaded again', async () => {
      const { world, dataFolder, uploaded, set, play } = await setUp();
      const file = await uploaded();
      const before = await set({ welcome_message: 'Hello.', welcome_file: file.id, voicemail_file: null });
      expect(before.team.profile.welcome_file.is_missing).toBe(false);
      expect((await reportInboundCall(world, FORM)).body).toContain(`<Play>${PUBLIC_URL}${file.url}</Play>`);
      lose(dataFolder, file);
      const { body } = await reportInboundCall(world, { ...FORM, CallSid: 'CAcaller0002' });
      expect(body).toContain('<Say>Hello.</Say><Redirect');
      expect(body).not.toContain('<Play>');
      expect((await play(file.url)).statusCode).toBe(404);
      const other = await uploaded();
      const after = await set({ voicemail_file: other.id });
      expect(after.team.profile).toMatchObject({
        welcome_file: { id: file.id, is_missing: true },
        voicemail_file: { id: other.id, is_missing: false },
      });
      const again = await uploaded();
      await set({ welcome_file: again.id });
      const { body: mended } = await reportInboundCall(world, { ...FORM, CallSid: 'CAcaller0003' });
      expect(mended).toContain(`<Play>${PUBLIC_URL}${again.url}</Play>`);
    });

    it('takes a voicemail after the text, or after a standard sentence', async () => {
      const { world, dataFolder, uploaded, set } = await setUp();
      const file = await uploaded();
      await set({ voicemail_greeting: 'Leave us a message.', voicemail_file: file.id });
      lose(dataFolder, file);
      const { body } = await reportInboundCall(world, FORM);
      expect(body).toContain('<Say>Leave us a message.</Say><Record');
      await set({ voicemail_greeting: '', voicemail_file: file.id });
      const { body: standard } = await reportInboundCall(world, { ...FORM, CallSid: 'CAcaller0002' });
      expect(standard).toContain('Please leave a message after the tone.</Say><Record');
    });

    it('without a text is no welcome', async () => {
      const { world, dataFolder, uploaded, set } = await setUp();
      const file = await uploaded();
      await set({ welcome_message: '', welcome_file: file.id, voicemail_file: null });
      lose(dataFolder, file);
      const { body } = await reportInboundCall(world, FORM);
      expect(body).toMatch(/<Response><Redirect method="POST">[^<]*caller-ready/);
    });
  });

  it('plays to calls that are about to fetch it for 15 minutes after it is replaced', async () => {
    const { world, clock, uploaded, set, play, fileRow } = await setUp();
    const [first, second] = [await uploaded(), await uploaded()];
    await set({ welcome_file: first.id });
    await set({ welcome_file: second.id });
    clock.advance(14 * MINUTE);
    expect((await play(first.url)).statusCode).toBe(200);
    await world.advance(2 * MINUTE);
    expect([(await play(first.url)).statusCode, (await play(second.url)).statusCode]).toEqual([404, 200]);
    expect(await fileRow(first.id)).toEqual([]);
    // The removal that was scheduled for the draft keeps the used file.
    await world.advance(2 * DAY);
    expect((await play(second.url)).statusCode).toBe(200);
  });

  it('is removed with its file a day after the upload if no team uses it', async () => {
    const { world, db, clock, dataFolder, set, fileRow } = await setUp();
    const files = createRecordingFiles({
      folder: createRecordingFolder(join(dataFolder, 'recordings')),
      s3: null,
      keys: [],
    });
    const { id } = await createGreetings({ db, clock, files }).save(ACCOUNT, WAV, null);
    const path = join(dataFolder, 'recordings', `greetings/${id}.wav`);
    expect(existsSync(path)).toBe(true);
    await world.advance(DAY + MINUTE);
    expect([existsSync(path), await fileRow(id)]).toEqual([false, []]);
    expect(await set({ welcome_file: id })).toMatchObject({ status: 422, code: 'greetingExpired' });
  });

  it('leaves no file behind if the server dies between the file and its row', async () => {
    const { world, db, clock, dataFolder } = await setUp();
    const files = createRecordingFiles({
      folder: createRecordingFolder(join(dataFolder, 'recordings')),
      s3: null,
      keys: [],
    });
    let path = '';
    const dying = {
      ...files,
      write: async (...args: Parameters<typeof files.write>) => {
        ({ path } = await files.write(...args));
        throw new Error('died');
      },
    };
    await expect(createGreetings({ db, clock, files: dying }).save(ACCOUNT, WAV, null)).rejects.toThrow();
    expect(existsSync(join(dataFolder, 'recordings', path))).toBe(true);
    await world.advance(DAY + MINUTE);
    expect(existsSync(join(dataFolder, 'recordings', path))).toBe(false);
  });

  it.each<[string, Buffer | string, number, string]>([
    ['a text', 'Welcome to Acme.', 422, 'greetingNotAudio'],
    ['a web page', '<html><script>alert(1)</script>', 422, 'greetingNotAudio'],
    ['random bytes', randomBytes(10_000), 422, 'greetingNotAudio'],
    ['silence of no length', WAV.subarray(0, 44), 422, 'greetingTooShort'],
    ['more than two minutes', Buffer.from(wavOf([new Float64Array(8_000 * 121)])), 422, 'greetingTooLong'],
    ['more than 5 MB', Buffer.alloc(MAX_GREETING_BYTES + 1), 413, 'greetingTooLarge'],
  ])('is not %s, and nothing is stored', async (_, payload, status, code) => {
    const { upload, db } = await setUp();
    const response = await upload(payload);
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
    expect(await db.$count(greetingFiles)).toBe(0);
    expect(await db.$count(effects, eq(effects.kind, 'removeFile'))).toBe(0);
  });

  it('is judged by its bytes, whatever type and name the request states', async () => {
    const { upload } = await setUp();
    const text = await upload('Hello', '?name=hello.wav');
    expect(text.json().code).toBe('greetingNotAudio');
    const typed = await upload(WAV, '', { 'content-type': 'application/octet-stream' });
    expect(typed.statusCode).toBe(200);
    const named = await upload(WAV, `?name=${'x'.repeat(201)}`);
    expect(named.statusCode).toBe(422);
  });

  it('is of the team’s account only, and one file has one use', async () => {
    const { world, db, clock, dataFolder, uploaded, set } = await setUp();
    const files = createRecordingFiles({ folder: createRecordingFolder(dataFolder), s3: null, keys: [] });
    const foreign = await createGreetings({ db, clock, files }).save(200, WAV, null);
    expect(await set({ welcome_file: foreign.id })).toMatchObject({ code: 'greetingExpired' });
    const { id } = await uploaded();
    expect((await set({ welcome_file: id })).status).toBe(200);
    expect(await set({ voicemail_file: id })).toMatchObject({ code: 'greetingExpired' });
    expect(await set({ welcome_file: 'x' })).toMatchObject({ status: 422, code: 'badInput' });
    await world.settle();
  });

  it('is not found by a guess', async () => {
    const { play, uploaded } = await setUp();
    const { url } = await uploaded();
    for (const guess of ['x', '..%2f..%2fsecrets', `${'A'.repeat(32)}`, '%00', url.slice(-36, -5)])
      expect((await play(`/api/v1/greetings/${guess}.wav`)).statusCode).toBe(404);
  });

  it('of an account is limited to 100 unused files', async () => {
    const { db, clock, upload } = await setUp();
    await db.insert(greetingFiles).values(
      Array.from({ length: 100 }, (_, n) => ({
        id: `draft-${n}`,
        account_id: ACCOUNT,
        milliseconds: 1_000,
        bytes: 1,
        path: `greetings/draft-${n}.wav`,
        expires_at: new Date(clock.now() + MINUTE),
      })),
    );
    expect((await upload(WAV)).json().code).toBe('tooManyRequests');
  });

  it('is encrypted with a new key, and stays bound to its id', async () => {
    const folder = createRecordingFolder(scratchFolder());
    const keys = [toEncryptionKey(randomBytes(32)), toEncryptionKey(randomBytes(32))] as const;
    const before = createRecordingFiles({ folder, s3: null, keys: [keys[0]] });
    const files = createRecordingFiles({ folder, s3: null, keys: [keys[1], keys[0]] });
    const { world, db, clock, set, fileRow } = await setUp({ files });
    const { id } = await createGreetings({ db, clock, files: before }).save(ACCOUNT, WAV, null);
    await set({ welcome_file: id });
    await requestMove(db, clock.now());
    await world.advance(MINUTE);
    const row = await firstRow(fileRow(id));
    expect(row.key_id).toBe(keys[1].id);
    const pieces: Uint8Array[] = [];
    const opened = await createGreetings({ db, clock, files }).open(id);
    for await (const piece of opened.read(0, opened.bytes - 1)) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(WAV)).toBe(true);
    const other = await files.open({ ...row, id: 'another' });
    await expect(other.read(0, 10)[Symbol.asyncIterator]().next()).rejects.toThrow();
  });
});
