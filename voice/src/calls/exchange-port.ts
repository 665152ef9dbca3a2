import type { Channels, RecordingRequest } from '../recordings/recording-request.ts';
import type { Recording } from '../store/schemas.ts';
import type { Source } from '../twiml/core/program.ts';
import type { DialConference, DialQueue, Enqueue } from '../twiml/core/verbs.ts';
import type { AudioRoutes } from './audio-routes.ts';
import type { ExchangeDeps, OutboundCallRequest } from './call-requests.ts';
import type { EndCause } from './core/call.ts';
import type { SidPrefix } from './core/sids.ts';
import type { LiveCall } from './live-call.ts';
import type { Playback } from './playback.ts';
import type { VoiceActivity } from './voice-activity.ts';

/** The part of the exchange that verbs, conferences and recordings use, so that they don't depend on each other. */
export interface ExchangePort extends Omit<ExchangeDeps, 'callsPerSecond' | 'publicApi'> {
  readonly publicApi: string;
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
  prepare(request: OutboundCallRequest): LiveCall;
  start(sid: string): void;
  answer(live: LiveCall): void;
  hangUp(sid: string): void;
  end(sid: string, cause: EndCause, sipCode: number | null, errorCode: number | null): void;
}

export interface ConferencePort {
  join(live: LiveCall, verb: DialConference, done: () => void): () => void;
  channels(sid: string): Channels;
  setRecording(sid: string, recordingSid: string | null): void;
}

export interface DtmfPort {
  send(live: LiveCall, digits: string, done: () => void): () => void;
}

export interface QueuePort {
  enqueue(live: LiveCall, verb: Enqueue, done: (next: Source | null) => void): () => void;
  /** Connects the call with the queue's first member, now or when one joins. @returns a function that stops it */
  dial(live: LiveCall, verb: DialQueue, done: (next: Source | null) => void): () => void;
}

export interface RecordingPort {
  start(request: RecordingRequest): Recording;
  stop(sid: string): Promise<Recording | null>;
  remove(sid: string): Promise<void>;
  setChannels(sid: string, channels: Channels): void;
}
