/** The runner: an event in, one transition, its effects out. It knows neither the rules nor the world. */
import type { PhoneEffect } from './core/effects.ts';
import type { PhoneEvent } from './core/events.ts';
import type { Features } from './core/features.ts';
import { initialPhone, type PhoneState } from './core/phone-state.ts';
import { transition } from './core/transition.ts';

export interface Phone {
  readonly getState: () => PhoneState;
  /** Calls back after each change; returns how to stop. */
  readonly listen: (changed: () => void) => () => void;
  readonly send: (event: PhoneEvent) => void;
  /** Hears nothing more. What ends because the page goes is no end of the call: the next page takes it up again. */
  readonly stop: () => void;
}

export interface PhoneOptions {
  /** Orders one effect done and returns at once; what comes of it is sent as an event. It must not throw. */
  readonly perform: (effect: PhoneEffect, send: (event: PhoneEvent) => void) => void;
  readonly features?: Features;
}

export function createPhone({ perform, features }: PhoneOptions): Phone {
  let state = initialPhone;
  let running = false;
  let stopped = false;
  const queue: PhoneEvent[] = [];
  const listeners = new Set<() => void>();

  // An effect may answer at once: its event waits until all effects of this one have been ordered.
  function send(event: PhoneEvent): void {
    if (stopped) return;
    queue.push(event);
    if (running) return;
    running = true;
    const before = state;
    try {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const outcome = transition(state, next, features);
        state = outcome.state;
        for (const effect of outcome.effects) perform(effect, send);
      }
    } finally {
      running = false;
      if (state !== before) for (const changed of listeners) changed();
    }
  }

  return {
    getState: () => state,
    listen: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    send,
    stop: () => {
      stopped = true;
    },
  };
}
