import { createListeners } from '@offhook/design/listeners';
import type { PhoneEffect } from './core/effects.ts';
import type { Click, PhoneEvent } from './core/events.ts';
import type { PhoneState } from './core/phone-state.ts';
import { initialTabs, shownPhone, type TabEffect, type TabEvent, tabs } from './core/session/tabs.ts';

export interface Phone {
  /** The state to show: this tab's, or that of the tab that is the phone. */
  readonly getState: () => PhoneState;
  readonly listen: (changed: () => void) => () => void;
  readonly send: (event: PhoneEvent | TabEvent) => void;
  readonly click: (click: Click) => void;
  /** Stops handling events. A page that closes doesn't end the call: the next page resumes it. */
  readonly stop: () => void;
}

export interface PhoneOptions {
  /** Must not throw. Results come back as events. */
  readonly perform: (effect: PhoneEffect, send: (event: PhoneEvent) => void) => void;
  readonly performForTabs?: (effect: TabEffect) => void;
  /** Events handled before this phone was created; their effects have already been performed. */
  readonly earlierEvents?: readonly (PhoneEvent | TabEvent)[];
}

/**
 * An accepted call connects in short steps on the page's main thread, and rendering its view during them would delay its
 * first sound. Below 100 ms, the view still appears at once.
 */
const ACCEPT_HEAD_START_MS = 90;

export function createPhone({ perform, performForTabs, earlierEvents = [] }: PhoneOptions): Phone {
  let state = earlierEvents.reduce((before, event) => tabs(before, event).tabs, initialTabs);
  let shown = shownPhone(state);
  let running = false;
  let stopped = false;
  let connecting = false;
  const queue: (PhoneEvent | TabEvent)[] = [];
  const { listen, notify } = createListeners();

  function notifyAfterHeadStart(): void {
    connecting = true;
    setTimeout(() => {
      connecting = false;
      notify();
    }, ACCEPT_HEAD_START_MS);
  }

  // Events sent by an effect wait until all effects of the current event have been performed.
  function send(event: PhoneEvent | TabEvent): void {
    if (stopped) return;
    queue.push(event);
    if (running) return;
    running = true;
    const before = shown;
    let accepts = false;
    try {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const outcome = tabs(state, next);
        if (outcome.tabs !== state) {
          state = outcome.tabs;
          shown = shownPhone(state);
        }
        for (const effect of outcome.effects) {
          accepts ||= effect.type === 'acceptLine';
          if (isForTabs(effect)) performForTabs?.(effect);
          else perform(effect, send);
        }
      }
    } finally {
      running = false;
      if (accepts && !connecting) notifyAfterHeadStart();
      else if (shown !== before && !connecting) notify();
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
