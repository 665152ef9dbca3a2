import { hasPermission, mayStartConference } from '@offhook/contract/accounts/permissions';
import { NAME_MAX_LENGTH } from '@offhook/contract/limits';
import type { PersonToCall } from '../effects.ts';
import type { Click } from '../events.ts';
import { isTyped } from '../forms/forms.ts';
import { freshCall } from './on-call/fresh-call.ts';
import { renameOffer } from './on-call/rename-offer.ts';
import { lateNote, lateResult } from './results/late-result.ts';
import { pendingRingStep } from './ringing/pending-ring.ts';
import type { Conversation, Waiting, WaitingPanel } from './screen-state.ts';
import {
  resetAfterWithdrawal,
  type ScreenEvent,
  startRingWait,
  type ViewContext,
  type ViewStep,
} from './view-step.ts';

export function waiting(view: Waiting, event: ScreenEvent, context: ViewContext): ViewStep {
  if (view.pendingRing) {
    const answered = pendingRingStep(view, view.pendingRing, event, context);
    if (answered) return answered;
  }
  switch (event.type) {
    case 'navClicked':
      if (event.item === 'conference' && !mayStartConference(context.agent)) return { view };
      if (view.panel?.name === event.item) return { view: closePanel(view, context) };
      return { view: { ...view, ...noMessages, panel: opened(event.item) } };
    case 'panelClosed':
      return { view: closePanel(view, context) };
    case 'formDiscarded':
      if (view.panel?.name !== 'new_call' || view.placing) return { view };
      return { view: { ...view, ...noMessages, panel: null } };
    case 'formKept':
    case 'newCallTyped':
      return { view: { ...view, asksToDiscard: false } };
    case 'historyPageChosen':
      if (view.panel?.name !== 'history' || event.page < 1) return { view };
      return { view: { ...view, panel: { name: 'history', page: event.page } } };
    case 'historyLeadClicked':
      return { view: { ...view, ...noMessages, panel: { name: 'new_call' } } };
    case 'lateResultClicked': {
      const { callId, about } = event;
      return { view: { ...view, ...noMessages, panel: { name: 'result', callId, about, sending: null } } };
    }
    case 'resultChosen':
    case 'resultSaved':
    case 'requestUnsent':
    case 'resultFailed':
      return lateResult(view, event);
    case 'lateNoteClicked':
      return {
        view: { ...view, ...noMessages },
        effects: [{ type: 'lookUpPastCall', callUserId: event.callUserId }],
      };
    case 'pastCallLoaded':
      return { view: view.pendingRing || view.placing ? view : lateNote(event) };
    case 'pastCallFailed':
      // Shown in the history only.
      return { view: view.panel?.name === 'history' ? { ...view, banner: event.error } : view };
    case 'callNowClicked':
      return callNow(view, event, context);
    case 'callPlaced':
      return placed(view, event);
    case 'callPlacingFailed':
      // The error shows in New Call, so it reopens if it was closed.
      return { view: view.placing ? { ...view, placing: null, panel: { name: 'new_call' } } : view };
    case 'checkForLeadClicked':
      if (view.checking || view.lead?.phone_number) return { view };
      return { view: { ...view, ...noMessages, checking: true }, effects: [{ type: 'checkForLead' }] };
    case 'leadChecked':
      if (!view.checking) return { view };
      if (event.lead === null) return { view: { ...view, checking: false } };
      return { view: { ...view, checking: false, lead: event.lead }, effects: [startRingWait] };
    case 'superviseClicked': {
      if (view.requesting || !hasPermission(context.agent, event.action)) return { view };
      const { action, callId } = event;
      return {
        view: { ...view, ...noMessages, requesting: true },
        effects: [{ type: 'supervise', action, callId }],
      };
    }
    case 'pickUpClicked':
      if (view.requesting) return { view };
      return {
        view: { ...view, ...noMessages, requesting: true },
        effects: [{ type: 'pickUpCall', callId: event.callId }],
      };
    case 'pickUpSucceeded':
      return { view: { ...view, requesting: false } };
    case 'pickUpFailed':
      return { view: view.requesting ? { ...view, requesting: false, notice: event.error } : view };
    case 'conferenceChosen':
      if (view.requesting || !mayStartConference(context.agent)) return { view };
      return {
        view: { ...view, ...noMessages, requesting: true },
        effects: [{ type: 'callIntoConference', userId: event.userId, reason: '' }],
      };
    case 'superviseSucceeded':
      return { view: view.requesting ? { ...view, ...withoutConferencePanel(view) } : view };
    case 'conferenceSucceeded':
      if (!view.requesting) return { view };
      return {
        view: { ...view, ...withoutConferencePanel(view), conferenceRequested: true },
        effects: [startRingWait],
      };
    case 'superviseFailed':
    case 'conferenceFailed':
      if (!view.requesting) return { view };
      return {
        view: {
          ...view,
          requesting: false,
          banner: view.panel?.name === 'conference' ? event.error : view.banner,
        },
      };
    case 'callWithdrawn': {
      if (event.callUserId !== view.cancelledRing) return { view };
      return { view: { ...view, notice: resetAfterWithdrawal(event.by).notice, cancelledRing: null } };
    }
    case 'callNoticeReceived':
      // The requested call never came.
      return { view: { ...view, ...noRing, notice: event.text } };
    case 'awaitedRingTimedOut':
      return { view: view.pendingRing ? view : { ...view, ...noRing } };
    case 'noticeTimedOut':
      return { view: { ...view, notice: null } };
    case 'updateClicked':
      return { view, effects: [{ type: 'updateApp' }] };
    case 'appUpdated':
      // A call that arrived during the check takes precedence over the update.
      return view.pendingRing || view.placing ? { view } : { view, effects: [{ type: 'reloadPage' }] };
    default:
      return { view };
  }
}

