import { JitterQueue } from '../core/packets/jitter-queue.ts';
import { OutboundStream } from '../core/packets/outbound-stream.ts';
import { FRAME_MS, FRAME_SAMPLES, ULAW_SILENCE } from '../core/sound/g711.ts';
import { meanSquare } from '../core/sound/level-meter.ts';
import { Playlist } from '../core/sound/playlist.ts';
import { nextTalker, silentTalker, type Talker, type TalkerRules } from '../core/sound/talker.ts';
import { type Clip, writeTone } from '../core/sound/tones.ts';
import type { Persona } from '../orders.ts';
import type { LegId } from '../protocol.ts';
import type { LegEvents, MediaLeg } from './media-leg.ts';
import type { Sounds } from './sounds.ts';

/** What a persona does with each 20 ms: `heard` is how loud the other side was; writes what is said. */
type Behaviour = (out: Uint8Array, heard: number, leg: CarrierLeg, now: number) => void;

/** The party of that name, while it is there. */
type FindCarrier = (id: LegId) => CarrierLeg | undefined;

/** A party of the pretend telephone network: it lives in this process and has no network of its own. */
export class CarrierLeg implements MediaLeg {
  readonly id: string;
  readonly kind = 'carrier';
  readonly connected = true;
  /** What it hears: an echo sends it back, a relay sends it on. */
  readonly heard = new JitterQueue();
  readonly #events: LegEvents & { onEnded(): void };
  readonly #frame = new Uint8Array(FRAME_SAMPLES);
  #behaviour: Behaviour = silent;
  #newest: Persona | null = null;
  #endsIn = Number.POSITIVE_INFINITY;
  #loudness = 0;
  #heardFrames = 0;
  /** What it hears, as one stream whoever it comes from. */
  readonly #in = new OutboundStream(0, 0);
  #sequence = 0;

  constructor(id: string, events: LegEvents & { onEnded(): void }) {
    this.id = id;
    this.#events = events;
  }

  /**
   * Begins to behave in another way. Rejects, and changes nothing, when a sound of it cannot be read. Reading takes
   * time: a newer order wins, whichever is ready first.
   */
  async setPersona(persona: Persona, sounds: Sounds, find: FindCarrier): Promise<void> {
    this.#newest = persona;
    const behaviour = await makeBehaviour(persona, sounds, find);
    if (this.#newest !== persona) return;
    this.#behaviour = behaviour;
    const endsAfterMs =
      persona.kind === 'talker' || persona.kind === 'voicemail' ? persona.endsAfterMs : undefined;
    this.#endsIn = endsAfterMs ?? Number.POSITIVE_INFINITY;
    this.heard.clear();
  }

  /** It wants to hang up. */
  goes(): void {
    this.#events.onEnded();
  }

  sendFrame(frame: Uint8Array, now: number): void {
    this.#in.own(frame.length, now);
    this.#hear(frame, now);
  }

  forward(source: string, sequence: number, timestamp: number, payload: Uint8Array, now: number): void {
    if (this.#in.pass(source, sequence, timestamp, payload.length, now)) this.#hear(payload, now);
  }

  tick(now: number): void {
    const heard = this.#heardFrames === 0 ? 0 : this.#loudness / this.#heardFrames;
    this.#loudness = 0;
    this.#heardFrames = 0;
    this.#behaviour(this.#frame, heard, this, now);
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#events.onAudio(this.id, this.#sequence, (this.#sequence * FRAME_SAMPLES) >>> 0, this.#frame, now);
    if (this.#endsIn === Number.POSITIVE_INFINITY) return;
    this.#endsIn -= FRAME_MS;
    if (this.#endsIn > 0) return;
    this.#endsIn = Number.POSITIVE_INFINITY;
    this.#events.onEnded();
  }

  close(): void {
    this.#behaviour = silent;
  }

  #hear(payload: Uint8Array, now: number): void {
    this.heard.push(this.#in.timestamp, payload, now);
    this.#loudness += meanSquare(payload);
    this.#heardFrames += 1;
  }
}

const silent: Behaviour = (out) => {
  out.fill(ULAW_SILENCE);
};

async function makeBehaviour(persona: Persona, sounds: Sounds, find: FindCarrier): Promise<Behaviour> {
  switch (persona.kind) {
    case 'silent':
      return silent;
    case 'echo':
      return (out, _heard, leg, now) => {
        if (!leg.heard.pull(out, now)) out.fill(ULAW_SILENCE);
      };
    case 'relay':
      return (out, _heard, _leg, now) => {
        if (!find(persona.leg)?.heard.pull(out, now)) out.fill(ULAW_SILENCE);
      };
    case 'tone':
      return tone(persona.frequency);
    case 'voicemail': {
      const greeting: Clip = { kind: 'samples', ulaw: await sounds.file(persona.greeting) };
      const beep: Clip = { kind: 'tone', frequencies: [1000], on: 400, off: 0 };
      const list = new Playlist([{ kind: 'silence', ms: 300 }, greeting, beep], false);
      return (out) => {
        if (!list.next(out)) out.fill(ULAW_SILENCE);
      };
    }
    case 'talker':
      return talker(await Promise.all(persona.lines.map((line) => sounds.file(line))), persona);
    default:
      return persona satisfies never;
  }
}

function tone(frequency: number): Behaviour {
  let offset = 0;
  return (out) => {
    writeTone(out, [frequency], offset, Number.POSITIVE_INFINITY);
    offset += FRAME_SAMPLES;
  };
}

function talker(lines: readonly Uint8Array[], persona: Omit<TalkerRules, 'lines'>): Behaviour {
  const rules: TalkerRules = { ...persona, lines: lines.length };
  let state: Talker = silentTalker;
  let line: Playlist | null = null;
  return (out, heard, leg) => {
    const before = state.kind;
    state = nextTalker(state, { type: 'frameHeard', power: heard }, rules);
    if (state.kind === 'over' && before !== 'over') leg.goes();
    if (state.kind === 'speaking') {
      line ??= new Playlist([{ kind: 'samples', ulaw: lines[state.line] ?? new Uint8Array(0) }], false);
      if (line.next(out)) return;
      line = null;
      state = nextTalker(state, { type: 'lineSaid' }, rules);
    }
    out.fill(ULAW_SILENCE);
  };
}
