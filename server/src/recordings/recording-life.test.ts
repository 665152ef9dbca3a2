import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { recordings } from '../platform/database/schema.ts';
import { type EncryptionKey, toEncryptionKey } from '../platform/secrets/encryption-keys.ts';
import { withDatabase } from '../testing/database/database.ts';
import { scratchFolder } from '../testing/servers/local.ts';
import { startTestS3, type TestS3 } from '../testing/storage/s3.ts';
import { connectLead } from '../testing/world/provider-events.ts';
import { type TestWorld, testWorlds } from '../testing/world/world.ts';
import type { WorkOptions } from '../work.ts';
import { countRecordingLocations, requestMove } from './move-recordings.ts';
import { createRecordingFiles, type RecordingFiles, type StoredFile } from './recording-files.ts';
import { createRecordingFolder } from './recording-folder.ts';
import { createRecordingS3 } from './recording-s3.ts';
import { createRecordingsIntake } from './recordings-intake.ts';

const WAV = randomBytes(200_000);
const QUICK = { attempts: 2, backOffMs: 1, requestTimeoutMs: 30_000, msPerMegabyte: 30_000 };

function newKey(): EncryptionKey {
  return toEncryptionKey(randomBytes(32));
}

function filesIn(path: string, s3: TestS3 | null, keys: readonly EncryptionKey[]): RecordingFiles {
  return createRecordingFiles({
    folder: createRecordingFolder(path),
    s3: s3 && createRecordingS3(s3.config, path, QUICK),
    keys,
  });
}

