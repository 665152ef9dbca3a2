/**
 * What the voice service and its media process say to each other, over the IPC channel of a forked child.
 * The service decides (who is in which room, who hears whom, what is played); the media process only moves audio.
 * Audio is 8 kHz mono PCMU everywhere; times are milliseconds.
 *
 * Every order carries `id`; the reply `{id, ok: true, ...}` or `{id, ok: false, error}` comes exactly once. An
 * order that is refused has changed nothing. Reports come unasked. The orders are in orders.ts; `MediaClient`
 * (media-client.ts) is the service's end of it.
 */

import type { Verdict } from './core/audio/machine-detector.ts';

/** A leg: one party's audio connection. The service makes the names (they are call SIDs). */
export type LegId = string;

/** What a reply carries besides `ok`, by type of order; an order that is not listed has nothing to tell. */
export interface MediaReplies {
  readonly answerOffer: { readonly sdp: string };
  readonly makeOffer: { readonly sdp: string };
  readonly renegotiate: { readonly sdp: string };
  readonly stopRecording: { readonly durationMs: number; readonly bytes: number };
  readonly readLevels: {
    readonly levels: readonly Level[];
    /** So much audio has been carried since the process began: a process that stalls falls behind the clock. */
    readonly audioMs: number;
  };
}

/** RMS 0..1 of the last 400 ms. `in` is what the party sends, `out` what it is sent. */
export interface Level {
  readonly leg: LegId;
  readonly in: number;
  readonly out: number;
  readonly packetsIn: number;
  readonly packetsOut: number;
  readonly hears: readonly LegId[];
  readonly sends: SentAudio;
  /** RMS 0..1 of the tones that were asked for, in the 100 ms that it was sent last. */
  readonly tones: readonly number[];
  /** Frames that had to be made up for those who hear it mixed, since it is there. */
  readonly concealed: number;
  /** Null: it has no network, or its browser has not reported yet. */
  readonly network: NetworkStats | null;
}

/** What comes from a party: sound, the silence of a mute (or dead) microphone, or for four seconds nothing at all. */
export type SentAudio = 'sound' | 'silence' | 'nothing';

/** By the newest reports of both ends (RTCP). `in` is what the browser sends; loss is 0 to 1. */
export interface NetworkStats {
  readonly lossIn: number;
  readonly lossOut: number;
  readonly jitterInMs: number;
  readonly jitterOutMs: number;
  readonly roundTripMs: number | null;
}

export type MediaReport =
  | { readonly type: 'ready' }
  /** Audio can flow (DTLS is up); for a browser's leg. */
  | { readonly type: 'connected'; readonly leg: LegId }
  /**
   * A browser's leg has sent no audio for `silentMs` (at 4 s; counted from its SDP while it never sent anything), and
   * once more when its consent has expired (30 s without a check of the path). The service decides whether the party
   * is gone. Not sent again before `found`.
   */
  | { readonly type: 'lost'; readonly leg: LegId; readonly silentMs: number }
  | { readonly type: 'found'; readonly leg: LegId }
  | { readonly type: 'played'; readonly leg: LegId; readonly play: string }
  /** `afterMs`: audio since the order. */
  | { readonly type: 'detected'; readonly leg: LegId; readonly verdict: Verdict; readonly afterMs: number }
  /** A pretend party's own signal that it hangs up (a persona that ends by itself). */
  | { readonly type: 'personaEnded'; readonly leg: LegId }
  | { readonly type: 'fault'; readonly leg: LegId | null; readonly message: string };
