/** The level changes too often to be part of the state. */

import { createListeners } from '@offhook/design/listeners';
import {
  initialSoundCheck,
  type SoundCheckEffect,
  type SoundCheckEvent,
  soundCheck,
} from './core/audio/sound-check.ts';

type LevelStore = ReturnType<typeof createLevelStore>;

export type SoundCheckHandle = ReturnType<typeof createSoundCheck>;

export type PerformSoundCheck = (
  effect: SoundCheckEffect,
  send: (event: SoundCheckEvent) => void,
  level: LevelStore,
) => void;

export function createSoundCheck(perform: PerformSoundCheck) {
  let state = initialSoundCheck;
  const level = createLevelStore();
  const { listen, notify } = createListeners();

  function send(event: SoundCheckEvent): void {
    const before = state;
    const { check, effects } = soundCheck(state, event);
    state = check;
    for (const effect of effects) perform(effect, send, level);
    if (state !== before) notify();
  }

  return { getState: () => state, listen, send, level };
}

function createLevelStore() {
  const { listen, notify } = createListeners();
  let bars = 0;
  return {
    get: () => bars,
    listen,
    set: (next: number) => {
      if (next === bars) return;
      bars = next;
      notify();
    },
  };
}
