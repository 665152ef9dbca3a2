/** The runner of the sound check, and the microphone's level, which changes too often to be part of its state. */
import {
  initialSoundCheck,
  type SoundCheck,
  type SoundCheckEffect,
  type SoundCheckEvent,
  soundCheck,
} from './core/audio/sound-check.ts';

/** Lit bars of the check's meter, 0 to 5. */
interface LevelStore {
  readonly get: () => number;
  readonly listen: (changed: () => void) => () => void;
  readonly set: (bars: number) => void;
}

export interface SoundCheckHandle {
  readonly getState: () => SoundCheck;
  readonly listen: (changed: () => void) => () => void;
  readonly send: (event: SoundCheckEvent) => void;
  readonly level: LevelStore;
}

export type PerformSoundCheck = (
  effect: SoundCheckEffect,
  send: (event: SoundCheckEvent) => void,
  level: LevelStore,
) => void;

export function createSoundCheck(perform: PerformSoundCheck): SoundCheckHandle {
  let state = initialSoundCheck;
  const level = createLevelStore();
  const listeners = new Set<() => void>();

  function send(event: SoundCheckEvent): void {
    const before = state;
    const { check, effects } = soundCheck(state, event);
    state = check;
    for (const effect of effects) perform(effect, send, level);
    if (state !== before) for (const changed of listeners) changed();
  }

  return {
    getState: () => state,
    listen: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    send,
    level,
  };
}

function createLevelStore(): LevelStore {
  const listeners = new Set<() => void>();
  let bars = 0;
  return {
    get: () => bars,
    listen: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    set: (next) => {
      if (next === bars) return;
      bars = next;
      for (const changed of listeners) changed();
    },
  };
}
