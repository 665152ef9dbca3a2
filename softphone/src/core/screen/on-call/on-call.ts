import { isParty, isSupervision, mayStartConference } from '@offhook/contract/accounts/permissions';
import type { Call } from '@offhook/contract/calls/call';
import type { CallUser } from '@offhook/contract/calls/call-user';
import { t as numbers } from '@offhook/i18n/numbers';
import { t } from '@offhook/i18n/phone';
import { isAddLeadTyped } from '../../forms/forms.ts';
import { liveFarEnd } from '../../line/far-end.ts';
import { updateSoundWatch } from '../../line/sound-watch.ts';
import { viewAfterEnd } from '../results/after-call.ts';
import type { AgentFacts, Conversation, Forms, OnCall, OnCallPanel } from '../screen-state.ts';
import {
  reset,
  resetAfterWithdrawal,
  type ScreenEvent,
  type ViewContext,
  type ViewStep,
} from '../view-step.ts';
import { personToCall } from '../waiting.ts';
import { consultationStep, liveConsultation } from './consultation.ts';
import { holdStep, liveHold, OWN_HOLD, showsResume } from './holding.ts';
import { invitationStep, invite, isRinging, liveInvitation, refresh } from './invitation.ts';
import { parkingStep } from './parking.ts';
import {
  checkRecording,
  recordingClicked,
  recordingRejected,
  recordingRequested,
  type Times,
  withRecording,
} from './recording.ts';
import { currentRenameOffer, renameStep } from './rename-offer.ts';

export function onCall(view: OnCall, event: ScreenEvent, context: ViewContext): ViewStep {
  const { callKey, callUserId, call } = view.conversation;
  const step =
    renameStep(view, event) ??
    (view.phase.name === 'talking'
      ? (parkingStep(view, event, context) ??
        consultationStep(view, event, context) ??
        invitationStep(view, event, context) ??
        holdStep(view, event))
      : null);
  if (step !== null) return step;
  switch (event.type) {
    case 'lineAccepted':
      if (event.callKey !== callKey) return { view };
      return {
        view: accepted(view, event.at, context),
        effects:
          view.conversation.inviter?.consult === true || joins(view.conversation)
            ? [refresh(view.conversation)]
            : [],
      };
    case 'hangUpClicked':
      if (view.hangingUp || view.phase.name === 'ended') return { view };
      return {
        view: { ...view, hangingUp: true },
        effects: [{ type: 'hangUpCall', callId: call.id }],
        signals: [{ type: 'hangUpRequested', callKey }],
      };
    case 'lineDropped':
    case 'lineCancelled':
      return { view: event.callKey === callKey ? reset() : view };
    case 'lineFailed':
      if (event.callKey !== callKey) return { view };
      return {
        view: reset(),
        // The server never learns of a placed call whose device never connected, for example without a microphone.
        effects: view.phase.name === 'dialing' ? [{ type: 'hangUpCall', callId: call.id }] : [],
        signals: [{ type: 'alertRaised', text: t('callFailure.connection') }],
      };
    case 'lineDisconnected':
      return event.callKey === callKey ? disconnected(view, event.at) : { view };
    case 'endedCallChecked':
      if (view.phase.name !== 'ended' || event.callKey !== callKey) return { view };
      return (event.hadCall ?? view.consultation?.role !== 'colleague')
        ? afterCall(view)
        : { view: resetAfterWithdrawal(event.by) };
    case 'callNoticeReceived':
      return { view: event.callId === call.id ? { ...view, notice: event.text } : view };
    case 'noticeTimedOut':
      return { view: { ...view, notice: null } };
    case 'callWithdrawn':
      return { view: event.callUserId === callUserId ? resetAfterWithdrawal(event.by) : view };
    default:
      return view.phase.name === 'talking' ? talking(view, event, context) : { view };
  }
}

