import { JitterQueue } from '../core/packets/jitter-queue.ts';
import { FRAME_SAMPLES } from '../core/sound/g711.ts';
import { LevelMeter } from '../core/sound/level-meter.ts';
import type { Detection, DetectionRules } from '../core/sound/machine-detector.ts';
import type { Playlist } from '../core/sound/playlist.ts';
import type { LegId } from '../protocol.ts';
import type { MediaLeg } from './media-leg.ts';

/** Where a leg is plugged into the switchboard: what it hears, and what others take from it. */
export interface Plug {
  readonly leg: MediaLeg;
  /** By order of the service; some may not be there (any more). */
  hears: readonly LegId[];
  /** Those of `hears` that are there. */
  sources: readonly Plug[];
  /** Who gets this leg's packets as they come. */
  forwardTo: readonly Plug[];
  /** Mixes and recordings that take this leg's frames on the tick. */
  taps: number;
  /** What it has sent and no tick has taken yet. */
  readonly queue: JitterQueue;
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

export function makePlug(leg: MediaLeg): Plug {
  return {
    leg,
    hears: [],
    sources: [],
    forwardTo: [],
    taps: 0,
    queue: new JitterQueue(),
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
export function isForwarded(plug: Plug): boolean {
  return plug.sources.length === 1 && plug.playing === null;
}

/** Works out from `hears`, `playing` and the taped legs who feeds whom. To be called after every change of them. */
export function wire(plugs: ReadonlyMap<LegId, Plug>, taped: Iterable<LegId>): void {
  const forwardTo = new Map<Plug, Plug[]>();
  const taps = new Map<Plug, number>();
  const tap = (plug: Plug) => taps.set(plug, (taps.get(plug) ?? 0) + 1);
  for (const plug of plugs.values()) {
    plug.sources = plug.hears.flatMap((id) => {
      const source = plugs.get(id);
      return source === undefined || source === plug ? [] : [source];
    });
    if (isForwarded(plug)) {
      for (const source of plug.sources) forwardTo.set(source, [...(forwardTo.get(source) ?? []), plug]);
    } else plug.sources.forEach(tap);
  }
  for (const id of taped) {
    const plug = plugs.get(id);
    if (plug !== undefined) tap(plug);
  }
  for (const plug of plugs.values()) {
    plug.forwardTo = forwardTo.get(plug) ?? [];
    const count = taps.get(plug) ?? 0;
    if (count > 0 && plug.taps === 0) plug.queue.clear();
    plug.taps = count;
  }
}
