import { t } from '@offhook/i18n/phone';
import { hasUnsentRequest } from '../outbox/unsent.ts';
import type { PhoneState } from '../phone-state.ts';

export type StatusLine =
  | { readonly name: 'text'; readonly text: string }
  | { readonly name: 'timer'; readonly startedAt: number };

function textLine(text: string | null): StatusLine | null {
  return text === null ? null : { name: 'text', text };
}

export function statusLine(state: PhoneState): StatusLine | null {
  const { view } = state.screen;
  switch (view.name) {
    case 'waiting':
      if (view.placing) return { name: 'text', text: t('call.dialing') };
      return textLine(currentNotice(state));
    case 'oncall':
      switch (view.phase.name) {
        case 'dialing':
          return { name: 'text', text: t('call.dialing') };
        case 'connecting':
          return null;
        case 'talking':
          return { name: 'timer', startedAt: view.phase.startedAt };
        case 'ended':
          return { name: 'text', text: t('call.ended') };
        default:
          return view.phase satisfies never;
      }
    case 'disposition':
      return { name: 'text', text: t('call.ended') };
    case 'thankyou':
      return view.autoCloses ? { name: 'text', text: t('call.ended') } : null;
    case 'ringing':
    case 'disposition2':
    case 'sms':
    case 'note':
      return null;
    default:
      return view satisfies never;
  }
}

/** Recent events come before ongoing states. */
export function toastText(state: PhoneState): string | null {
  const { audio, screen, reachability } = state;
  const notice = 'notice' in screen.view ? screen.view.notice : null;
  const back = reachability.backOnlineTicksLeft > 0 ? t('offline.back') : null;
  return audio.notice?.text ?? notice ?? back ?? currentNotice(state);
}

export function currentNotice(state: PhoneState): string | null {
  const { view } = state.screen;
  if (view.name === 'oncall') return view.notice;
  if (view.name !== 'waiting') return null;
  return view.notice ?? (hasUnsentRequest(state) ? t('afterCall.unsent') : null);
}
