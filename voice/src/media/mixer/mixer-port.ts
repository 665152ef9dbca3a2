import { FRAME_SAMPLES, ULAW_SILENCE } from '../core/audio/g711.ts';
import { LevelMeter } from '../core/audio/level-meter.ts';
import type { Detection, DetectionRules } from '../core/audio/machine-detector.ts';
import type { Playlist } from '../core/audio/playlist.ts';
import { JitterBuffer } from '../core/packets/jitter-buffer.ts';
import type { LegId } from '../protocol.ts';
import type { MediaLeg } from './media-leg.ts';

/** State of a leg in the mixer: what it hears, and who uses its audio. */
export interface MixerPort {
  readonly leg: MediaLeg;
  /** The requested sources; some legs may not exist (yet). */
  hears: readonly LegId[];
  /** The existing ports of `hears`. */
  sources: readonly MixerPort[];
  /** Ports that get its packets unmixed as they arrive. */
  forwardTo: readonly MixerPort[];
  tapCount: number;
  readonly jitterBuffer: JitterBuffer;
  /** Its frame in this tick, valid if `hasFrame`. */
  readonly frame: Uint8Array;
  hasFrame: boolean;
  playing: { readonly play: string; readonly list: Playlist } | null;
  /** Clips (DTMF, speech) to send instead of its own audio. */
  inserts: readonly Playlist[];
  /** The mix that it was sent in this tick, kept if a tap needs it. */
  readonly sentMix: Uint8Array;
  /** Answering machine detection in progress. `power` and `frames` are sums since the last tick. */
  detecting: {
    readonly rules: DetectionRules;
    readonly state: Detection;
    readonly power: number;
    readonly frames: number;
  } | null;
  readonly levelIn: LevelMeter;
  readonly levelOut: LevelMeter;
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
    inserts: [],
    sentMix: new Uint8Array(FRAME_SAMPLES).fill(ULAW_SILENCE),
    detecting: null,
    levelIn: new LevelMeter(),
    levelOut: new LevelMeter(),
    lastForwardAt: Number.NEGATIVE_INFINITY,
  };
}

export function isForwarded(port: MixerPort): boolean {
  return port.sources.length === 1 && port.playing === null;
}

/**
 * Call after every change of `hears`, `playing`, the recorded legs or the taps.
 * @param findTapped the ports whose frames taps need; called when `sources` are set
 */
export function connectPorts(
  ports: ReadonlyMap<LegId, MixerPort>,
  recordedLegs: Iterable<LegId>,
  findTapped: () => readonly MixerPort[] = () => [],
): void {
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
  findTapped().forEach(tap);
  for (const port of ports.values()) {
    port.forwardTo = forwardTo.get(port) ?? [];
    const count = taps.get(port) ?? 0;
    if (count > 0 && port.tapCount === 0) port.jitterBuffer.clear();
    port.tapCount = count;
  }
}
