/**
 * IPC between the voice service, which makes all decisions, and its media process, which only moves audio. Audio is
 * 8 kHz mono PCMU; times are in ms. Each command (commands.ts) has an `id` and gets exactly one reply: `{id, ok: true,
 * ...}` or `{id, ok: false, error}`. A rejected command has changed nothing.
 */

import type { Verdict } from './core/audio/machine-detector.ts';

/** A call SID. */
export type LegId = string;

export interface MediaReplies {
  readonly answerOffer: { readonly sdp: string };
  readonly makeOffer: { readonly sdp: string };
  readonly renegotiate: { readonly sdp: string };
  readonly stopRecording: { readonly durationMs: number; readonly bytes: number };
  readonly readLevels: {
    readonly levels: readonly Level[];
    /** Audio processed since the process started. A stalled process falls behind the clock. */
    readonly audioMs: number;
  };
}

/** RMS (0..1) of the last 400 ms: `in` is the audio that the party sends, `out` the audio sent to it. */
export interface Level {
  readonly leg: LegId;
  readonly in: number;
  readonly out: number;
  readonly packetsIn: number;
  readonly packetsOut: number;
  readonly hears: readonly LegId[];
  readonly sends: SentAudio;
  /** RMS (0..1) of the requested tones in the last 100 ms. */
  readonly tones: readonly number[];
  /** Frames that were concealed when its audio was mixed for others. */
  readonly concealed: number;
  /** Null for a simulated party, or before the first RTCP report of the browser. */
  readonly network: NetworkStats | null;
}

/** What a leg hears, what it says, or both mixed. */
export type TapSide = 'hears' | 'says' | 'both';

/** `silence` means a muted or broken microphone; `nothing` means no packets for 4 s. */
export type SentAudio = 'sound' | 'silence' | 'nothing';

/** From the latest RTCP reports of both ends. `in` is browser to service; loss is 0 to 1. */
export interface NetworkStats {
  readonly lossIn: number;
  readonly lossOut: number;
  readonly jitterInMs: number;
  readonly jitterOutMs: number;
  readonly roundTripMs: number | null;
}

export type MediaReport =
  | { readonly type: 'ready' }
  | { readonly type: 'connected'; readonly leg: LegId }
  /**
   * Sent after 4 s without audio (counted from the SDP exchange if none ever arrived), and again when ICE consent has
   * expired. Not repeated before `found`. The service decides whether the party is gone.
   */
  | { readonly type: 'lost'; readonly leg: LegId; readonly silentMs: number }
  | { readonly type: 'found'; readonly leg: LegId }
  | { readonly type: 'played'; readonly leg: LegId; readonly play: string }
  | { readonly type: 'detected'; readonly leg: LegId; readonly verdict: Verdict; readonly afterMs: number }
  | { readonly type: 'personaEnded'; readonly leg: LegId }
  /** One frame of 20 ms, each tick. */
  | { readonly type: 'tapFrame'; readonly tap: string; readonly frame: Uint8Array }
  /** The tap's leg was closed. */
  | { readonly type: 'tapClosed'; readonly tap: string }
  | { readonly type: 'fault'; readonly leg: LegId | null; readonly message: string };
