import type { LegId, NetworkStats } from '../protocol.ts';

/** A browser over WebRTC or a simulated party. Frames are 20 ms of µ-law; times are monotonic ms. */
export interface MediaLeg {
  readonly id: LegId;
  readonly kind: 'client' | 'carrier';
  /** False until a browser has completed DTLS. */
  readonly connected: boolean;
  readonly network?: NetworkStats | null;
  sendFrame(frame: Uint8Array, now: number): void;
  /** `source` names the stream of `sequence` (16 bit) and `timestamp` (32 bit). At most 100 ms of payload. */
  forward(source: string, sequence: number, timestamp: number, payload: Uint8Array, now: number): void;
  tick(now: number): void;
  close(): void;
}

/** Payloads are only valid during the call. */
export interface LegEvents {
  onAudio(source: string, sequence: number, timestamp: number, payload: Uint8Array, now: number): void;
  onError(message: string): void;
}
