import type { LegId, NetworkStats } from '../protocol.ts';

/**
 * One party's audio, whatever carries it: a browser over WebRTC, or a party of the pretend network in this
 * process. Frames are 160 bytes of µ-law, 20 ms. Times are milliseconds of one steady clock.
 */
export interface MediaLeg {
  readonly id: LegId;
  readonly kind: 'client' | 'carrier';
  /** Whether what is sent can arrive (a browser: the keys are agreed). */
  readonly connected: boolean;
  /** How its network is; a party of this process has none. */
  readonly network?: NetworkStats | null;
  /** Sends a frame of the service's own making: silence, a sound, a mix. */
  sendFrame(frame: Uint8Array, now: number): void;
  /**
   * Passes on a packet of another party as it is. `source` names the party's stream; `sequence` (16 bit) and
   * `timestamp` (32 bit) are that stream's own. Payloads of any length up to 100 ms.
   */
  forward(source: string, sequence: number, timestamp: number, payload: Uint8Array, now: number): void;
  /** Called every 20 ms. A party in this process makes its next frame here; a network leg its reports. */
  tick(now: number): void;
  close(): void;
}

/** What a leg tells. The payload is valid during the call only. */
export interface LegEvents {
  onAudio(source: string, sequence: number, timestamp: number, payload: Uint8Array, now: number): void;
  onFault(message: string): void;
}
