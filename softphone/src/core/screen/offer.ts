/** A ring is looked up before it's shown. */

import type { CallUser } from '@offhook/contract/entities';
import { t } from '@offhook/i18n/phone';
import { isAutoAccepted } from './auto-accept.ts';
import type { Conversation, Offer, ThankYou, Waiting } from './screen-state.ts';
import { reset, type ScreenEvent, takenBy, type ViewContext, type ViewStep } from './view-step.ts';

/** Null: the event isn't about the offer. */
export function offerStep(
  view: Waiting | ThankYou,
  offer: Offer,
  event: ScreenEvent,
  context: ViewContext,
): ViewStep | null {
  switch (event.type) {
    case 'callUserLoaded':
      if (event.callKey !== offer.callKey) return null;
      return ringing(offer, event.callUser, context);
    case 'callUserFailed':
      if (event.callKey !== offer.callKey) return null;
      return { view: reset(), signals: [{ type: 'ringLookUpFailed', callKey: offer.callKey }] };
    case 'lineCancelled':
    case 'lineDisconnected':
      return event.callKey === offer.callKey ? { view: reset() } : null;
    case 'lineFailed':
      if (event.callKey !== offer.callKey) return null;
      return { view: reset(), signals: [{ type: 'alertRaised', text: t('callFailure.connection') }] };
    case 'callWithdrawn':
      return event.callUserId === offer.callUserId ? { view: takenBy(event.by) } : null;
    case 'callNowClicked':
    case 'addNoteClicked':
      // The ring is about to show, so clicks that would leave the view are ignored.
      return { view };
    case 'doneClicked':
      return { view: reset({ offer }) };
    default:
      return null;
  }
}

function ringing(offer: Offer, callUser: CallUser, context: ViewContext): ViewStep {
  if (callUser.status === 'withdrawn') return { view: takenBy(callUser.taken_by ?? null) };
  const { call, type, autoaccept } = callUser;
  const conversation: Conversation = {
    ...offer,
    type: type || call.type,
    autoaccept,
    call,
    lead: call.lead,
    isConference: (type || call.type) === 'conference',
  };
  return {
    view: { name: 'ringing', conversation },
    signals: isAutoAccepted(conversation, context)
      ? [{ type: 'acceptRequested', callKey: offer.callKey }]
      : [],
  };
}