async function played(files: RecordingFiles, row: StoredFile, from = 0, to?: number): Promise<Buffer> {
  const opened = await files.open(row);
  const pieces: Uint8Array[] = [];
  for await (const piece of opened.read(from, to ?? opened.bytes - 1)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* bytes(of: Uint8Array): AsyncGenerator<Uint8Array> {
  yield of;
}

it('a file written before there was a key can still be played, and one whose key is missing is reported', async () => {
  const path = scratchFolder();
  const plain = { id: 1, ...(await filesIn(path, null, []).write(1, '100/a', bytes(WAV))) };
  const [first, second] = [newKey(), newKey()];
  const sealed = { id: 2, ...(await filesIn(path, null, [first]).write(2, '100/b', bytes(WAV))) };
  expect(readFileSync(join(path, sealed.path)).includes(WAV.subarray(0, 64))).toBe(false);
  const rotated = filesIn(path, null, [second, first]);
  expect((await played(rotated, plain)).equals(WAV)).toBe(true);
  expect((await played(rotated, sealed)).equals(WAV)).toBe(true);
  expect((await played(rotated, sealed, 65_530, 131_080)).equals(WAV.subarray(65_530, 131_081))).toBe(true);
  for (const keys of [[], [second]])
    await expect(filesIn(path, null, keys).open(sealed)).rejects.toThrow(/is not in RECORDINGS_KEY/);
  await expect(rotated.open({ ...sealed, storage: 's3' })).rejects.toThrow(/S3, which is not configured/);
  await expect(played(rotated, { ...sealed, id: 3 })).rejects.toThrow();
});

withDatabase('the recording of a call', (open) => {
  type Kept = { -readonly [K in 'files' | 'keepsAtProvider']?: WorkOptions[K] };
  const start: (kept: Kept) => Promise<TestWorld> = testWorlds(open);
  const SID = `RE${'d'.repeat(32)}`;

  async function reportRecording(world: TestWorld): Promise<void> {
    world.provider.recordings.set(SID, WAV);
    const { body } = await world.postLead({ phone_number: '+14155552700' });
    const form = { RecordingSid: SID, RecordingStatus: 'completed', RecordingDuration: '9' };
    await world.webhook(`/twilio/status/recording?call_id=${body['call_id']}`, form);
  }

  const rowOf = async ({ db }: TestWorld) => {
    const [row] = await db.select().from(recordings).where(eq(recordings.provider_sid, SID));
    if (!row) throw new Error('no recording');
    return row;
  };

  /** Runs pending retries, 90 minutes at a time. */
  async function eventually(world: TestWorld, what: string, check: () => Promise<boolean>): Promise<void> {
    for (let tries = 0; tries < 100; tries += 1) {
      if (await check()) return;
      await world.advance(90 * 60_000);
    }
    throw new Error(`timed out waiting for ${what}`);
  }

  it('is stored encrypted after hours of storage failures, and stays at the provider until then', async () => {
    const s3 = await startTestS3();
    const files = filesIn(scratchFolder(), s3, [newKey()]);
    s3.permanentFault = 'fail';
    const world = await start({ files });
    await reportRecording(world);
    expect(s3.journal.some((line) => line.startsWith('PUT'))).toBe(true);
    expect(world.provider.recordings.has(SID)).toBe(true);
    expect((await rowOf(world)).status).toBe('in-progress');
    s3.permanentFault = null;
    await eventually(world, 'the stored recording', async () => (await rowOf(world)).status === 'complete');
    const row = await rowOf(world);
    expect(row).toMatchObject({ storage: 's3', bytes: WAV.length, key_id: files.target.keyId });
    expect((await played(files, row)).equals(WAV)).toBe(true);
    await eventually(
      world,
      'the deletion at the provider',
      async () => (await rowOf(world)).provider_removed_at !== null,
    );
    expect([world.provider.recordings.has(SID), s3.violations]).toEqual([false, []]);
  });

  it('stays complete if the phones can’t be notified at the last attempt', async () => {
    const s3 = await startTestS3();
    const files = filesIn(scratchFolder(), s3, []);
    s3.permanentFault = 'fail';
    const world = await start({ files });
    await reportRecording(world);
    s3.permanentFault = null;
    const intake = createRecordingsIntake({
      db: world.db,
      clock: world.clock,
      files,
      keepsAtProvider: true,
      telephony: { recording: async () => ({ ok: true, value: new Blob([WAV]).stream() }) },
      realtime: {
        callUpdated() {
          throw new Error('not notified');
        },
        ownCallUpdated: () => undefined,
      },
    });
    const { id } = await rowOf(world);
    await expect(intake.fetch(id, SID, 1_000)).rejects.toThrow('not notified');
    expect(await rowOf(world)).toMatchObject({ status: 'complete' });
  });

  it('is published once stored, also to an agent in a later call with the lead', async () => {
    const world = await start({});
    const lead = { phone_number: '+14155552700' };
    const missed = Number((await world.postLead(lead)).body['call_id']);
    const ann = await world.waiting('agent@demo.test');
    const { callId } = await connectLead(world, ann, lead);
    // Identical messages are sent at most once per second.
    for (let second = 0; second < 3; second += 1) await world.advance(1_000);
    const before = world.provider.requests('publish').length;
    world.provider.recordings.set(SID, WAV);
    const form = { RecordingSid: SID, RecordingStatus: 'completed', RecordingDuration: '9' };
    await world.webhook(`/twilio/status/recording?call_id=${missed}`, form);
    await world.settle();
    const messages = world.provider
      .requests('publish')
      .slice(before)
      .map(({ target }) => JSON.parse(target) as { channels: string[]; data: string })
      .map(({ channels, data }) => [...channels, JSON.parse(data)]);
    expect(messages).toHaveLength(2);
    expect(messages).toContainEqual(['private-account.100', { call_id: missed }]);
    expect(messages).toContainEqual([`presence-user.${ann.id}`, { call_id: callId }]);
  });

  it('stays at the provider if so configured', async () => {
    const world = await start({ keepsAtProvider: true });
    await reportRecording(world);
    await eventually(world, 'the stored recording', async () => (await rowOf(world)).status === 'complete');
    await world.settle();
    expect(world.provider.recordings.has(SID)).toBe(true);
    expect(world.provider.requests('removeRecording')).toEqual([]);
  });

  it('moves from the folder to S3 and is removed from the folder; a second run finds nothing to do', async () => {
    const s3 = await startTestS3();
    const path = scratchFolder();
    const before = filesIn(path, null, []);
    const files = filesIn(path, s3, [newKey()]);
    const kept: Kept = { files: before };
    const world = await start(kept);
    const { db } = world;
    await db.delete(recordings);
    await reportRecording(world);
    await eventually(world, 'the stored recording', async () => (await rowOf(world)).status === 'complete');
    const old = await rowOf(world);
    expect(old).toMatchObject({ storage: 'folder', key_id: null });
    s3.faults.push({ method: 'PUT', fault: 'forbid' });
    kept.files = files;
    await world.restart();
    expect((await played(files, old)).equals(WAV)).toBe(true);
    await requestMove(db, world.clock.now());
    await eventually(world, 'the recording to be in S3', async () => (await rowOf(world)).storage === 's3');
    const moved = await rowOf(world);
    expect(moved).toMatchObject({ key_id: files.target.keyId, bytes: WAV.length });
    expect((await played(files, moved)).equals(WAV)).toBe(true);
    await eventually(world, 'the old file to be removed', () =>
      before.open(old).then(
        () => false,
        () => true,
      ),
    );
    await eventually(
      world,
      'the first move to end',
      async () => (await countRecordingLocations(db)).moving === null,
    );
    await requestMove(db, world.clock.now());
    await eventually(
      world,
      'the second move to end',
      async () => (await countRecordingLocations(db)).moving === null,
    );
    expect(await countRecordingLocations(db)).toMatchObject({
      locations: [{ storage: 's3', key_id: files.target.keyId, recordings: 1 }],
    });
    expect(s3.journal.filter((line) => line.startsWith('PUT'))).toHaveLength(2);
  });
});
