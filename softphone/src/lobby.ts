/** Before sign-in only the session's state machine runs; the phone's code is loaded afterwards. */

import type { User } from '@offhook/contract/accounts/user';
import { createListeners } from '@offhook/design/listeners';
import { t } from '@offhook/i18n/login';
import type { PhoneEvent } from './core/events.ts';
import { initialPhone, type PhoneState } from './core/phone-state.ts';
import { session } from './core/session/session.ts';
import type { TabEvent } from './core/session/tabs.ts';
import type { createPhone, Phone, PhoneOptions } from './phone.ts';

export interface LobbyOptions extends PhoneOptions {
  readonly load: (user: User) => Promise<{ readonly createPhone: typeof createPhone }>;
}

export function createLobby({ load, ...options }: LobbyOptions): Phone {
  let state: PhoneState = initialPhone;
  let phone: Phone | null = null;
  let stopped = false;
  const earlierEvents: (PhoneEvent | TabEvent)[] = [];
  /** Queued until the phone is loaded. */
  let queued: (PhoneEvent | TabEvent)[] | null = null;
  const { listen, notify } = createListeners();

  function send(event: PhoneEvent | TabEvent): void {
    if (stopped) return;
    if (phone) phone.send(event);
    else if (queued) queued.push(event);
    else if (event.type === 'userLoaded') loadPhone(event);
    else handle(event);
  }

  function handle(event: PhoneEvent | TabEvent): void {
    earlierEvents.push(event);
    const clicked = event.type === 'pageClicked' ? event.click : event;
    // The session ignores other tab events.
    const { state: settled, effects } = session(state.session, clicked as PhoneEvent);
    if (settled !== state.session) {
      state = { ...state, session: settled };
      notify();
    }
    for (const effect of effects) options.perform(effect, send);
  }

  function loadPhone(loaded: Extract<PhoneEvent, { type: 'userLoaded' }>): void {
    queued = [loaded];
    load(loaded.user).then(startPhone, (error: unknown) => {
      console.error('[offhook] The phone could not be loaded.', error);
      queued = null;
      handle({ type: 'userFailed', error: t('error.unknown') });
    });
  }

  function startPhone(loaded: { readonly createPhone: typeof createPhone }): void {
    if (stopped) return;
    const events = queued ?? [];
    queued = null;
    phone = loaded.createPhone({ ...options, earlierEvents });
    phone.listen(notify);
    for (const event of events) phone.send(event);
  }

  return {
    getState: () => phone?.getState() ?? state,
    listen,
    send,
    click: (click) => send({ type: 'pageClicked', click }),
    stop: () => {
      stopped = true;
      phone?.stop();
    },
  };
}
