import { FRAME_MS, FRAME_SAMPLES, ULAW_SILENCE } from '../core/sound/g711.ts';
import { meanSquare } from '../core/sound/level-meter.ts';
import { beginDetection, type DetectionRules, detect, type Verdict } from '../core/sound/machine-detector.ts';
import { addFrame, encodeSum } from '../core/sound/mixing.ts';
import { Playlist } from '../core/sound/playlist.ts';
import type { Clip } from '../core/sound/tones.ts';
import type { Channels } from '../orders.ts';
import type { LegId, Level } from '../protocol.ts';
import type { MediaLeg } from './media-leg.ts';
import { isForwarded, makePlug, type Plug, wire } from './plug.ts';
import type { Recording } from './recording.ts';

/** A forwarded leg is sent silence when its source has been still for so long. */
const STILL_MS = 120;

/** Nothing has come for so long: the leg sends nothing. */
const NOTHING_MS = 4000;

const SILENCE = new Uint8Array(FRAME_SAMPLES).fill(ULAW_SILENCE);

export interface SwitchboardEvents {
  /** A sound has been played to its end. */
  played(leg: LegId, play: string): void;
  /** It is clear who picked up, after so much audio. */
  detected(leg: LegId, verdict: Verdict, afterMs: number): void;
  /** Something of one leg (or of a recording: null) threw; the others go on. */
  fault(leg: LegId | null, message: string): void;
}

/**
 * Who hears whom. A leg that hears one other and nothing else gets that one's packets the moment they come; every
 * other leg gets a mix on the tick of 20 ms. Every leg is sent fifty packets a second, silence if there is nothing.
 */
export class Switchboard {
  readonly #plugs = new Map<LegId, Plug>();
  readonly #tapings = new Map<string, { readonly recording: Recording; channels: Channels }>();
  readonly #sum = new Int32Array(FRAME_SAMPLES);
  readonly #mix = new Uint8Array(FRAME_SAMPLES);
  readonly #played = new Uint8Array(FRAME_SAMPLES);
  readonly #events: SwitchboardEvents;
  #ticks = 0;

  constructor(events: SwitchboardEvents) {
    this.#events = events;
  }

  add(leg: MediaLeg): void {
    this.#plugs.set(leg.id, makePlug(leg));
    this.#wire();
  }

