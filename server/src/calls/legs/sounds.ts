import type { SoundName } from '../../platform/telephony/webhook-urls.ts';
import { holdMusic, reorderTone, ringbackTone } from '../core/twiml/sounds.ts';

const GENERATORS: Readonly<Record<SoundName, () => Uint8Array>> = {
  ringback: ringbackTone,
  music: holdMusic,
  failed: reorderTone,
};

const cache = new Map<SoundName, Uint8Array>();

export function isSoundName(name: string): name is SoundName {
  return Object.hasOwn(GENERATORS, name);
}

export function getSound(name: SoundName): Uint8Array {
  const sound = cache.get(name) ?? GENERATORS[name]();
  cache.set(name, sound);
  return sound;
}
