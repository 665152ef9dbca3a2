import type { Channels, RecordingRequest } from '../recordings/recording-request.ts';
import type { Recording } from '../store/schemas.ts';
import type { Source } from '../twiml/core/program.ts';
import type { DialConference, DialQueue, Enqueue } from '../twiml/core/verbs.ts';
import type { AudioRoutes } from './audio-routes.ts';
import type { ExchangeParts, OutboundCallRequest } from './call-requests.ts';
import type { EndCause } from './core/call.ts';
import type { SidPrefix } from './core/sids.ts';
import type { LiveCall } from './live-call.ts';
import type { Playback } from './playback.ts';
import type { VoiceActivity } from './voice-activity.ts';

/** What the exchange is to its own runners: verbs, conferences and recordings meet in it, not in each other. */
export interface ExchangePort extends Omit<ExchangeParts, 'callsPerSecond'> {
  readonly playback: Playback;
  readonly voiceActivity: VoiceActivity;
  readonly dtmf: DtmfPort;
  readonly queues: QueuePort;
  readonly audioRoutes: AudioRoutes;
  readonly conferences: ConferencePort;
  readonly recordings: RecordingPort;
  readonly liveCalls: readonly LiveCall[];
  newSid(prefix: SidPrefix): string;
  find(sid: string): LiveCall | undefined;
  /** Makes a call that has not started. */
  prepare(order: OutboundCallRequest): LiveCall;
  start(sid: string): void;
  /** We pick up a call that came in; nothing happens when it is connected already. */
  answer(live: LiveCall): void;
  hangUp(sid: string): void;
  end(sid: string, cause: EndCause, sipCode: number | null, errorCode: number | null): void;
}

export interface ConferencePort {
  /** Puts a leg into the conference that its Dial names. @returns takes it out again */
  join(live: LiveCall, verb: DialConference, done: () => void): () => void;
  /** The order in which a recording holds the voices. */
  channels(sid: string): Channels;
  setRecording(sid: string, recordingSid: string | null): void;
}

export interface DtmfPort {
  /** Presses keys for the party at the far end: it hears the tones. @returns stops it */
  send(live: LiveCall, digits: string, done: () => void): () => void;
}

export interface QueuePort {
  /** Lets a call wait. @returns takes it out again */
  enqueue(live: LiveCall, verb: Enqueue, done: (next: Source | null) => void): () => void;
  /** Connects a call with the first who waits, now or as soon as there is one. @returns ends it */
  dial(live: LiveCall, verb: DialQueue, done: (next: Source | null) => void): () => void;
}

export interface RecordingPort {
  start(request: RecordingRequest): Recording;
  stop(sid: string): Promise<Recording | null>;
  remove(sid: string): Promise<void>;
  /** The voices of a running recording have changed. */
  setChannels(sid: string, channels: Channels): void;
}
