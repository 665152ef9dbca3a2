/**
 * What the voice service and its media process say to each other, over the IPC channel of a forked child.
 * The service decides (who is in which room, who hears whom, what is played); the media process only moves audio.
 * Audio is 8 kHz mono PCMU everywhere; times are milliseconds.
 *
 * Every order carries `id`; the reply `{id, ok: true, ...}` or `{id, ok: false, error}` comes exactly once. An
 * order that is refused has changed nothing. Reports come unasked. `MediaClient` (media-client.ts) is the service's
 * end of it.
 */

import type { Weather } from './core/packets/weather.ts';
import type { DetectionRules, Verdict } from './core/sound/machine-detector.ts';

/** A leg: one party's audio connection. The service makes the names (they are call SIDs). */
export type LegId = string;

/** A recorded or synthesised sound: a WAV file (PCM16 or PCMU, any rate that is resampled once), or generated. */
export type Sound =
  | { readonly kind: 'file'; readonly path: string }
  | {
      readonly kind: 'tone';
      readonly frequencies: readonly number[];
      readonly on: number;
      readonly off: number;
    }
  | { readonly kind: 'silence'; readonly ms: number };

/** How a pretend party of the telephone network behaves once it has answered. */
export type Persona =
  /**
   * Says the lines in turn, for ever; waits in the pauses until the other side has spoken and been silent for
   * `pauseMs`, but at most 4 s. It reports `personaEnded` with `endsAfterMs` that long after it was set, with `once`
   * when it has said them all, with `patience` when so many lines in a row got no answer.
   */
  | {
      readonly kind: 'talker';
      readonly lines: readonly string[];
      readonly pauseMs: number;
      readonly once?: boolean | undefined;
      readonly patience?: number | undefined;
      readonly endsAfterMs?: number | undefined;
    }
  /** Says the greeting, then a beep, then only listens. `endsAfterMs` as above. */
  | { readonly kind: 'voicemail'; readonly greeting: string; readonly endsAfterMs?: number | undefined }
  /** Sends back what it hears, 20 to 40 ms later. */
  | { readonly kind: 'echo' }
  /** Says what that other party of the network hears: two of them are the two ends of one line. */
  | { readonly kind: 'relay'; readonly leg: LegId }
  | { readonly kind: 'silent' }
  /** A steady test signal; for measurements. */
  | { readonly kind: 'tone'; readonly frequency: number };

export type MediaOrder =
  /** A browser called: answer its offer. Reply: {sdp}. */
  | { readonly type: 'answerOffer'; readonly leg: LegId; readonly sdp: string }
  /** A browser is called: make an offer. Reply: {sdp}. */
  | { readonly type: 'makeOffer'; readonly leg: LegId }
  /** The browser's answer to our offer. */
  | { readonly type: 'acceptAnswer'; readonly leg: LegId; readonly sdp: string }
  /** An ICE restart of the browser in a running call. Reply: {sdp}. */
  | { readonly type: 'renegotiate'; readonly leg: LegId; readonly sdp: string }
  /** A party of the pretend network. It is silent until its persona is set (at answer). */
  | { readonly type: 'openCarrier'; readonly leg: LegId }
  | { readonly type: 'setPersona'; readonly leg: LegId; readonly persona: Persona }
  /**
   * The whole truth about who this leg hears; one source and no sound playing is forwarded unmixed. Legs that are
   * not named keep what they had; a source that is not there (yet) is heard as soon as it is. Refused when a leg
   * that should hear is not there.
   */
  | {
      readonly type: 'setHears';
      readonly routes: readonly { readonly leg: LegId; readonly hears: readonly LegId[] }[];
    }
  /**
   * Plays into the leg's ear, mixed over whoever it hears; replaces what was playing. Report `played` at the end,
   * not when it was replaced or stopped. A browser's leg that is not connected yet is waited for: nothing is cut off.
   */
  | {
      readonly type: 'play';
      readonly leg: LegId;
      readonly play: string;
      readonly sounds: readonly Sound[];
      readonly loop: boolean;
    }
  | { readonly type: 'stopPlay'; readonly leg: LegId }
  /** Sends DTMF digits as tones into what the leg SENDS (a browser's digits as its peers hear them). `w` waits 500 ms. */
  | { readonly type: 'sendDigits'; readonly leg: LegId; readonly digits: string }
  /** Listens to what the leg sends until it is clear who picked up. Report `detected`, once. */
  | { readonly type: 'detectMachine'; readonly leg: LegId; readonly rules: DetectionRules }
  /** What the network does to a browser's packets from now on; null: nothing any more. */
  | { readonly type: 'setWeather'; readonly leg: LegId; readonly weather: Weather | null }
  /** Two-channel WAV at `path`; what the legs of each channel SEND is mixed into it. Written at least once a second. */
  | {
      readonly type: 'startRecording';
      readonly recording: string;
      readonly path: string;
      readonly channels: Channels;
    }
  | { readonly type: 'setRecordingChannels'; readonly recording: string; readonly channels: Channels }
  | {
      readonly type: 'pauseRecording';
      readonly recording: string;
      readonly paused: boolean;
      readonly silence: boolean;
    }
  /** Reply: {durationMs, bytes}. The file is complete when the reply comes. */
  | { readonly type: 'stopRecording'; readonly recording: string }
  /** Also for a leg that is not there (any more). */
  | { readonly type: 'closeLeg'; readonly leg: LegId }
  /** Reply: {levels, audioMs}, with the strength of these tones (Hz) in what each leg is sent. */
  /** Changes nothing; its reply shows that the process is not hung. */
  | { readonly type: 'ping' }
  | { readonly type: 'readLevels'; readonly tones?: readonly number[] | undefined };

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

export interface Channels {
  readonly first: readonly LegId[];
  readonly second: readonly LegId[];
}

/** RMS 0..1 of the last 400 ms. `in` is what the party sends, `out` what it is sent. */
export interface Level {
  readonly leg: LegId;
  readonly in: number;
  readonly out: number;
  readonly packetsIn: number;
  readonly packetsOut: number;
  readonly hears: readonly LegId[];
  readonly sends: Sends;
  /** RMS 0..1 of the tones that were asked for, in the 100 ms that it was sent last. */
  readonly tones: readonly number[];
  /** Frames that had to be made up for those who hear it mixed, since it is there. */
  readonly concealed: number;
  /** Null: it has no network, or its browser has not reported yet. */
  readonly network: NetworkFigures | null;
}

/** What comes from a party: sound, the silence of a mute (or dead) microphone, or for four seconds nothing at all. */
export type Sends = 'sound' | 'silence' | 'nothing';

/** By the newest reports of both ends (RTCP). `in` is what the browser sends; loss is 0 to 1. */
export interface NetworkFigures {
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
