import type { CallbackTarget } from '../calls/core/call.ts';
import type { Recording } from '../store/schemas.ts';

export interface RecordingRequest {
  /** The call that is recorded, or the first one of the conference. */
  readonly callSid: string;
  readonly conferenceSid: string | null;
  readonly source: Recording['source'];
  readonly voices: Recording['voices'];
  /** How many a download has; the file always has two. */
  readonly channels: Recording['channels'];
  /** Silence at both ends is cut off when it is complete. */
  readonly trim: boolean;
  readonly callback: CallbackTarget | null;
}

/** Whose voices are on which channel, by audio leg. */
export interface Channels {
  readonly first: readonly string[];
  readonly second: readonly string[];
}
