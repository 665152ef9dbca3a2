import { FRAME_SAMPLES, ULAW_SILENCE } from '../core/audio/g711.ts';
import { addFrame, encodeSum } from '../core/audio/mixing.ts';
import type { LegId, TapSide } from '../protocol.ts';
import { isForwarded, type MixerPort } from './mixer-port.ts';

export interface Tap {
  readonly leg: LegId;
  readonly side: TapSide;
}

const hearsOthers = ({ side }: Tap) => side !== 'says';
const hearsLeg = ({ side }: Tap) => side !== 'hears';

/** Copies of what legs hear and say, one frame per tick. The legs' own audio stays as it is, forwarded or mixed. */
export class Taps {
  readonly #taps = new Map<string, Tap>();
  readonly #sum = new Int32Array(FRAME_SAMPLES);

  get size(): number {
    return this.#taps.size;
  }

  has(name: string): boolean {
    return this.#taps.has(name);
  }

  open(name: string, tap: Tap): void {
    this.#taps.set(name, tap);
  }

  close(name: string): boolean {
    return this.#taps.delete(name);
  }

  /** @returns the names of the closed taps */
  closeLeg(id: LegId): readonly string[] {
    const names = [...this.#taps].filter(([, { leg }]) => leg === id).map(([name]) => name);
    for (const name of names) this.#taps.delete(name);
    return names;
  }

  /** The ports whose frames the taps need; call when every port's `sources` are set. */
  sources(ports: ReadonlyMap<LegId, MixerPort>): readonly MixerPort[] {
    return [...this.#taps.values()].flatMap((tap) => {
      const port = ports.get(tap.leg);
      if (port === undefined) return [];
      return [
        ...(hearsLeg(tap) ? [port] : []),
        ...(hearsOthers(tap) && isForwarded(port) ? port.sources : []),
      ];
    });
  }

  /** Whether the mix that the leg is sent has to be kept for `read`. */
  needsMixOf(id: LegId): boolean {
    if (this.#taps.size === 0) return false;
    return [...this.#taps.values()].some((tap) => tap.leg === id && hearsOthers(tap));
  }

  /** The frames of this tick, after every leg got its audio. */
  read(ports: ReadonlyMap<LegId, MixerPort>, onFrame: (name: string, frame: Uint8Array) => void): void {
    for (const [name, tap] of this.#taps) {
      const port = ports.get(tap.leg);
      if (port !== undefined) onFrame(name, this.#mix(framesOf(port, tap)));
    }
  }

  #mix(frames: readonly Uint8Array[]): Uint8Array {
    const [first] = frames;
    if (first === undefined) return new Uint8Array(FRAME_SAMPLES).fill(ULAW_SILENCE);
    if (frames.length === 1) return first.slice();
    this.#sum.fill(0);
    for (const frame of frames) addFrame(this.#sum, frame);
    const mixed = new Uint8Array(FRAME_SAMPLES);
    encodeSum(this.#sum, mixed);
    return mixed;
  }
}

function framesOf(port: MixerPort, tap: Tap): readonly Uint8Array[] {
  const frames: Uint8Array[] = [];
  if (hearsLeg(tap) && port.hasFrame) frames.push(port.frame);
  if (!hearsOthers(tap)) return frames;
  if (!isForwarded(port)) frames.push(port.sentMix);
  else for (const source of port.sources) if (source.hasFrame) frames.push(source.frame);
  return frames;
}
