import type { CallbackTarget } from '../calls/core/call.ts';
import type { Recording } from '../store/schemas.ts';

type RequestedField = 'callSid' | 'conferenceSid' | 'source' | 'voices' | 'channels' | 'trim';

export interface RecordingRequest extends Readonly<Pick<Recording, RequestedField>> {
  readonly callback: CallbackTarget | null;
}

export interface Channels {
  readonly first: readonly string[];
  readonly second: readonly string[];
}