function talking(view: OnCall, event: ScreenEvent, context: ViewContext): ViewStep {
  const { agent, forms } = context;
  const { conversation } = view;
  const callId = conversation.call.id;
  switch (event.type) {
    case 'recordingClicked':
      return recordingClicked(view);
    case 'recordingRequested':
      return event.callId === callId ? recordingRequested(view, event.recording, event) : { view };
    case 'recordingRejected':
      return event.callId === callId ? recordingRejected(view, event.paused, event.error) : { view };
    case 'lineMeasured': {
      if (event.callKey !== conversation.callKey) return { view };
      const sound = updateSoundWatch(view.sound, event.measure, showsResume(view) || view.holding);
      return checkRecording({ ...view, sound }, event.measure.at);
    }
    case 'onCallPanelClicked':
      if (event.panel === 'transfer' && view.farEnd?.name === 'ringing') return { view };
      if (!mayOpen(conversation, event.panel, agent)) return { view };
      return { view: view.panel === event.panel ? closePanel(view, forms) : opened(view, event.panel) };
    case 'panelClosed':
      return { view: closePanel(view, forms) };
    case 'formDiscarded':
      return { view: view.panel === 'addLead' && !view.requesting ? opened(view, null) : view };
    case 'formKept':
    case 'addLeadTyped':
      return { view: { ...view, asksToDiscard: false } };
    case 'transferChosen':
      return isObserver(conversation) ? { view } : invite(view, 'transfer', event.to, context);
    case 'conferenceChosen':
      if (!mayOpen(conversation, 'conference', agent)) return { view };
      return invite(view, 'conference', { userId: event.userId }, context);
    case 'addLeadSubmitted':
      return addLead(view, event, agent);
    case 'transferSucceeded':
      if (event.callId !== callId) return { view };
      return { view: closeIfOpen(view, 'transfer'), effects: [refresh(conversation)] };
    case 'conferenceSucceeded': {
      if (!view.requesting) return { view };
      const known = { ...conversation, isConference: true };
      return {
        view: { ...closeIfOpen(view, 'conference'), conversation: known },
        effects: [refresh(conversation)],
      };
    }
    case 'leadAdded': {
      if (event.callId !== callId) return { view };
      const { call, lead, at } = event;
      // The lead's name replaces 'Conference'.
      const known = { ...conversation, call, lead, isConference: false };
      return {
        view: { ...closeIfOpen(view, 'addLead'), conversation: known, knownFrom: at },
        effects: [refresh(conversation)],
      };
    }
    case 'callUpdated':
      return { view, effects: event.callId === callId ? [refresh(conversation)] : [] };
    case 'callRefreshed':
      return event.callKey === conversation.callKey ? refreshed(view, event.call, event) : { view };
    case 'realtimeConnected':
      // The page missed any changes while it was disconnected.
      return { view, effects: mayHaveChanged(view) ? [refresh(conversation)] : [] };
    case 'transferFailed':
      if (event.callId !== callId) return { view };
      return {
        view: failed(view, 'transfer', event.error, (reason) => t('callFailure.transfer', { reason })),
      };
    case 'addLeadFailed':
      if (event.callId !== callId) return { view };
      return {
        view: failed(view, 'addLead', event.error, (reason) => t('callFailure.addLead', { reason })),
      };
    case 'conferenceFailed':
      if (!view.requesting) return { view };
      return {
        view: failed(view, 'conference', event.error, (reason) => t('callFailure.addAgent', { reason })),
      };
    default:
      return { view };
  }
}

/** The timer starts at zero, at the age of a joined call, or where it was before a reload. */
function accepted(view: OnCall, at: number, { storedCall }: ViewContext): OnCall {
  if (view.phase.name !== 'dialing' && view.phase.name !== 'connecting') return view;
  const { call, type } = view.conversation;
  const offset = isSupervision(type) ? (call.seconds_since_started_at ?? 0) * 1000 : 0;
  const resumed = !view.placed && storedCall?.callId === call.id;
  const startedAt = resumed ? storedCall.startedAt : at - offset;
  const held = !view.placed && call.held === true;
  return {
    ...view,
    hold: liveHold(call, held ? OWN_HOLD : null),
    farEnd: liveFarEnd(call, at) ?? firstFarEnd(view.conversation),
    invitation: liveInvitation(call, at, null),
    consultation: liveConsultation(call, at, null),
    phase: { name: 'talking', startedAt, acceptedAt: at },
  };
}

/** The call ran on while it rang here. */
function joins({ call, type }: Conversation): boolean {
  return call.hold !== undefined && type !== 'lead' && type !== 'outbound' && type !== 'inbound';
}

/** Only servers that send `far_end` report the answer. */
function firstFarEnd({ call, type }: Conversation): OnCall['farEnd'] {
  const dials = type === 'lead' || type === 'outbound';
  return call.far_end === null && dials && call.direction === 'outbound' ? { name: 'ringing' } : null;
}

/** A call that ends this soon after its accept may have gone to another agent. */
const EARLY_END_MS = 5_000;

/** True if the server sends no status. A consulted colleague who never met the lead hasn't had the call. */
export function agentHadCall({ status, invited_by }: Pick<CallUser, 'status' | 'invited_by'>): boolean {
  // The server reads `consultation` after the status, so only `invited_by` is sure to be as old.
  if (status === 'accepted') return invited_by?.consult !== true;
  return status === undefined || status === 'ended';
}

function disconnected(view: OnCall, at: number): ViewStep {
  const { phase, conversation } = view;
  if (phase.name === 'ended') return { view };
  const early =
    phase.name === 'connecting' || (phase.name === 'talking' && at - phase.acceptedAt < EARLY_END_MS);
  // A consulted colleague had the call only if they met the lead.
  const wasConsulted = view.consultation?.role === 'colleague' || conversation.inviter?.consult === true;
  if (!wasConsulted && (view.placed || !early)) return afterCall(view);
  const { callKey, callUserId } = conversation;
  return {
    view: { ...view, phase: { name: 'ended' }, panel: null, banner: null, rename: null },
    effects: [{ type: 'checkEndedCall', callKey, callUserId }],
  };
}

