import { t } from '@offhook/i18n/phone';
import { freshCall } from '../on-call/fresh-call.ts';
import type { Ringing } from '../screen-state.ts';
import { reset, resetAfterWithdrawal, type ScreenEvent, type ViewStep } from '../view-step.ts';

/** The line decides whether the call can still be answered. */
export function ringing(view: Ringing, event: ScreenEvent): ViewStep {
  const { callKey, callUserId, call } = view.conversation;
  switch (event.type) {
    case 'acceptClicked':
      return { view, signals: [{ type: 'acceptRequested', callKey }] };
    case 'ignoreClicked':
      return { view, signals: [{ type: 'declineRequested', callKey, callId: call.id }] };
    case 'acceptSent':
      return event.callKey === callKey
        ? { view: { ...freshCall, conversation: view.conversation } }
        : { view };
    case 'lineCancelled':
      return event.callKey === callKey ? { view: reset({ cancelledRing: callUserId }) } : { view };
    case 'lineDeclined':
    case 'lineDisconnected':
      return event.callKey === callKey ? { view: reset() } : { view };
    case 'lineFailed':
      if (event.callKey !== callKey) return { view };
      return { view: reset(), signals: [{ type: 'alertRaised', text: t('callFailure.connection') }] };
    case 'callWithdrawn':
      return { view: event.callUserId === callUserId ? resetAfterWithdrawal(event.by) : view };
    default:
      return { view };
  }
}
