/** What the page of an external link requests. Its audio isn't JSON: see `externalRecordingPath`. */
import * as z from 'zod/mini';
import { text } from '../text.ts';
import { answer, type Row, rowsFor } from './request-rows.ts';

const { row: anyone } = rowsFor('anyone');

/** What an outsider learns of a call: its sound, and which side spoke. */
export const ExternalRecording = z.object({
  /** Path of the audio, for the browser that opened the link. */
  url: z.string(),
  recorded_at: z.string(),
  duration_seconds: z.nullable(z.number()),
  /** One channel, left by a caller. */
  is_voicemail: z.boolean(),
  /** Like those of `RecordingAnalysis`; empty: not known. */
  agent_levels: z.string(),
  lead_levels: z.string(),
  /** Silent, because an agent paused the recording. */
  pauses: z.array(z.object({ from_seconds: z.number(), to_seconds: z.number() })),
  expires_at: z.string(),
});
export type ExternalRecording = z.infer<typeof ExternalRecording>;

export const EXTERNAL_LINK_REQUESTS = {
  /** The answer sets a cookie, which only the link's audio receives. */
  openExternalLink: anyone('POST', '/api/v1/external-links/open', {
    body: z.object({ token: text(100).check(z.minLength(1)) }),
    response: answer({ recording: ExternalRecording }),
  }),
} as const satisfies Record<string, Row>;

/** Below it are the paths that get the link's cookie. */
export const externalLinkPath = (id: number | ':id') => `/api/v1/external-links/${id}`;
export const externalRecordingPath = (id: number | ':id') => `${externalLinkPath(id)}/recording.wav`;
