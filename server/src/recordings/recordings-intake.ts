/**
 * Recordings: noted when the provider speaks of them, fetched when they are complete, kept as files of ours, and then
 * deleted at the provider.
 */

import { Readable } from 'node:stream';
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { backOff } from '../platform/core/retry.ts';
import { type Database, transaction } from '../platform/database/database.ts';
import type { DatabaseAndClock } from '../platform/database/query-time.ts';
import { calls, leads, legs, recordings } from '../platform/database/schema.ts';
import type { Telephony } from '../platform/telephony/telephony.ts';
import type { EffectResult } from '../platform/work-queue/effects-worker.ts';
import type { Outbox } from '../platform/work-queue/transact.ts';
import { orderRemovals } from './order-removals.ts';
import type { RecordingFiles, WrittenFile } from './recording-files.ts';

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
  fetch(recordingId: number, sid: string, attempts: number): Promise<EffectResult>;
}

export interface RecordingsParts extends DatabaseAndClock {
  readonly telephony: Pick<Telephony, 'recording'>;
  readonly files: RecordingFiles;
  /** They stay there after they were stored. */
  readonly keepsAtProvider: boolean;
}

const FETCH_LIMIT_MS = 15 * 60_000;
/** Of one that the provider does not have or does not give: minutes. */
const MOST_REFUSED = 40;
/** Of a provider, or a storage of ours, that cannot be reached: about three days. */
const MOST_TRIES = 100;
const LONGEST_PAUSE_MS = 3_600_000;
/** A day of both channels at 8 kHz and 16 bit; nothing longer is a call of ours. */
const MOST_BYTES = 24 * 3_600 * 32_000;

export function createRecordingsIntake(parts: RecordingsParts): RecordingsIntake {
  const { db, clock, telephony, files, keepsAtProvider } = parts;

  /** The storage has acknowledged it: only now is it said to be there, and no longer needed at the provider. */
  async function keep(recording: typeof recordings.$inferSelect, written: WrittenFile): Promise<void> {
    const at = new Date(clock.now());
    await transaction(db, async (tx) => {
      const [still] = await tx.select().from(recordings).where(eq(recordings.id, recording.id)).for('update');
      // Erased in the meantime, or fetched by somebody else as well.
      if (!still) return orderRemovals(tx, { files: [written], provided: [] }, recording.call_id, at);
      if (still.status === 'complete') return;
      await tx
        .update(recordings)
        .set({ ...written, status: 'complete', completed_at: at })
        .where(eq(recordings.id, recording.id));
      if (keepsAtProvider || still.provider_sid === null) return;
      await orderRemovals(tx, { files: [], provided: [still.provider_sid] }, recording.call_id, at);
    });
  }

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
      const failed = async (most: number, error: string): Promise<EffectResult> => {
        if (attempts < most) return { type: 'again', inMs: patience(attempts), error };
        await db.update(recordings).set({ status: 'failed' }).where(eq(recordings.id, recordingId));
        return { type: 'givenUp', error };
      };
      const found = await telephony.recording(
        sid,
        row.recording.is_voicemail ? 1 : 2,
        AbortSignal.timeout(FETCH_LIMIT_MS),
      );
      if (!found.ok) {
        const isRefused = found.kind === 'gone' || found.kind === 'refused';
        return failed(isRefused ? MOST_REFUSED : MOST_TRIES, found.message);
      }
      const name = `${row.accountId}/${row.recording.call_id}-${sid}`;
      try {
        const written = await files.write(recordingId, name, bounded(found.value));
        await keep(row.recording, written);
        return { type: 'done' };
      } catch (error) {
        return failed(MOST_TRIES, `not stored: ${error instanceof Error ? error.message : error}`);
      }
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

async function* bounded(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error('the recording is too long');
    yield chunk;
  }
  // What would be deleted at the provider must be something.
  if (bytes === 0) throw new Error('the recording is empty');
}

/** Seconds at first; from a quarter of an hour on, an hour between tries. */
function patience(attempts: number): number {
  return attempts <= MOST_REFUSED
    ? backOff(attempts)
    : backOff(attempts - MOST_REFUSED + 1, 60_000, LONGEST_PAUSE_MS);
}
