/** How screens and panels meet the phone: they read the state and send events, and know nothing else of it. */
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { Click } from './core/events.ts';
import type { PhoneState } from './core/phone-state.ts';
import { timerText } from './core/phone-text.ts';
import { statusLine } from './core/selectors.ts';
import type { VolumeStore } from './volume-store.ts';

/** What the page offers its components. `listen` calls back after each change and returns how to stop. */
export interface PhoneHandle {
  readonly getState: () => PhoneState;
  readonly listen: (changed: () => void) => () => void;
  readonly send: (event: Click) => void;
  readonly volumes: VolumeStore;
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

/**
 * The running time of a call as MM:SS, or null when it does not run.
 * @param startedAt milliseconds since 1970, or null
 */
export function useCallTimer(startedAt: number | null): string | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (startedAt === null) return;
    setNow(Date.now());
    const interval = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(interval);
  }, [startedAt]);
  return startedAt === null ? null : timerText(startedAt, now);
}

/** The status line as text: 'Dialing...', the running timer, 'Call Ended', 'Taken by …', or null. */
export function useStatusLine(): string | null {
  const { state } = usePhone();
  const line = statusLine(state);
  const timer = useCallTimer(line?.name === 'timer' ? line.startedAt : null);
  return line?.name === 'text' ? line.text : timer;
}
