/** The runner: an event in, one transition, its effects out. It knows neither the rules nor the world. */

import { createListeners } from '@offhook/design/listeners';
import type { PhoneEffect } from './core/effects.ts';
import type { Click, PhoneEvent } from './core/events.ts';
import type { PhoneState } from './core/phone-state.ts';
import { initialTabs, shownPhone, type TabEffect, type TabEvent, tabs } from './core/session/tabs.ts';

export interface Phone {
  /** What this page shows: its own, or that of the page which is the phone. */
  readonly getState: () => PhoneState;
  /** Calls back after each change; returns how to stop. */
  readonly listen: (changed: () => void) => () => void;
  readonly send: (event: PhoneEvent | TabEvent) => void;
  /** What the agent does on this page. */
  readonly click: (click: Click) => void;
  /** Stops handling events. A page that closes doesn't end the call: the next page resumes it. */
  readonly stop: () => void;
}

export interface PhoneOptions {
  /** Orders one effect done and returns at once; what comes of it is sent as an event. It must not throw. */
  readonly perform: (effect: PhoneEffect, send: (event: PhoneEvent) => void) => void;
  /** The same for orders to other pages; without it there are none. */
  readonly performForTabs?: (effect: TabEffect) => void;
  /** What came before this phone was there; what it ordered has been done. */
  readonly past?: readonly (PhoneEvent | TabEvent)[];
}

export function createPhone({ perform, performForTabs, past = [] }: PhoneOptions): Phone {
  let state = past.reduce((before, event) => tabs(before, event).tabs, initialTabs);
  let shown = shownPhone(state);
  let running = false;
  let stopped = false;
  const queue: (PhoneEvent | TabEvent)[] = [];
  const { listen, tell } = createListeners();

  // An effect may answer at once: its event waits until all effects of this one have been ordered.
  function send(event: PhoneEvent | TabEvent): void {
    if (stopped) return;
    queue.push(event);
    if (running) return;
    running = true;
    const before = shown;
    try {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const outcome = tabs(state, next);
        if (outcome.tabs !== state) {
          state = outcome.tabs;
          shown = shownPhone(state);
        }
        for (const effect of outcome.effects) {
          if (isForTabs(effect)) performForTabs?.(effect);
          else perform(effect, send);
        }
      }
    } finally {
      running = false;
      if (shown !== before) tell();
    }
  }

  return {
    getState: () => shown,
    listen,
    send,
    click: (click) => send({ type: 'pageClicked', click }),
    stop: () => {
      stopped = true;
    },
  };
}

function isForTabs(effect: PhoneEffect | TabEffect): effect is TabEffect {
  return effect.type === 'reportToTabs' || effect.type === 'requestReport' || effect.type === 'forwardClick';
}
