/** Recordings: noted when the provider speaks of them, fetched when they are complete, kept as files of ours. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { Telephony } from '../adapters/telephony.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../store/database.ts';
import { calls, leads, legs, recordings } from '../store/schema.ts';
import type { Outbox } from './call-steps.ts';
import { backOff, type Performed } from './effects-worker.ts';

export interface RecordingNews {
  readonly callId: number;
  readonly sid: string;
  readonly status: 'in-progress' | 'completed' | 'absent' | 'failed';
  readonly seconds: number | null;
  /** What a caller said whom nobody took: one voice, nobody's conversation. */
  readonly isVoicemail?: boolean;
}

export interface RecordingsIntake {
  /** News comes twice and in any order: a complete recording stays complete. */
  note(tx: Database, outbox: Outbox, news: RecordingNews): Promise<void>;
  fetch(recordingId: number, sid: string, attempts: number): Promise<Performed>;
}

export interface RecordingsParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly telephony: Pick<Telephony, 'recording'>;
  /** Where the files are kept. */
  readonly folder: string;
}

const FETCH_LIMIT_MS = 15 * 60_000;
const MOST_TRIES = 40;
/** A day of both channels at 8 kHz and 16 bit; nothing longer is a call of ours. */
const MOST_BYTES = 24 * 3_600 * 32_000;

export function createRecordingsIntake({ db, clock, telephony, folder }: RecordingsParts): RecordingsIntake {
  return {
    async note(tx, outbox, { callId, sid, status, seconds, isVoicemail = false }) {
      if (status === 'absent' || !isRecordingSid(sid)) return;
      const [call] = await tx.select({ direction: calls.direction }).from(calls).where(eq(calls.id, callId));
      if (!call) return;
      if (await isErased(tx, callId)) {
        outbox.effects.push({ effect: { kind: 'forgetRecording', sid }, callId, dueAt: null });
        return;
      }
      const firstAgent = (await firstIsAgent(tx, callId)) ?? call.direction !== 'inbound';
      const agentChannel = isVoicemail ? null : firstAgent ? 1 : 2;
      await tx
        .insert(recordings)
        .values({
          call_id: callId,
          provider_sid: sid,
          agent_channel: agentChannel,
          is_voicemail: isVoicemail,
          created_at: new Date(clock.now()),
        })
        .onConflictDoNothing();
      const [row] = await tx.select().from(recordings).where(eq(recordings.provider_sid, sid)).for('update');
      if (!row || row.call_id !== callId || row.status === 'complete') return;
      // Who was first may be told after the beginning.
      if (row.agent_channel !== agentChannel)
        await tx.update(recordings).set({ agent_channel: agentChannel }).where(eq(recordings.id, row.id));
      if (status === 'failed')
        await tx.update(recordings).set({ status: 'failed' }).where(eq(recordings.id, row.id));
      if (status !== 'completed') return;
      if (seconds !== null)
        await tx.update(recordings).set({ duration_seconds: seconds }).where(eq(recordings.id, row.id));
      outbox.effects.push({
        effect: { kind: 'fetchRecording', recordingId: row.id, sid },
        callId,
        dueAt: null,
      });
    },

    async fetch(recordingId, sid, attempts) {
      const [row] = await db
        .select({ recording: recordings, accountId: calls.account_id })
        .from(recordings)
        .innerJoin(calls, eq(calls.id, recordings.call_id))
        .where(eq(recordings.id, recordingId));
      if (!row || row.recording.status === 'complete' || !isRecordingSid(sid)) return { type: 'done' };
      const path = join(String(row.accountId), `${row.recording.call_id}-${sid}.wav`);
      const found = await telephony.recording(
        sid,
        row.recording.is_voicemail ? 1 : 2,
        AbortSignal.timeout(FETCH_LIMIT_MS),
      );
      if (!found.ok) {
        if (attempts < MOST_TRIES) return { type: 'again', inMs: backOff(attempts), error: found.message };
        await db.update(recordings).set({ status: 'failed' }).where(eq(recordings.id, recordingId));
        return { type: 'givenUp', error: found.message };
      }
      await writeWhole(join(folder, path), found.value);
      await db
        .update(recordings)
        .set({ status: 'complete', path, completed_at: new Date(clock.now()) })
        .where(eq(recordings.id, recordingId));
      return { type: 'done' };
    },
  };
}

/**
 * The first to join is on the first channel, everyone else on the second: mostly the caller, who waits, or the agent,
 * who waits for the lead. null: nobody told who was first.
 */
async function firstIsAgent(tx: Database, callId: number): Promise<boolean | null> {
  const [first] = await tx
    .select({ kind: legs.kind })
    .from(legs)
    .where(and(eq(legs.call_id, callId), isNotNull(legs.joined_at)))
    .orderBy(asc(legs.joined_at), asc(legs.id))
    .limit(1);
  return first ? first.kind === 'agent' : null;
}

/** The person was erased: nothing is kept of what comes late. */
async function isErased(tx: Database, callId: number): Promise<boolean> {
  const [lead] = await tx
    .select({ phone: leads.phone_number })
    .from(calls)
    .innerJoin(leads, eq(leads.id, calls.lead_id))
    .where(eq(calls.id, callId));
  return lead !== undefined && !lead.phone.startsWith('+');
}

/** It becomes part of a file name. */
function isRecordingSid(sid: string): boolean {
  return /^RE[0-9a-zA-Z]{8,64}$/.test(sid);
}

/** The file is there with all its bytes, on the disk, or not at all. */
async function writeWhole(path: string, body: ReadableStream<Uint8Array>): Promise<void> {
  // Two workers may fetch the same one: each writes its own, the last rename wins.
  const partial = `${path}.${randomUUID()}.part`;
  await mkdir(dirname(path), { recursive: true });
  try {
    let bytes = 0;
    await pipeline(
      Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]),
      async function* bounded(source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          bytes += chunk.length;
          if (bytes > MOST_BYTES) throw new Error('the recording is too long');
          yield chunk;
        }
      },
      createWriteStream(partial),
    );
    const file = await open(partial, 'r+');
    await file.sync();
    await file.close();
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
