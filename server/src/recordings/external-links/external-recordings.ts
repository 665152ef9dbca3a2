// What a link shows to a person without a login. Every request, and every piece of audio, looks at the link again.

import type { ExternalRecording } from '@offhook/contract/requests/external-link-requests';
import { externalRecordingPath } from '@offhook/contract/requests/external-link-requests';
import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { hashToken } from '../../accounts/sign-in/sessions.ts';
import { transaction } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import {
  accounts,
  auditLog,
  calls,
  externalLinks,
  recordingAnalyses,
  recordingPauses,
  recordings,
  users,
} from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { createAttemptLimiter } from '../../platform/http/attempt-limiter.ts';
import { toNetwork } from '../../platform/http/client-network.ts';
import type { RealtimePublisher } from '../../platform/realtime/realtime-publisher.ts';
import { silentParts } from '../core/silent-parts.ts';
import { rememberPlaybacks } from '../playbacks.ts';
import type { RecordingFiles } from '../recording-files.ts';
import { FileMissing } from '../recording-store.ts';
import type { PlayableRecording } from '../recordings.ts';
import { linkSubject } from './links.ts';

/** Per network and minute; an office shares a network. */
const MAX_OPENED = 60;
/** Dragging the slider of a player sends many requests. */
const MAX_AUDIO_REQUESTS = 600;

export interface OpenedLink {
  readonly linkId: number;
  readonly expiresAt: Date;
  readonly recording: ExternalRecording;
}

export interface PlayedLink {
  readonly token: string;
  readonly linkId: number;
  readonly address: string;
}

export interface ExternalRecordings {
  /** @throws ApiError externalLinkInvalid, tooManyRequests */
  read(token: string, address: string): Promise<OpenedLink>;
  /** @throws ApiError notFound, tooManyRequests */
  open(played: PlayedLink): Promise<PlayableRecording>;
  /** Counts a playback, and writes it to the audit log. */
  audit(played: PlayedLink, fromStart: boolean): Promise<void>;
}

export function createExternalRecordings({
  db,
  clock,
  files,
  realtime,
}: DatabaseAndClock & {
  readonly files: RecordingFiles;
  readonly realtime: Pick<RealtimePublisher, 'callUpdated'>;
}): ExternalRecordings {
  const opened = createAttemptLimiter(clock);
  const requested = createAttemptLimiter(clock);
  const playbacks = rememberPlaybacks(clock);

  async function findLink(token: string) {
    const [row] = await db
      .select({ link: externalLinks, recording: recordings, call: calls })
      .from(externalLinks)
      .innerJoin(recordings, eq(recordings.id, externalLinks.recording_id))
      .innerJoin(calls, eq(calls.id, recordings.call_id))
      .innerJoin(accounts, eq(accounts.id, calls.account_id))
      .innerJoin(users, eq(users.id, externalLinks.user_id))
      .where(
        and(
          eq(externalLinks.token_hash, hashToken(token)),
          gt(externalLinks.expires_at, new Date(clock.now())),
          eq(accounts.external_links, true),
          eq(users.active, true),
          eq(recordings.status, 'complete'),
          isNotNull(recordings.path),
        ),
      );
    return row ?? null;
  }

  /** The cookie of a link opens no other link's audio. */
  async function findPlayed({ token, linkId }: PlayedLink) {
    const found = token === '' ? null : await findLink(token);
    return found?.link.id === linkId ? found : null;
  }

  return {
    async read(token, address) {
      if (!opened.start([[toNetwork(address), MAX_OPENED]])) throw new ApiError('tooManyRequests');
      const found = await findLink(token);
      if (!found) throw new ApiError('externalLinkInvalid');
      const { link, recording, call } = found;
      const [analyzed] = await db
        .select()
        .from(recordingAnalyses)
        .where(eq(recordingAnalyses.recording_id, recording.id));
      const pauses = recording.is_voicemail
        ? []
        : await db
            .select()
            .from(recordingPauses)
            .where(eq(recordingPauses.call_id, call.id))
            .orderBy(asc(recordingPauses.id));
      const { duration_seconds: seconds, created_at: createdAt } = recording;
      const analysis = analyzed?.analysis ?? null;
      return {
        linkId: link.id,
        expiresAt: link.expires_at,
        recording: {
          url: externalRecordingPath(link.id),
          recorded_at: createdAt.toISOString(),
          duration_seconds: seconds ?? (analysis === null ? null : analysis.duration_ms / 1_000),
          is_voicemail: recording.is_voicemail,
          agent_levels: analysis?.agent_levels ?? '',
          lead_levels: analysis?.lead_levels ?? '',
          pauses: silentParts(
            { createdAt: createdAt.getTime(), seconds, endedAt: call.ended_at?.getTime() ?? null },
            pauses.map(({ paused_at, resumed_at }) => ({
              pausedAt: paused_at.getTime(),
              resumedAt: resumed_at?.getTime() ?? null,
            })),
          ).map(({ from_seconds, to_seconds }) => ({ from_seconds, to_seconds })),
          expires_at: link.expires_at.toISOString(),
        },
      };
    },

    async open(played) {
      if (!requested.start([[toNetwork(played.address), MAX_AUDIO_REQUESTS]]))
        throw new ApiError('tooManyRequests');
      const found = await findPlayed(played);
      if (!found) throw new ApiError('notFound');
      const { link, recording, call } = found;
      try {
        const file = await files.open(recording);
        return {
          bytes: file.bytes,
          tag: `"external-${link.id}"`,
          callId: call.id,
          async *read(from, to) {
            for await (const piece of file.read(from, to)) {
              // A player asks for all that is left of the file, and takes it in as slowly as it plays.
              if (!(await findPlayed(played))) throw new ApiError('notFound');
              yield piece;
            }
          },
        };
      } catch (error) {
        if (error instanceof FileMissing) throw new ApiError('notFound');
        throw error;
      }
    },

    async audit(played, fromStart) {
      const { linkId, address } = played;
      if (!playbacks.isNew(`${linkId} ${address}`, fromStart)) return;
      const found = await findPlayed(played);
      if (!found) throw new ApiError('notFound');
      const { link, recording, call } = found;
      const at = new Date(clock.now());
      await transaction(db, async (tx) => {
        await tx
          .update(externalLinks)
          .set({ plays: sql`${externalLinks.plays} + 1`, last_played_at: at })
          .where(eq(externalLinks.id, linkId));
        const subject = linkSubject({ id: linkId, recordingId: recording.id, callId: call.id });
        await tx.insert(auditLog).values({
          account_id: call.account_id,
          user_id: null,
          action: 'external links play',
          subject: `${subject}, creator ${link.user_id}`,
          address,
          at,
        });
      });
      realtime.callUpdated(call.account_id, call.id, []);
    },
  };
}
