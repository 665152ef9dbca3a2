/** A recording is fetched when complete, stored by us, and then deleted at the provider. */

import { Readable } from 'node:stream';
import { and, asc, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { backOff } from '../platform/core/retry.ts';
import { type Database, transaction } from '../platform/database/database.ts';
import type { DatabaseAndClock } from '../platform/database/query-time.ts';
import { calls, callUsers, leads, legs, recordings } from '../platform/database/schema.ts';
import type { RealtimePublisher } from '../platform/realtime/realtime-publisher.ts';
import type { Telephony } from '../platform/telephony/telephony.ts';
import type { EffectResult } from '../platform/work-queue/effects-worker.ts';
import type { Outbox } from '../platform/work-queue/transact.ts';
import { recordingStart } from './core/silent-parts.ts';
import type { RecordingFiles, WrittenFile } from './recording-files.ts';
import { requestAnalysis } from './review/analyze-recording.ts';
import { scheduleRemovals } from './schedule-removals.ts';

export interface RecordingCallback {
  readonly callId: number;
  readonly sid: string;
  readonly status: 'in-progress' | 'completed' | 'absent' | 'failed';
  readonly seconds: number | null;
  /** By the provider's clock, in whole seconds (ms since 1970). */
  readonly startedAt?: number | null;
  /** One channel, no conversation. */
  readonly isVoicemail?: boolean;
}

export interface RecordingsIntake {
  /** Callbacks may arrive twice and in any order; a complete recording stays complete. */
  record(tx: Database, outbox: Outbox, callback: RecordingCallback): Promise<void>;
  fetch(recordingId: number, sid: string, attempts: number): Promise<EffectResult>;
}

export interface RecordingsDeps extends DatabaseAndClock {
  readonly telephony: Pick<Telephony, 'recording'>;
  readonly realtime: Pick<RealtimePublisher, 'callUpdated' | 'ownCallUpdated'>;
  readonly files: RecordingFiles;
  readonly keepsAtProvider: boolean;
}

const FETCH_LIMIT_MS = 15 * 60_000;
/** Retries for minutes if the provider doesn't have the recording or rejects the request. */
const MAX_REJECTIONS = 40;
/** When the provider or our storage can't be reached: more than two days. */
const MAX_ATTEMPTS = 100;
const MAX_BACK_OFF_MS = 3_600_000;
/** 24 hours of stereo at 8 kHz and 16 bit; longer than any call. */
const MAX_BYTES = 24 * 3_600 * 32_000;

export function createRecordingsIntake(deps: RecordingsDeps): RecordingsIntake {
  const { db, clock, telephony, realtime, files, keepsAtProvider } = deps;

  /** Called after the storage has acknowledged the file. Only then may the provider's copy be deleted. */
  async function markComplete(
    recording: typeof recordings.$inferSelect,
    written: WrittenFile,
  ): Promise<void> {
    const at = new Date(clock.now());
    await transaction(db, async (tx) => {
      const [current] = await tx
        .select()
        .from(recordings)
        .where(eq(recordings.id, recording.id))
        .for('update');
      // In the meantime it may have been erased, or fetched by another process too.
      if (!current)
        return scheduleRemovals(tx, { files: [written], providerSids: [] }, recording.call_id, at);
      if (current.status === 'complete') return;
      await tx
        .update(recordings)
        .set({ ...written, status: 'complete', completed_at: at })
        .where(eq(recordings.id, recording.id));
      await requestAnalysis(tx, { recordingId: recording.id, callId: recording.call_id }, at.getTime());
      if (keepsAtProvider || current.provider_sid === null) return;
      await scheduleRemovals(tx, { files: [], providerSids: [current.provider_sid] }, recording.call_id, at);
    });
  }

  /** The recording shows in the history of those who were in the call, and beside the lead's next call. */
  async function notify(accountId: number, callId: number): Promise<void> {
    const open = alias(calls, 'open');
    const rows = await db
      .select({ callId: open.id, userId: callUsers.user_id })
      .from(calls)
      .innerJoin(open, or(eq(open.id, calls.id), and(eq(open.lead_id, calls.lead_id), isNull(open.ended_at))))
      .innerJoin(callUsers, eq(callUsers.call_id, open.id))
      .where(and(eq(calls.id, callId), or(eq(open.id, callId), isNull(callUsers.ended_at))));
    const usersOf = (id: number) => rows.flatMap((row) => (row.callId === id ? [row.userId] : []));
    realtime.callUpdated(accountId, callId, [...new Set(usersOf(callId))]);
    for (const id of new Set(rows.map((row) => row.callId)))
      if (id !== callId) realtime.ownCallUpdated(id, usersOf(id));
  }

  return {
    async record(tx, outbox, { callId, sid, status, seconds, startedAt = null, isVoicemail = false }) {
      if (status === 'absent' || !isRecordingSid(sid)) return;
      const [call] = await tx.select({ direction: calls.direction }).from(calls).where(eq(calls.id, callId));
      if (!call) return;
      if (await isErased(tx, callId)) {
        outbox.effects.push({ effect: { kind: 'forgetRecording', sid }, callId, dueAt: null });
        return;
      }
      const firstAgent = (await didAgentJoinFirst(tx, callId)) ?? call.direction !== 'inbound';
      const agentChannel = isVoicemail ? null : firstAgent ? 1 : 2;
      await tx
        .insert(recordings)
        .values({
          call_id: callId,
          provider_sid: sid,
          agent_channel: agentChannel,
          is_voicemail: isVoicemail,
          created_at: new Date(recordingStart(startedAt, clock.now())),
        })
        .onConflictDoNothing();
      const [row] = await tx.select().from(recordings).where(eq(recordings.provider_sid, sid)).for('update');
      if (!row || row.call_id !== callId || row.status === 'complete') return;
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
      const retryOrFail = async (maxAttempts: number, error: string): Promise<EffectResult> => {
        if (attempts < maxAttempts) return { type: 'again', inMs: backOffFor(attempts), error };
        await db.update(recordings).set({ status: 'failed' }).where(eq(recordings.id, recordingId));
        return { type: 'givenUp', error };
      };
      const found = await telephony.recording(
        sid,
        row.recording.is_voicemail ? 1 : 2,
        AbortSignal.timeout(FETCH_LIMIT_MS),
      );
      if (!found.ok) {
        const isRejected = found.kind === 'gone' || found.kind === 'refused';
        return retryOrFail(isRejected ? MAX_REJECTIONS : MAX_ATTEMPTS, found.message);
      }
      const name = `${row.accountId}/${row.recording.call_id}-${sid}`;
      try {
        const written = await files.write(recordingId, name, limitSize(found.value));
        await markComplete(row.recording, written);
      } catch (error) {
        return retryOrFail(MAX_ATTEMPTS, `not stored: ${error instanceof Error ? error.message : error}`);
      }
      // Outside of it: the recording is stored, even if the phones can't be notified.
      await notify(row.accountId, row.recording.call_id);
      return { type: 'done' };
    },
  };
}

/**
 * The first participant is on the first channel, usually the waiting caller, or the agent who waits for the lead.
 * All others are on the second. null when it isn't known yet.
 */
async function didAgentJoinFirst(tx: Database, callId: number): Promise<boolean | null> {
  const [first] = await tx
    .select({ kind: legs.kind })
    .from(legs)
    .where(and(eq(legs.call_id, callId), isNotNull(legs.joined_at)))
    .orderBy(asc(legs.joined_at), asc(legs.id))
    .limit(1);
  return first ? first.kind === 'agent' : null;
}

/** Late recordings of an erased lead must not be stored. */
async function isErased(tx: Database, callId: number): Promise<boolean> {
  const [lead] = await tx
    .select({ phone: leads.phone_number })
    .from(calls)
    .innerJoin(leads, eq(leads.id, calls.lead_id))
    .where(eq(calls.id, callId));
  return lead !== undefined && !lead.phone.startsWith('+');
}

/** The SID becomes part of a file name. */
function isRecordingSid(sid: string): boolean {
  return /^RE[0-9a-zA-Z]{8,64}$/.test(sid);
}

async function* limitSize(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error('the recording is too long');
    yield chunk;
  }
  // An empty file must not lead to deletion at the provider.
  if (bytes === 0) throw new Error('the recording is empty');
}

/** Starts at 250 ms; after `MAX_REJECTIONS` attempts, up to an hour between attempts. */
function backOffFor(attempts: number): number {
  return attempts <= MAX_REJECTIONS
    ? backOff(attempts)
    : backOff(attempts - MAX_REJECTIONS + 1, 60_000, MAX_BACK_OFF_MS);
}
