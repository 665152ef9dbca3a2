import type { Channels } from '../commands.ts';
import { FRAME_MS, FRAME_SAMPLES, ULAW_SILENCE } from '../core/audio/g711.ts';
import { meanSquare } from '../core/audio/level-meter.ts';
import {
  type DetectionRules,
  detect,
  initialDetection,
  type Verdict,
} from '../core/audio/machine-detector.ts';
import { addFrame, encodeSum } from '../core/audio/mixing.ts';
import { Playlist } from '../core/audio/playlist.ts';
import type { Clip } from '../core/audio/tones.ts';
import type { LegId, Level } from '../protocol.ts';
import type { MediaLeg } from './media-leg.ts';
import { connectPorts, createMixerPort, isForwarded, type MixerPort } from './mixer-port.ts';
import type { Recording } from './recording.ts';
import { type Tap, Taps } from './taps.ts';

/** A forwarded leg is sent silence after this time without packets from its source. */
const SOURCE_TIMEOUT_MS = 120;

const NO_AUDIO_MS = 4000;

const SILENCE = new Uint8Array(FRAME_SAMPLES).fill(ULAW_SILENCE);

export interface MixerEvents {
  onPlayed(leg: LegId, play: string): void;
  onDetected(leg: LegId, verdict: Verdict, afterMs: number): void;
  /** A leg (or a recording, if null) threw; the others continue. */
  onError(leg: LegId | null, message: string): void;
  onTapFrame(tap: string, frame: Uint8Array): void;
  /** Its leg was closed. */
  onTapClosed(tap: string): void;
}

/** Digits and texts that may wait to be inserted into one leg's audio. */
const MAX_INSERTS = 20;

const MAX_TAPS = 20;

/**
 * A leg with one source and no playback gets that source's packets on arrival; every other leg gets a mix on the
 * 20 ms tick. Every leg is sent 50 packets per second, silence if there is nothing else.
 */
export class Mixer {
  readonly #ports = new Map<LegId, MixerPort>();
  readonly #recordings = new Map<string, { readonly recording: Recording; channels: Channels }>();
  readonly #taps = new Taps();
  readonly #sum = new Int32Array(FRAME_SAMPLES);
  readonly #mix = new Uint8Array(FRAME_SAMPLES);
  readonly #played = new Uint8Array(FRAME_SAMPLES);
  readonly #events: MixerEvents;
  #ticks = 0;

  constructor(events: MixerEvents) {
    this.#events = events;
  }

  add(leg: MediaLeg): void {
    this.#ports.set(leg.id, createMixerPort(leg));
    this.#connect();
  }

