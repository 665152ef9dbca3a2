import { FRAME_SAMPLES } from '../core/audio/g711.ts';
import { LevelMeter } from '../core/audio/level-meter.ts';
import type { Detection, DetectionRules } from '../core/audio/machine-detector.ts';
import type { Playlist } from '../core/audio/playlist.ts';
import { JitterBuffer } from '../core/packets/jitter-buffer.ts';
import type { LegId } from '../protocol.ts';
import type { MediaLeg } from './media-leg.ts';

/** Where a leg is plugged into the switchboard: what it hears, and what others take from it. */
export interface MixerPort {
  readonly leg: MediaLeg;
  /** By order of the service; some may not be there (any more). */
  hears: readonly LegId[];
  /** Those of `hears` that are there. */
  sources: readonly MixerPort[];
  /** Who gets this leg's packets as they come. */
  forwardTo: readonly MixerPort[];
  /** Mixes and recordings that take this leg's frames on the tick. */
  tapCount: number;
  /** What it has sent and no tick has taken yet. */
  readonly jitterBuffer: JitterBuffer;
  /** What it sends in this tick, if `hasFrame`. */
  readonly frame: Uint8Array;
  hasFrame: boolean;
  playing: { readonly play: string; readonly list: Playlist } | null;
  /** Rows of digits that it sends instead of its own audio. */
  digits: readonly Playlist[];
  /** Listened to until it is clear who picked up; `power`, `frames`: what came since the last tick. */
  detecting: {
    readonly rules: DetectionRules;
    readonly state: Detection;
    readonly power: number;
    readonly frames: number;
  } | null;
  readonly levelIn: LevelMeter;
  readonly levelOut: LevelMeter;
  /** When it last got something of its one source (ms). */
  lastForwardAt: number;
}

export function createMixerPort(leg: MediaLeg): MixerPort {
  return {
    leg,
    hears: [],
    sources: [],
    forwardTo: [],
    tapCount: 0,
    jitterBuffer: new JitterBuffer(),
    frame: new Uint8Array(FRAME_SAMPLES),
    hasFrame: false,
    playing: null,
    digits: [],
    detecting: null,
    levelIn: new LevelMeter(),
    levelOut: new LevelMeter(),
    lastForwardAt: Number.NEGATIVE_INFINITY,
  };
}

/** Whether it gets its one source's packets unmixed. */
export function isForwarded(port: MixerPort): boolean {
  return port.sources.length === 1 && port.playing === null;
}

/** Works out from `hears`, `playing` and the recordedLegs legs who feeds whom. To be called after every change of them. */
export function connectPorts(ports: ReadonlyMap<LegId, MixerPort>, recordedLegs: Iterable<LegId>): void {
  const forwardTo = new Map<MixerPort, MixerPort[]>();
  const taps = new Map<MixerPort, number>();
  const tap = (port: MixerPort) => taps.set(port, (taps.get(port) ?? 0) + 1);
  for (const port of ports.values()) {
    port.sources = port.hears.flatMap((id) => {
      const source = ports.get(id);
      return source === undefined || source === port ? [] : [source];
    });
    if (isForwarded(port)) {
      for (const source of port.sources) forwardTo.set(source, [...(forwardTo.get(source) ?? []), port]);
    } else port.sources.forEach(tap);
  }
  for (const id of recordedLegs) {
    const port = ports.get(id);
    if (port !== undefined) tap(port);
  }
  for (const port of ports.values()) {
    port.forwardTo = forwardTo.get(port) ?? [];
    const count = taps.get(port) ?? 0;
    if (count > 0 && port.tapCount === 0) port.jitterBuffer.clear();
    port.tapCount = count;
  }
}
