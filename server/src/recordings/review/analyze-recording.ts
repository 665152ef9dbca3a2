// Once per recording, when it is complete; older ones when a supervisor opens their call.

import { asc, eq } from 'drizzle-orm';
import { type Database, transaction } from '../../platform/database/database.ts';
import {
  calls,
  effects,
  recordingAnalyses,
  recordingPauses,
  recordings,
} from '../../platform/database/schema.ts';
import type { RealtimePublisher } from '../../platform/realtime/realtime-publisher.ts';
import { DONE, type EffectOf } from '../../platform/work-queue/effect-result.ts';
import type { EffectRow } from '../../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../../platform/work-queue/effects-worker.ts';
import type { WorkDeps } from '../../platform/work-queue/transact.ts';
import { analyzeLevels } from '../core/analysis.ts';
import { meterLevels } from '../core/audio-levels.ts';
import { silentParts } from '../core/silent-parts.ts';
import { readWavFormat, WAV_HEAD_BYTES } from '../core/wav.ts';
import { FileUnreadable, type OpenedFile, type RecordingFiles } from '../recording-files.ts';
import { FileMissing } from '../recording-store.ts';
import { SealBroken } from '../sealed-file.ts';

/** An hour takes half a second of a core, which calls need too. */
const MAX_RUNNING = 1;
const BUSY_MS = 1_000;
const FIRST_BACK_OFF_MS = 5_000;
const MAX_BACK_OFF_MS = 3_600_000;
/** While the storage can't be reached. */
const RETRIED_FOR_MS = 48 * 3_600_000;

/** Must be called in a transaction, so that it never runs without the row. Does nothing if it was requested before. */
export async function requestAnalysis(
  tx: Database,
  { recordingId, callId }: { readonly recordingId: number; readonly callId: number },
  now: number,
): Promise<void> {
  const at = new Date(now);
  const payload = { kind: 'analyzeRecording' as const, recordingId };
  await tx
    .insert(effects)
    .values({
      kind: payload.kind,
      payload,
      call_id: callId,
      due_at: at,
      created_at: at,
      dedupe_key: `analyze:${recordingId}`,
    })
    .onConflictDoNothing();
}

interface AnalysisDeps extends Pick<WorkDeps, 'db' | 'clock' | 'log'> {
  readonly files: RecordingFiles;
  readonly realtime: Pick<RealtimePublisher, 'callUpdated'>;
}

let running = 0;

export async function analyzeRecording(
  deps: AnalysisDeps,
  row: EffectRow,
  { recordingId }: EffectOf<'analyzeRecording'>,
): Promise<EffectResult> {
  const { db, log, realtime } = deps;
  const [found] = await db
    .select({ recording: recordings, call: calls })
    .from(recordings)
    .innerJoin(calls, eq(calls.id, recordings.call_id))
    .where(eq(recordings.id, recordingId));
  if (found?.recording.status !== 'complete' || found.recording.path === null) return DONE;
  if (running >= MAX_RUNNING) return { type: 'again', inMs: BUSY_MS, error: 'another recording is analyzed' };
  running += 1;
  try {
    await save(db, recordingId, await analyze(deps, found));
  } catch (error) {
    if (error instanceof FileMissing || error instanceof FileUnreadable || error instanceof SealBroken) {
      log.warn({ recording: recordingId, reason: error.message }, 'recording not analyzed');
      await save(db, recordingId, null);
    } else {
      const message = error instanceof Error ? error.message : String(error);
      // Not the attempts: those while another recording was analyzed count too.
      const age = deps.clock.now() - row.createdAt;
      if (age < RETRIED_FOR_MS)
        return {
          type: 'again',
          inMs: Math.min(MAX_BACK_OFF_MS, Math.max(FIRST_BACK_OFF_MS, age)),
          error: message,
        };
      await save(db, recordingId, null);
      return { type: 'givenUp', error: message };
    }
  } finally {
    running -= 1;
  }
  realtime.callUpdated(found.call.account_id, found.call.id, []);
  return DONE;
}

/** Erased in the meantime: there is no row to refer to. */
async function save(
  db: Database,
  recordingId: number,
  analysis: typeof recordingAnalyses.$inferInsert.analysis,
): Promise<void> {
  await transaction(db, async (tx) => {
    const [still] = await tx
      .select({ id: recordings.id })
      .from(recordings)
      .where(eq(recordings.id, recordingId))
      .for('key share');
    if (!still) return;
    await tx
      .insert(recordingAnalyses)
      .values({ recording_id: recordingId, analysis })
      .onConflictDoUpdate({ target: recordingAnalyses.recording_id, set: { analysis } });
  });
}

async function analyze(
  { db, files }: AnalysisDeps,
  { recording, call }: { recording: typeof recordings.$inferSelect; call: typeof calls.$inferSelect },
) {
  const opened = await files.open(recording);
  const channels = await readLevels(opened);
  if (channels === null) return null;
  const pauses = recording.is_voicemail
    ? []
    : await db
        .select()
        .from(recordingPauses)
        .where(eq(recordingPauses.call_id, call.id))
        .orderBy(asc(recordingPauses.id));
  const paused = silentParts(
    {
      createdAt: recording.created_at.getTime(),
      seconds: recording.duration_seconds,
      endedAt: call.ended_at?.getTime() ?? null,
    },
    pauses.map((pause) => ({
      pausedAt: pause.paused_at.getTime(),
      resumedAt: pause.resumed_at?.getTime() ?? null,
    })),
  ).map(({ from_seconds, to_seconds }) => ({ from: from_seconds * 1_000, to: to_seconds * 1_000 }));
  return analyzeLevels(channels, (recording.agent_channel ?? 1) - 1, paused);
}

/** A megabyte of the file at a time; null if it isn't a known kind of audio. */
async function readLevels(file: OpenedFile) {
  const head: Buffer[] = [];
  const headBytes = Math.min(WAV_HEAD_BYTES, file.bytes);
  if (headBytes === 0) return null;
  for await (const piece of file.read(0, headBytes - 1)) head.push(Buffer.from(piece));
  const format = readWavFormat(Buffer.concat(head), file.bytes);
  if (format === null || format.dataBytes === 0) return null;
  const meter = meterLevels(format);
  for await (const piece of file.read(format.dataFrom, format.dataFrom + format.dataBytes - 1))
    meter.add(piece);
  return meter.end();
}