  remove(id: LegId): void {
    if (!this.#ports.delete(id)) return;
    const closed = this.#taps.closeLeg(id);
    this.#connect();
    for (const tap of closed) this.#events.onTapClosed(tap);
  }

  setHears(routes: readonly { readonly leg: LegId; readonly hears: readonly LegId[] }[]): void {
    for (const { leg, hears } of routes) {
      const port = this.#ports.get(leg);
      if (port !== undefined) port.hears = [...new Set(hears)];
    }
    this.#connect();
  }

  play(id: LegId, play: string, clips: readonly Clip[], loop: boolean): void {
    const port = this.#ports.get(id);
    if (port === undefined) return;
    port.playing = { play, list: new Playlist(clips, loop) };
    this.#connect();
  }

  stopPlay(id: LegId): void {
    const port = this.#ports.get(id);
    if (port === undefined || port.playing === null) return;
    port.playing = null;
    this.#connect();
  }

  /**
   * The clips replace the audio that the leg sends.
   * @throws if too many are waiting
   */
  insert(id: LegId, clips: readonly Clip[]): void {
    const port = this.#ports.get(id);
    if (port === undefined) return;
    if (port.inserts.length >= MAX_INSERTS)
      throw new Error(`leg ${id} has too many digits and texts to send`);
    port.inserts = [...port.inserts, new Playlist(clips, false)];
  }

  /** @throws if the name is in use or there are too many */
  openTap(name: string, tap: Tap): void {
    if (this.#taps.has(name)) throw new Error(`tap ${name} already exists`);
    if (this.#taps.size >= MAX_TAPS) throw new Error(`there are already ${MAX_TAPS} taps`);
    this.#taps.open(name, tap);
    this.#connect();
  }

  closeTap(name: string): void {
    if (this.#taps.close(name)) this.#connect();
  }

  detectMachine(id: LegId, rules: DetectionRules): void {
    const port = this.#ports.get(id);
    if (port !== undefined) port.detecting = { rules, state: initialDetection, power: 0, frames: 0 };
  }

  startRecording(name: string, recording: Recording, channels: Channels): void {
    this.#recordings.set(name, { recording, channels });
    this.#connect();
  }

  setRecordingChannels(name: string, channels: Channels): boolean {
    const entry = this.#recordings.get(name);
    if (entry === undefined) return false;
    entry.channels = channels;
    this.#connect();
    return true;
  }

  recording(name: string): Recording | null {
    return this.#recordings.get(name)?.recording ?? null;
  }

  stopRecording(name: string): void {
    if (this.#recordings.delete(name)) this.#connect();
  }

  recordingNames(): readonly string[] {
    return [...this.#recordings.keys()];
  }

  get audioMs(): number {
    return this.#ticks * FRAME_MS;
  }

  levels(now: number, tones: readonly number[] = []): readonly Level[] {
    return [...this.#ports.values()].map(({ leg, hears, levelIn, levelOut, jitterBuffer }) => ({
      leg: leg.id,
      in: levelIn.rms(now),
      sends:
        now - levelIn.lastPacketAt > NO_AUDIO_MS ? 'nothing' : levelIn.rms(now) > 0 ? 'sound' : 'silence',
      tones: levelOut.toneLevels(tones),
      concealed: jitterBuffer.concealed,
      network: leg.network ?? null,
      out: levelOut.rms(now),
      packetsIn: levelIn.packets,
      packetsOut: levelOut.packets,
      hears: [...hears],
    }));
  }

  receive(
    id: LegId,
    source: string,
    sequence: number,
    timestamp: number,
    payload: Uint8Array,
    now: number,
  ): void {
    const port = this.#ports.get(id);
    if (port === undefined || port.inserts.length > 0) return;
    port.levelIn.add(payload, now);
    if (port.detecting !== null) {
      const { power, frames } = port.detecting;
      port.detecting = { ...port.detecting, power: power + meanSquare(payload), frames: frames + 1 };
    }
    for (const listener of port.forwardTo) {
      listener.leg.forward(source, sequence, timestamp, payload, now);
      if (listener.leg.connected) listener.levelOut.add(payload, now);
      listener.lastForwardAt = now;
    }
    if (port.tapCount === 0) return;
    if (port.leg.kind === 'client') port.jitterBuffer.push(timestamp, payload, now);
    else {
      port.frame.set(payload);
      port.hasFrame = true;
    }
  }

  tick(now: number): void {
    this.#ticks += 1;
    for (const port of this.#ports.values()) {
      try {
        this.#collectInput(port, now);
      } catch (error) {
        this.#events.onError(port.leg.id, String(error));
      }
    }
    for (const port of this.#ports.values()) {
      try {
        this.#sendOutput(port, now);
      } catch (error) {
        this.#events.onError(port.leg.id, String(error));
      }
    }
    for (const { recording, channels } of this.#recordings.values()) {
      try {
        recording.append(this.#frames(channels.first), this.#frames(channels.second));
      } catch (error) {
        this.#events.onError(null, String(error));
      }
    }
    this.#taps.read(this.#ports, this.#events.onTapFrame);
  }

  /** Appends silence to recordings, so that they keep their length. */
  skipTicks(ticks: number): void {
    for (let i = 0; i < ticks; i += 1) {
      for (const { recording } of this.#recordings.values()) recording.append([], []);
    }
  }

  #connect(): void {
    const recordedLegs = [...this.#recordings.values()].flatMap(({ channels }) => [
      ...channels.first,
      ...channels.second,
    ]);
    connectPorts(this.#ports, recordedLegs, () => this.#taps.sources(this.#ports));
  }

  #collectInput(port: MixerPort, now: number): void {
    port.hasFrame = false;
    port.leg.tick(now);
    this.#detect(port);
    if (port.inserts.length > 0) this.#sendInsert(port, now);
    else if (port.tapCount > 0 && !port.hasFrame) port.hasFrame = port.jitterBuffer.pull(port.frame, now);
  }

  #detect(port: MixerPort): void {
    if (port.detecting === null) return;
    const { rules, power, frames } = port.detecting;
    const { state, verdict } = detect(port.detecting.state, frames === 0 ? 0 : power / frames, rules);
    port.detecting = verdict === null ? { rules, state, power: 0, frames: 0 } : null;
    if (verdict !== null) this.#events.onDetected(port.leg.id, verdict, state.elapsedMs);
  }

  #sendOutput(port: MixerPort, now: number): void {
    if (!isForwarded(port)) {
      const mix = this.#mixFor(port);
      if (this.#taps.needsMixOf(port.leg.id)) port.sentMix.set(mix);
      this.#send(port, mix, now);
    } else if (now - port.lastForwardAt > SOURCE_TIMEOUT_MS) this.#send(port, SILENCE, now);
  }

  #frames(legs: readonly LegId[]): readonly Uint8Array[] {
    const frames: Uint8Array[] = [];
    for (const id of legs) {
      const port = this.#ports.get(id);
      if (port?.hasFrame) frames.push(port.frame);
    }
    return frames;
  }

  #send(port: MixerPort, frame: Uint8Array, now: number): void {
    port.leg.sendFrame(frame, now);
    if (port.leg.connected) port.levelOut.add(frame, now);
  }

  #sendInsert(port: MixerPort, now: number): void {
    const [insert, ...later] = port.inserts;
    if (insert === undefined) return;
    if (!insert.next(port.frame)) {
      port.inserts = later;
      port.jitterBuffer.clear();
      return;
    }
    port.hasFrame = true;
    port.levelIn.add(port.frame, now);
    for (const listener of port.forwardTo) {
      this.#send(listener, port.frame, now);
      listener.lastForwardAt = now;
    }
  }

  #mixFor(port: MixerPort): Uint8Array {
    const played = this.#readPlayback(port);
    const active = port.sources.filter(({ hasFrame }) => hasFrame);
    if (active.length === 0) return played ? this.#played : SILENCE;
    const [only] = active;
    if (active.length === 1 && !played && only !== undefined) return only.frame;
    this.#sum.fill(0);
    for (const source of active) addFrame(this.#sum, source.frame);
    if (played) addFrame(this.#sum, this.#played);
    encodeSum(this.#sum, this.#mix);
    return this.#mix;
  }

  /** Playback waits until the leg is connected. */
  #readPlayback(port: MixerPort): boolean {
    const { playing } = port;
    if (playing === null || !port.leg.connected) return false;
    if (playing.list.next(this.#played)) return true;
    port.playing = null;
    this.#connect();
    this.#events.onPlayed(port.leg.id, playing.play);
    return false;
  }
}
