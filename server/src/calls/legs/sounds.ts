/** The sounds by their names in addresses; each is computed once. */

import type { SoundName } from '../../platform/telephony/webhook-urls.ts';
import { failedTone, music, ringBack } from '../core/sounds.ts';

const MAKERS: Readonly<Record<SoundName, () => Uint8Array>> = {
  ringback: ringBack,
  music,
  failed: failedTone,
};

const made = new Map<SoundName, Uint8Array>();

export function isSoundName(name: string): name is SoundName {
  return Object.hasOwn(MAKERS, name);
}

export function soundOf(name: SoundName): Uint8Array {
  const sound = made.get(name) ?? MAKERS[name]();
  made.set(name, sound);
  return sound;
}