/** Keeps another panel that the agent has opened since the request. */
function withoutConferencePanel({ panel }: Waiting): Pick<Waiting, 'requesting' | 'panel'> {
  return { requesting: false, panel: panel?.name === 'conference' ? null : panel };
}

/** So that 'Check for lead' shows again. */
const noRing = { lead: null, conferenceRequested: false } as const;

const noMessages = { banner: null, asksToDiscard: false, notice: null } as const;

function closePanel(view: Waiting, { forms }: ViewContext): Waiting {
  const shouldAsk = view.panel?.name === 'new_call' && isTyped(forms) && !view.placing && !view.pendingRing;
  return shouldAsk
    ? { ...view, asksToDiscard: !view.asksToDiscard }
    : { ...view, ...noMessages, panel: null };
}

function opened(item: Extract<Click, { type: 'navClicked' }>['item']): WaitingPanel {
  return item === 'history' ? { name: item, page: 1 } : { name: item };
}

/** Ignored while a ring is looked up, because it's about to show. */
function callNow(
  view: Waiting,
  event: Extract<Click, { type: 'callNowClicked' }>,
  { agent }: ViewContext,
): ViewStep {
  if (view.placing || view.pendingRing) return { view };
  const { problem, fname, lname, callerId, callerNumber } = event;
  if (problem !== null) return { view: { ...view, ...noMessages } };
  return {
    view: { ...view, ...noMessages, placing: { fname, lname, callerId, callerNumber } },
    effects: [{ type: 'placeCall', person: personToCall(event), agentId: agent.userId }],
  };
}

export function personToCall(person: PersonToCall): PersonToCall {
  return {
    fname: person.fname.trim().slice(0, NAME_MAX_LENGTH),
    lname: person.lname.trim().slice(0, NAME_MAX_LENGTH),
    phoneNumber: person.phoneNumber,
  };
}

function placed(
  view: Waiting,
  { callUserId, call }: { callUserId: number; call: Conversation['call'] },
): ViewStep {
  if (!view.placing) return { view, effects: [{ type: 'hangUpCall', callId: call.id }] };
  const callKey = `placed-${callUserId}`;
  const { callerId, callerNumber } = view.placing;
  // The server learns the chosen number only when the device connects.
  const number = callerNumber ? { ...callerNumber, account_id: call.account_id } : call.number;
  const conversation: Conversation = {
    callKey,
    callUserId,
    type: call.type,
    autoaccept: false,
    call: { ...call, number },
    lead: call.lead,
    isConference: false,
  };
  return {
    view: {
      ...freshCall,
      conversation,
      placed: true,
      phase: { name: 'dialing' },
      rename: renameOffer(view.placing, call.lead),
    },
    signals: [{ type: 'dialRequested', callKey, callUserId, callerId, to: call.phone_number ?? '' }],
  };
}