  remove(id: LegId): void {
    if (this.#plugs.delete(id)) this.#wire();
  }

  setHears(routes: readonly { readonly leg: LegId; readonly hears: readonly LegId[] }[]): void {
    for (const { leg, hears } of routes) {
      const plug = this.#plugs.get(leg);
      if (plug !== undefined) plug.hears = [...new Set(hears)];
    }
    this.#wire();
  }

  play(id: LegId, play: string, clips: readonly Clip[], loop: boolean): void {
    const plug = this.#plugs.get(id);
    if (plug === undefined) return;
    plug.playing = { play, list: new Playlist(clips, loop) };
    this.#wire();
  }

  stopPlay(id: LegId): void {
    const plug = this.#plugs.get(id);
    if (plug === undefined || plug.playing === null) return;
    plug.playing = null;
    this.#wire();
  }

  /** The tones replace what the leg itself sends while they last; rows of digits wait for each other. */
  sendDigits(id: LegId, clips: readonly Clip[]): void {
    const plug = this.#plugs.get(id);
    if (plug !== undefined) plug.digits = [...plug.digits, new Playlist(clips, false)];
  }

  /** Listens to what the leg sends until it is clear who picked up. */
  detectMachine(id: LegId, rules: DetectionRules): void {
    const plug = this.#plugs.get(id);
    if (plug !== undefined) plug.detecting = { rules, state: beginDetection, power: 0, frames: 0 };
  }

  startRecording(name: string, recording: Recording, channels: Channels): void {
    this.#tapings.set(name, { recording, channels });
    this.#wire();
  }

  /** False when there is no such recording. */
  setRecordingChannels(name: string, channels: Channels): boolean {
    const taping = this.#tapings.get(name);
    if (taping === undefined) return false;
    taping.channels = channels;
    this.#wire();
    return true;
  }

  recording(name: string): Recording | null {
    return this.#tapings.get(name)?.recording ?? null;
  }

  /** The recording gets nothing more. */
  stopRecording(name: string): void {
    if (this.#tapings.delete(name)) this.#wire();
  }

  recordings(): readonly string[] {
    return [...this.#tapings.keys()];
  }

  /** So much audio has been carried; ticks that were skipped after a stall do not count. */
  get audioMs(): number {
    return this.#ticks * FRAME_MS;
  }

  levels(now: number, tones: readonly number[] = []): readonly Level[] {
    return [...this.#plugs.values()].map(({ leg, hears, levelIn, levelOut, queue }) => ({
      leg: leg.id,
      in: levelIn.read(now),
      sends: now - levelIn.lastAt > NOTHING_MS ? 'nothing' : levelIn.read(now) > 0 ? 'sound' : 'silence',
      tones: levelOut.tones(tones),
      concealed: queue.concealed,
      network: leg.network ?? null,
      out: levelOut.read(now),
      packetsIn: levelIn.packets,
      packetsOut: levelOut.packets,
      hears: [...hears],
    }));
  }

  /** A packet of a leg has come (see `LegEvents`). */
  take(
    id: LegId,
    source: string,
    sequence: number,
    timestamp: number,
    payload: Uint8Array,
    now: number,
  ): void {
    const plug = this.#plugs.get(id);
    if (plug === undefined || plug.digits.length > 0) return;
    plug.levelIn.take(payload, now);
    if (plug.detecting !== null) {
      const { power, frames } = plug.detecting;
      plug.detecting = { ...plug.detecting, power: power + meanSquare(payload), frames: frames + 1 };
    }
    for (const listener of plug.forwardTo) {
      listener.leg.forward(source, sequence, timestamp, payload, now);
      if (listener.leg.connected) listener.levelOut.take(payload, now);
      listener.lastForwardAt = now;
    }
    if (plug.taps === 0) return;
    if (plug.leg.kind === 'client') plug.queue.push(timestamp, payload, now);
    else {
      plug.frame.set(payload);
      plug.hasFrame = true;
    }
  }

  /** 20 ms have passed: parties of this process speak, mixes are made, recordings grow. */
  tick(now: number): void {
    this.#ticks += 1;
    for (const plug of this.#plugs.values()) {
      try {
        this.#gather(plug, now);
      } catch (error) {
        this.#events.fault(plug.leg.id, String(error));
      }
    }
    for (const plug of this.#plugs.values()) {
      try {
        this.#serve(plug, now);
      } catch (error) {
        this.#events.fault(plug.leg.id, String(error));
      }
    }
    for (const { recording, channels } of this.#tapings.values()) {
      try {
        recording.take(this.#frames(channels.first), this.#frames(channels.second));
      } catch (error) {
        this.#events.fault(null, String(error));
      }
    }
  }

  /** So many ticks will never come: the recordings keep their length. */
  skipped(ticks: number): void {
    for (let i = 0; i < ticks; i += 1) {
      for (const { recording } of this.#tapings.values()) recording.take([], []);
    }
  }

  #wire(): void {
    const taped = [...this.#tapings.values()].flatMap(({ channels }) => [
      ...channels.first,
      ...channels.second,
    ]);
    wire(this.#plugs, taped);
  }

  /** What the leg sends in this tick. */
  #gather(plug: Plug, now: number): void {
    plug.hasFrame = false;
    plug.leg.tick(now);
    this.#detect(plug);
    if (plug.digits.length > 0) this.#sendDigit(plug, now);
    else if (plug.taps > 0 && !plug.hasFrame) plug.hasFrame = plug.queue.pull(plug.frame, now);
  }

  #detect(plug: Plug): void {
    if (plug.detecting === null) return;
    const { rules, power, frames } = plug.detecting;
    const { state, verdict } = detect(plug.detecting.state, frames === 0 ? 0 : power / frames, rules);
    plug.detecting = verdict === null ? { rules, state, power: 0, frames: 0 } : null;
    if (verdict !== null) this.#events.detected(plug.leg.id, verdict, state.elapsed);
  }

  /** What the leg is sent in this tick, if it is not forwarded. */
  #serve(plug: Plug, now: number): void {
    if (!isForwarded(plug)) this.#send(plug, this.#mixFor(plug), now);
    else if (now - plug.lastForwardAt > STILL_MS) this.#send(plug, SILENCE, now);
  }

  #frames(legs: readonly LegId[]): readonly Uint8Array[] {
    const frames: Uint8Array[] = [];
    for (const id of legs) {
      const plug = this.#plugs.get(id);
      if (plug?.hasFrame) frames.push(plug.frame);
    }
    return frames;
  }

  #send(plug: Plug, frame: Uint8Array, now: number): void {
    plug.leg.sendFrame(frame, now);
    if (plug.leg.connected) plug.levelOut.take(frame, now);
  }

  #sendDigit(plug: Plug, now: number): void {
    const [row, ...later] = plug.digits;
    if (row === undefined) return;
    if (!row.next(plug.frame)) {
      plug.digits = later;
      plug.queue.clear();
      return;
    }
    plug.hasFrame = true;
    plug.levelIn.take(plug.frame, now);
    for (const listener of plug.forwardTo) {
      this.#send(listener, plug.frame, now);
      listener.lastForwardAt = now;
    }
  }

  #mixFor(plug: Plug): Uint8Array {
    const played = this.#nextPlayed(plug);
    const loud = plug.sources.filter(({ hasFrame }) => hasFrame);
    if (loud.length === 0) return played ? this.#played : SILENCE;
    const [only] = loud;
    if (loud.length === 1 && !played && only !== undefined) return only.frame;
    this.#sum.fill(0);
    for (const source of loud) addFrame(this.#sum, source.frame);
    if (played) addFrame(this.#sum, this.#played);
    encodeSum(this.#sum, this.#mix);
    return this.#mix;
  }

  /** Whether there is 20 ms of a sound to play; a sound waits for a leg that is not connected yet. */
  #nextPlayed(plug: Plug): boolean {
    const { playing } = plug;
    if (playing === null || !plug.leg.connected) return false;
    if (playing.list.next(this.#played)) return true;
    plug.playing = null;
    this.#wire();
    this.#events.played(plug.leg.id, playing.play);
    return false;
  }
}
