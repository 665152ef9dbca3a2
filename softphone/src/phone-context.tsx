import { createContext, useContext, useSyncExternalStore } from 'react';
import type { SoundStep } from './core/audio/sound-check.ts';
import type { Click } from './core/events.ts';
import type { PhoneState } from './core/phone-state.ts';
import type { SoundCheckHandle } from './sound-check.ts';
import type { VolumeStore } from './volume-store.ts';

export interface PhoneHandle {
  readonly getState: () => PhoneState;
  readonly listen: (changed: () => void) => () => void;
  readonly send: (event: Click) => void;
  readonly volumes: VolumeStore;
  readonly soundCheck: SoundCheckHandle;
}

export const PhoneContext = createContext<PhoneHandle | null>(null);

function useHandle(): PhoneHandle {
  const handle = useContext(PhoneContext);
  if (!handle) throw new Error('usePhone must be called inside <PhoneContext>.');
  return handle;
}

export function usePhone(): { readonly state: PhoneState; readonly send: (event: Click) => void } {
  const handle = useHandle();
  const state = useSyncExternalStore(handle.listen, handle.getState);
  return { state, send: handle.send };
}

/** Renders only when a bar changes. */
export function useVolume(): { readonly microphone: number; readonly speaker: number } {
  const { volumes } = useHandle();
  return useSyncExternalStore(volumes.listen, volumes.getBars);
}

export function useSoundCheck(): { readonly step: SoundStep; readonly send: SoundCheckHandle['send'] } {
  const { soundCheck } = useHandle();
  const { step } = useSyncExternalStore(soundCheck.listen, soundCheck.getState);
  return { step, send: soundCheck.send };
}

export function useCheckLevel(): number {
  const { level } = useHandle().soundCheck;
  return useSyncExternalStore(level.listen, level.get);
}