function afterCall({ conversation, farEnd }: OnCall): ViewStep {
  const view = viewAfterEnd(conversation);
  // By now the server knows why the call wasn't answered, or the conference not joined.
  const needsRefresh =
    view.name === 'disposition' && (isAnswerPending(conversation, farEnd) || isAmongAgents(conversation));
  return { view, effects: needsRefresh ? [refresh(conversation)] : [] };
}

/** Not every server says who was invited. */
function isAmongAgents({ call, type, lead }: Conversation): boolean {
  return type === 'conference' && lead === null && call.invitation !== undefined;
}

/** Not every server reports whether a call was answered. */
function isAnswerPending({ call }: Conversation, farEnd: OnCall['farEnd']): boolean {
  return call.far_end !== undefined && (farEnd === null || farEnd.name === 'ringing');
}

/** Servers that report neither an answer nor supervisors nor a recording have nothing to refresh. */
function mayHaveChanged(view: OnCall): boolean {
  const { conversation, farEnd } = view;
  const { supervisors, recording } = conversation.call;
  return (
    supervisors !== undefined ||
    recording !== undefined ||
    isRinging(view) ||
    view.consultation !== null ||
    isAnswerPending(conversation, farEnd)
  );
}

/** A supervisor who listens or whispers isn't a party to the call. */
export function isObserver({ type }: Conversation): boolean {
  return !isParty(type);
}

export function mayOpen(
  conversation: Conversation,
  panel: OnCallPanel,
  agent: Pick<AgentFacts, 'permissions'>,
): boolean {
  if (isObserver(conversation)) return false;
  switch (panel) {
    case 'keypad':
    case 'transfer':
      return true;
    case 'addLead':
      return conversation.lead === null;
    case 'conference':
      return mayStartConference(agent);
    default:
      return panel satisfies never;
  }
}

/** Answers may arrive in another order than their requests. If the clock was set back, the order is unknown. */
function isOutdated({ knownFrom }: OnCall, { at, askedAt }: Times): boolean {
  return askedAt < knownFrom && knownFrom <= at;
}

function refreshed(before: OnCall, received: Call, times: Times): ViewStep {
  if (received.id !== before.conversation.call.id || isOutdated(before, times)) return { view: before };
  const { view, effects = [] } = withRecording(before, received, times);
  const { conversation } = view;
  const call = { ...received, recording: conversation.call.recording };
  const { lead } = call;
  // A supervisor changes from the console who hears them.
  const known =
    isSupervision(conversation.type) && isSupervision(received.type)
      ? { ...conversation, type: received.type }
      : conversation;
  const becomesObserver = isObserver(known) && !isObserver(conversation);
  const isConference = conversation.isConference && lead?.id === conversation.lead?.id;
  const isAdded = view.panel === 'addLead' && lead !== null && !view.requesting;
  const consultation = liveConsultation(call, times.at, view.consultation);
  const invitation = liveInvitation(call, times.at, view.invitation);
  // The server has replaced the agent's own hold.
  const hold = liveHold(call, becomesObserver ? null : view.hold);
  const next: OnCall = {
    ...view,
    conversation: { ...known, call, lead, isConference },
    farEnd: liveFarEnd(call, times.at),
    invitation,
    consultation,
    // The colleague who answered has read it.
    reason: invitation === null && isRinging(view) && !view.invitation?.canceling ? '' : view.reason,
    knownFrom: times.askedAt,
    hold,
    holdFailed: view.holdFailed && hold === null && consultation === null,
    panel: isAdded || becomesObserver || consultation !== null ? null : view.panel,
  };
  return { view: { ...next, rename: currentRenameOffer(next) }, effects };
}

function opened(view: OnCall, panel: OnCallPanel | null): OnCall {
  return { ...view, panel, banner: null, asksToDiscard: false };
}

function closePanel(view: OnCall, forms: Forms): OnCall {
  const shouldAsk = view.panel === 'addLead' && isAddLeadTyped(forms, view.conversation) && !view.requesting;
  return shouldAsk ? { ...view, asksToDiscard: !view.asksToDiscard } : opened(view, null);
}

/** An error shows in the panel that caused it, or as a toast while another panel is open. */
function failed(
  view: OnCall,
  panel: OnCallPanel,
  error: string,
  toNotice: (reason: string) => string,
): OnCall {
  const next = { ...view, requesting: false };
  return view.panel === null || view.panel === panel
    ? { ...next, banner: error }
    : { ...next, notice: toNotice(error) };
}

function closeIfOpen(view: OnCall, panel: OnCallPanel): OnCall {
  return { ...view, requesting: false, panel: view.panel === panel ? null : view.panel };
}

function addLead(
  view: OnCall,
  event: Extract<ScreenEvent, { type: 'addLeadSubmitted' }>,
  agent: AgentFacts,
): ViewStep {
  if (view.requesting || !mayOpen(view.conversation, 'addLead', agent)) return { view };
  if (event.problem !== null) return { view: { ...view, banner: numbers(`number.${event.problem}`) } };
  return {
    view: { ...view, requesting: true, banner: null },
    effects: [{ type: 'addLead', callId: view.conversation.call.id, person: personToCall(event) }],
  };
}
