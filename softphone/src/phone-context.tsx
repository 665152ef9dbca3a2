/** How screens and panels meet the phone: they read the state and send events, and know nothing else of it. */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { SoundStep } from './core/audio/sound-check.ts';
import type { Click } from './core/events.ts';
import type { PhoneState } from './core/phone-state.ts';
import type { SoundCheckHandle } from './sound-check.ts';
import type { VolumeStore } from './volume-store.ts';

/** What the page offers its components. `listen` calls back after each change and returns how to stop. */
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
  if (!handle) throw new Error('A component that uses the phone stands outside <PhoneContext>.');
  return handle;
}

/** The state of the phone and the way to tell it what the agent does. Renders again at every change of state. */
export function usePhone(): { readonly state: PhoneState; readonly send: (event: Click) => void } {
  const handle = useHandle();
  const state = useSyncExternalStore(handle.listen, handle.getState);
  return { state, send: handle.send };
}

/** Lit bars (0 to 5) of both meters; renders again only when a bar changes, apart from the phone's state. */
export function useVolume(): { readonly microphone: number; readonly speaker: number } {
  const { volumes } = useHandle();
  return useSyncExternalStore(volumes.listen, volumes.getBars);
}

/** This page's sound check: its step, and `send` for the agent's actions. */
export function useSoundCheck(): { readonly step: SoundStep; readonly send: SoundCheckHandle['send'] } {
  const { soundCheck } = useHandle();
  const { step } = useSyncExternalStore(soundCheck.listen, soundCheck.getState);
  return { step, send: soundCheck.send };
}

/** Lit bars of the check's meter; renders again only when a bar changes. */
export function useCheckLevel(): number {
  const { level } = useHandle().soundCheck;
  return useSyncExternalStore(level.listen, level.get);
}
