/** A ring is looked up before it's shown. */

import type { CallUser } from '@offhook/contract/calls/call-user';
import { t } from '@offhook/i18n/phone';
import type { Conversation, PendingRing, ThankYou, Waiting } from '../screen-state.ts';
import {
  reset,
  resetAfterWithdrawal,
  type ScreenEvent,
  type ViewContext,
  type ViewStep,
} from '../view-step.ts';
import { isAutoAccepted } from './auto-accept.ts';

/** Null: the event isn't about the pending ring. */
export function pendingRingStep(
  view: Waiting | ThankYou,
  pendingRing: PendingRing,
  event: ScreenEvent,
  context: ViewContext,
): ViewStep | null {
  switch (event.type) {
    case 'callUserLoaded':
      if (event.callKey !== pendingRing.callKey) return null;
      return ringing(pendingRing, event.callUser, context);
    case 'callUserFailed':
      if (event.callKey !== pendingRing.callKey) return null;
      return { view: reset(), signals: [{ type: 'ringLookUpFailed', callKey: pendingRing.callKey }] };
    case 'lineCancelled':
    case 'lineDisconnected':
      return event.callKey === pendingRing.callKey ? { view: reset() } : null;
    case 'lineFailed':
      if (event.callKey !== pendingRing.callKey) return null;
      return { view: reset(), signals: [{ type: 'alertRaised', text: t('callFailure.connection') }] };
    case 'callWithdrawn':
      return event.callUserId === pendingRing.callUserId ? { view: resetAfterWithdrawal(event.by) } : null;
    case 'callNowClicked':
    case 'addResultClicked':
    case 'addNoteClicked':
      // The ring is about to show, so clicks that would leave the view are ignored.
      return { view };
    case 'doneClicked':
      return { view: reset({ pendingRing }) };
    default:
      return null;
  }
}

function ringing(pendingRing: PendingRing, callUser: CallUser, context: ViewContext): ViewStep {
  if (callUser.status === 'withdrawn') return { view: resetAfterWithdrawal(callUser.taken_by ?? null) };
  const { call, type, autoaccept, invited_by: inviter } = callUser;
  const conversation: Conversation = {
    ...pendingRing,
    type: type || call.type,
    autoaccept,
    call,
    lead: call.lead,
    isConference: (type || call.type) === 'conference',
    ...(inviter && { inviter }),
  };
  return {
    view: { name: 'ringing', conversation },
    signals: isAutoAccepted(conversation, context)
      ? [{ type: 'acceptRequested', callKey: pendingRing.callKey }]
      : [],
  };
}
