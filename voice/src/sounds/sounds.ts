import type { Sound } from '../media/commands.ts';
import type { TwimlError } from '../twiml/core/attributes.ts';
import { LOOP_FOREVER, type Verb } from '../twiml/core/verbs.ts';
import type { AudioCache } from './audio-cache.ts';
import type { Speech } from './speech.ts';

/** Played when a participant joins or leaves. */
export const beep: Sound = { kind: 'tone', frequencies: [620], onMs: 180, offMs: 0 };
/** Played when a sound is unavailable. */
export const errorTone: Sound = { kind: 'tone', frequencies: [480, 620], onMs: 250, offMs: 250 };

const rows = [697, 770, 852, 941];
const columns = [1209, 1336, 1477];
const keypad = '123456789*0#';

/** `error` says why the original sound is unavailable. */
export interface PlayableSounds {
  readonly sounds: readonly Sound[];
  readonly loop: boolean;
  readonly error?: TwimlError;
}

export type PlayableVerb = Extract<Verb, { verb: 'say' | 'play' | 'digits' }>;

export class Sounds {
  readonly holdMusic: Sound;
  readonly #audio: AudioCache;
  readonly #speech: Speech;

  constructor(holdMusic: string, audio: AudioCache, speech: Speech) {
    this.holdMusic = { kind: 'file', path: holdMusic };
    this.#audio = audio;
    this.#speech = speech;
  }

  async forVerb(verb: PlayableVerb): Promise<PlayableSounds> {
    switch (verb.verb) {
      case 'say':
        return repeated(await this.#speech.say(verb), verb.loop);
      case 'play': {
        const file = await this.#audio.fetchFile(verb.url);
        if ('code' in file) return { ...once([errorTone]), error: file };
        return repeated([{ kind: 'file', path: file.path }], verb.loop);
      }
      case 'digits':
        return once(digitSounds(verb.digits));
      default:
        return verb satisfies never;
    }
  }
}

/** DTMF tones; `w` waits for 500 ms. */
export function digitSounds(digits: string): readonly Sound[] {
  return [...digits].map(digitSound);
}

function digitSound(digit: string): Sound {
  const key = keypad.indexOf(digit);
  const low = rows[Math.floor(key / 3)];
  const high = columns[key % 3];
  if (key < 0 || low === undefined || high === undefined) return { kind: 'silence', ms: 500 };
  return { kind: 'tone', frequencies: [low, high], onMs: 100, offMs: 200 };
}

function once(sounds: readonly Sound[]): PlayableSounds {
  return { sounds, loop: false };
}

function repeated(sounds: readonly Sound[], times: number): PlayableSounds {
  if (times >= LOOP_FOREVER) return { sounds, loop: true };
  return once(Array.from({ length: times }, () => sounds).flat());
}
