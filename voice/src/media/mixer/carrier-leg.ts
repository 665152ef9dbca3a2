import type { Persona } from '../commands.ts';
import { FRAME_MS, FRAME_SAMPLES, ULAW_SILENCE } from '../core/audio/g711.ts';
import { meanSquare } from '../core/audio/level-meter.ts';
import { Playlist } from '../core/audio/playlist.ts';
import { initialTalker, nextTalker, type Talker, type TalkerRules } from '../core/audio/talker.ts';
import { type Clip, writeTone } from '../core/audio/tones.ts';
import { JitterBuffer } from '../core/packets/jitter-buffer.ts';
import { OutboundStream } from '../core/packets/outbound-stream.ts';
import type { LegId } from '../protocol.ts';
import type { LegEvents, MediaLeg } from './media-leg.ts';
import type { SoundFiles } from './sound-files.ts';

type Behavior = (out: Uint8Array, loudness: number, leg: CarrierLeg, now: number) => void;

type FindCarrier = (id: LegId) => CarrierLeg | undefined;

/** A simulated party. */
export class CarrierLeg implements MediaLeg {
  readonly id: string;
  readonly kind = 'carrier';
  readonly connected = true;
  readonly received = new JitterBuffer();
  readonly #events: LegEvents & { onEnded(): void };
  readonly #frame = new Uint8Array(FRAME_SAMPLES);
  #behavior: Behavior = silent;
  #latestPersona: Persona | null = null;
  #endsInMs = Number.POSITIVE_INFINITY;
  #loudness = 0;
  #receivedFrames = 0;
  /** Merges changing sources into one stream. */
  readonly #inbound = new OutboundStream(0, 0);
  #sequence = 0;

  constructor(id: string, events: LegEvents & { onEnded(): void }) {
    this.id = id;
    this.#events = events;
  }

  /** Rejects without a change if a file can't be read. Loading takes time; the latest call wins. */
  async setPersona(persona: Persona, sounds: SoundFiles, find: FindCarrier): Promise<void> {
    this.#latestPersona = persona;
    const behavior = await createBehavior(persona, sounds, find);
    if (this.#latestPersona !== persona) return;
    this.#behavior = behavior;
    const endsAfterMs =
      persona.kind === 'talker' || persona.kind === 'voicemail' ? persona.endsAfterMs : undefined;
    this.#endsInMs = endsAfterMs ?? Number.POSITIVE_INFINITY;
    this.received.clear();
  }

  hangUp(): void {
    this.#events.onEnded();
  }

  sendFrame(frame: Uint8Array, now: number): void {
    this.#inbound.placeGenerated(frame.length, now);
    this.#receive(frame, now);
  }

  forward(source: string, sequence: number, timestamp: number, payload: Uint8Array, now: number): void {
    if (this.#inbound.placeForwarded(source, sequence, timestamp, payload.length, now))
      this.#receive(payload, now);
  }

  tick(now: number): void {
    const loudness = this.#receivedFrames === 0 ? 0 : this.#loudness / this.#receivedFrames;
    this.#loudness = 0;
    this.#receivedFrames = 0;
    this.#behavior(this.#frame, loudness, this, now);
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#events.onAudio(this.id, this.#sequence, (this.#sequence * FRAME_SAMPLES) >>> 0, this.#frame, now);
    if (this.#endsInMs === Number.POSITIVE_INFINITY) return;
    this.#endsInMs -= FRAME_MS;
    if (this.#endsInMs > 0) return;
    this.#endsInMs = Number.POSITIVE_INFINITY;
    this.#events.onEnded();
  }

  close(): void {
    this.#behavior = silent;
  }

  #receive(payload: Uint8Array, now: number): void {
    this.received.push(this.#inbound.timestamp, payload, now);
    this.#loudness += meanSquare(payload);
    this.#receivedFrames += 1;
  }
}

const silent: Behavior = (out) => {
  out.fill(ULAW_SILENCE);
};

async function createBehavior(persona: Persona, sounds: SoundFiles, find: FindCarrier): Promise<Behavior> {
  switch (persona.kind) {
    case 'silent':
      return silent;
    case 'echo':
      return (out, _loudness, leg, now) => {
        if (!leg.received.pull(out, now)) out.fill(ULAW_SILENCE);
      };
    case 'relay':
      return (out, _loudness, _leg, now) => {
        if (!find(persona.leg)?.received.pull(out, now)) out.fill(ULAW_SILENCE);
      };
    case 'tone':
      return tone(persona.frequency);
    case 'voicemail': {
      const greeting: Clip = { kind: 'samples', ulaw: await sounds.load(persona.greeting) };
      const beep: Clip = { kind: 'tone', frequencies: [1000], onMs: 400, offMs: 0 };
      const list = new Playlist([{ kind: 'silence', ms: 300 }, greeting, beep], false);
      return (out) => {
        if (!list.next(out)) out.fill(ULAW_SILENCE);
      };
    }
    case 'talker':
      return talker(await Promise.all(persona.lines.map((line) => sounds.load(line))), persona);
    default:
      return persona satisfies never;
  }
}

function tone(frequency: number): Behavior {
  let offset = 0;
  return (out) => {
    writeTone(out, [frequency], offset, Number.POSITIVE_INFINITY);
    offset += FRAME_SAMPLES;
  };
}

function talker(lines: readonly Uint8Array[], persona: Omit<TalkerRules, 'lines'>): Behavior {
  const rules: TalkerRules = { ...persona, lines: lines.length };
  let state: Talker = initialTalker;
  let line: Playlist | null = null;
  return (out, loudness, leg) => {
    const before = state.kind;
    state = nextTalker(state, { type: 'frameHeard', power: loudness }, rules);
    if (state.kind === 'over' && before !== 'over') leg.hangUp();
    if (state.kind === 'speaking') {
      line ??= new Playlist([{ kind: 'samples', ulaw: lines[state.line] ?? new Uint8Array(0) }], false);
      if (line.next(out)) return;
      line = null;
      state = nextTalker(state, { type: 'lineEnded' }, rules);
    }
    out.fill(ULAW_SILENCE);
  };
}
