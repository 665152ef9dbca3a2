/** Handles common events first, then those of the current view, then the effects of the change. */

import { hasPermission } from '@offhook/contract/accounts/permissions';
import { t } from '@offhook/i18n/phone';
import type { PhoneEffect } from '../effects.ts';
import {
  boundedText,
  callNote,
  callNoteDraft,
  callWithNote,
  draftOf,
  draftView,
  isDraftView,
  isEmptyDraft,
  settledDraft,
  withDraft,
  withoutDraft,
} from '../forms/drafts.ts';
import { withForms, withStored } from '../forms/forms.ts';
import { POOR_SCORE, withCallWarning, withIssue } from '../line/poor-call.ts';
import { contactName, leadName } from '../lists/history-rows.ts';
import { type Signal, type Step, step } from '../signals.ts';
import { answerLabel, callTitle, inviterText } from './call-titles.ts';
import { tilesOf } from './on-call/consultation.ts';
import { MISSED_MS } from './on-call/invitation.ts';
import { onCall } from './on-call/on-call.ts';
import { disposition, disposition2, note, sms, THANK_YOU_MS, thankyou } from './results/after-call.ts';
import { undo, withGivenResult } from './results/given-result.ts';
import { ringing } from './ringing/ringing.ts';
import { type Draft, initialScreen, type PendingRing, type ScreenState, type View } from './screen-state.ts';
import { takesTelNumber, telNumber, withLink } from './tel-link.ts';
import { NOTICE_MS, reset, type ScreenEvent, type ViewContext, type ViewStep } from './view-step.ts';
import { waiting } from './waiting.ts';

export function screen(state: ScreenState, event: ScreenEvent): Step<ScreenState> {
  const next = withForms(state, handle(state, event), event);
  if (viewAndPanel(next.state.view) === viewAndPanel(state.view) || !isUnpromptedChange(state.view, event))
    return next;
  return step(
    { ...next.state, unpromptedChanges: next.state.unpromptedChanges + 1 },
    next.effects,
    next.signals,
  );
}

function viewAndPanel(view: View): string {
  const panel = view.name === 'waiting' ? view.panel?.name : view.name === 'oncall' ? view.panel : null;
  return `${tilesOf(view)} ${panel ?? ''}`;
}

/** After the agent's own action, such as hanging up or ending a consultation, the next view is expected. */
function isUnpromptedChange(view: View, event: ScreenEvent): boolean {
  switch (event.type) {
    case 'lineDisconnected':
    case 'lineDropped':
    case 'endedCallChecked':
      return view.name !== 'oncall' || !view.hangingUp;
    case 'callRefreshed':
      return view.name !== 'oncall' || (view.consultation?.ending ?? null) === null;
    case 'callUserLoaded':
    case 'callUserFailed':
    case 'callWithdrawn':
    case 'callPlacingFailed':
    case 'deviceLost':
    case 'lineCancelled':
    case 'lineFailed':
    case 'thankYouTimedOut':
    case 'wrapUpTimedOut':
      return true;
    default:
      return false;
  }
}

function handle(state: ScreenState, event: ScreenEvent): Step<ScreenState> {
  switch (event.type) {
    case 'pageLoaded': {
      const number = event.telUrl === null ? null : telNumber(event.telUrl);
      return step({ ...state, telNumber: number, storedCall: event.storedCall });
    }
    case 'telLinkOpened': {
      const next = { ...state, telNumber: telNumber(event.url) ?? state.telNumber };
      return state.agent === null ? step(next) : applyStep(state, next, { view: state.view });
    }
    case 'signedIn': {
      const { id: userId, account_id: accountId, account_language: language, permissions } = event.user;
      const supervisedTeamIds = event.user.supervised_team_ids;
      const agent = { userId, accountId, language, permissions, supervisedTeamIds };
      return applyStep(state, { ...state, agent }, { view: state.view });
    }
    case 'signedOut':
      return signOut(state);
    case 'alertRaised':
      return step({ ...state, alerts: [...state.alerts, event.text] });
    case 'microphoneUnavailable':
      return step(
        { ...state, alerts: [...state.alerts, t('callFailure.microphone')] },
        effectsWithoutMicrophone(state.view),
      );
    case 'errorLogsCopied':
      return step({ ...state, alerts: [...state.alerts, t('errorLogs.copied')] });
    case 'errorLogsNotCopied': {
      const alert = { text: t('errorLogs.notCopied'), details: event.text };
      return step({ ...state, alerts: [...state.alerts, alert] });
    }
    case 'alertClosed':
      return step({ ...state, alerts: state.alerts.slice(1) });
    case 'settingsLoaded':
      return step({ ...state, autoAcceptSwitch: event.settings.autoAccept });
    case 'autoAcceptSwitched':
      return toggleAutoAccept(state);
    case 'presenceResponded':
      return state.agent === null ? step(state) : step({ ...state, resume: event.resume });
    case 'pageLockGained':
      return step(state, state.agent === null ? [] : loadEffects(state.agent.userId));
    case 'draftsLoaded':
      return step(event.userId === state.agent?.userId ? { ...state, drafts: event.drafts } : state);
    case 'formsLoaded': {
      if (event.userId !== state.agent?.userId) return step(state);
      return applyStep(
        state,
        { ...state, forms: withStored(state.forms, event.forms) },
        { view: state.view },
      );
    }
    case 'logoutClicked':
      // The hang-up must be sent before the session ends.
      if (state.agent === null || state.view.name !== 'oncall') return step(state);
      return step(state, [{ type: 'hangUpCall', callId: state.view.conversation.call.id }]);
    default:
      return handleInView(state, event);
  }
}

/** A call without a microphone never reached the server, which would otherwise wait for the device. */
function effectsWithoutMicrophone(view: View): readonly PhoneEffect[] {
  if (view.name !== 'oncall' && view.name !== 'disposition') return [];
  if (view.name === 'oncall' && view.phase.name === 'talking') return [];
  const { call, callKey, callUserId } = view.conversation;
  const hangUp: PhoneEffect = { type: 'hangUpCall', callId: call.id };
  return view.name === 'oncall' ? [hangUp] : [hangUp, { type: 'checkEndedCall', callKey, callUserId }];
}

function handleInView(state: ScreenState, event: ScreenEvent): Step<ScreenState> {
  const { agent } = state;
  if (agent === null) return step(state);
  if (event.type === 'deviceLost') return applyStep(state, state, { view: reset() });
  if (event.type === 'wrapUpTimedOut') {
    const isOver = callAfterEnd(state.view) === event.callId;
    return applyStep(state, state, { view: isOver ? reset() : state.view });
  }
  if (event.type === 'callIncoming') return withPendingRing(state, event);
  if (event.type === 'lineWarned') return withWarning(state, event);
  if (event.type === 'feedbackGiven' && state.poorCall) {
    const { callKey } = state.poorCall;
    const effect: PhoneEffect = { type: 'postFeedback', callKey, score: POOR_SCORE, issue: event.issue };
    return step({ ...state, poorCall: null }, [effect]);
  }
  if (event.type === 'feedbackDismissed') return step({ ...state, poorCall: null });
  if (event.type === 'draftTyped') return withTypedDraft(state, event.text);
  if (event.type === 'callNoteTyped') return withCallNote(state, event);
  if (event.type === 'draftOpened') return openDraft(state, event.id);
  const undone = undo(state, event);
  if (undone !== null) {
    const { state: after, effects, signals } = undone;
    return applyStep(state, after, { view: after.view, effects, signals });
  }
  const shown = applyStep(state, state, viewStep(state.view, event, { ...state, agent }));
  const next = withGivenResult(shown, state.view, event, agent);
  if (event.type === 'lineMeasured') return withLineTrouble(next);
  const settled = settledDraft(state, event);
  const after = settled === null ? next : removeDraft(next, settled);
  const { savingNote } = after.state;
  if (savingNote === null || savingNote.callId !== answeredNote(event)) return after;
  return step({ ...after.state, savingNote: null }, after.effects, after.signals);
}

function answeredNote(event: ScreenEvent): number | null {
  if (event.type === 'noteSaved' || event.type === 'noteFailed') return event.callId;
  return event.type === 'requestUnsent' && event.order.type === 'saveNote' ? event.order.callId : null;
}

/** Stored on every keystroke, because the page may be closed at any time. */
function withTypedDraft(state: ScreenState, text: string): Step<ScreenState> {
  const { view, agent } = state;
  if (agent === null || !isDraftView(view)) return step(state);
  const changed = { ...view, draft: boundedText(view.name, text) };
  return storeDraft({ ...state, view: changed }, agent.userId, draftOf(changed));
}

function withCallNote(
  state: ScreenState,
  { callId, text }: Extract<ScreenEvent, { type: 'callNoteTyped' }>,
): Step<ScreenState> {
  const conversation = callWithNote(state.view);
  if (state.agent === null || conversation?.call.id !== callId) return step(state);
  const stored = storeDraft(state, state.agent.userId, callNoteDraft(conversation, text));
  return applyStep(state, stored.state, { view: state.view, effects: stored.effects });
}

function storeDraft(state: ScreenState, userId: number, draft: Draft): Step<ScreenState> {
  const next = step(state);
  if (isEmptyDraft(draft)) return removeDraft(next, draft.id);
  const drafts = withDraft(state.drafts, draft);
  const effects: PhoneEffect[] = [{ type: 'saveDraft', userId, draft }];
  for (const { id } of state.drafts) {
    if (!drafts.some((kept) => kept.id === id)) effects.push({ type: 'removeDraft', userId, id });
  }
  return step({ ...next.state, drafts }, effects);
}

function removeDraft({ state, effects, signals }: Step<ScreenState>, id: string): Step<ScreenState> {
  const { agent, drafts } = state;
  if (agent === null || !drafts.some((draft) => draft.id === id)) return { state, effects, signals };
  const drop: PhoneEffect = { type: 'removeDraft', userId: agent.userId, id };
  return step({ ...state, drafts: withoutDraft(drafts, id) }, [...effects, drop], signals);
}

function openDraft(state: ScreenState, id: string): Step<ScreenState> {
  const { view } = state;
  const draft = state.drafts.find((kept) => kept.id === id);
  if (!draft || view.name !== 'waiting' || view.pendingRing || view.placing) return step(state);
  return applyStep(state, state, { view: draftView(draft) });
}

function withWarning(
  state: ScreenState,
  { callKey, warning }: Extract<ScreenEvent, { type: 'lineWarned' }>,
): Step<ScreenState> {
  if (!callKeys(state.view).includes(callKey)) return step(state);
  return step({ ...state, poorCall: withCallWarning(state.poorCall, callKey, warning) });
}

/** A silent microphone isn't a fault of the line. */
function withLineTrouble({ state, effects, signals }: Step<ScreenState>): Step<ScreenState> {
  const { view } = state;
  const trouble = view.name === 'oncall' ? view.sound.trouble : null;
  if (view.name !== 'oncall' || trouble === null || trouble === 'silentMicrophone') {
    return { state, effects, signals };
  }
  const poorCall = withIssue(state.poorCall, view.conversation.callKey, 'one-way-audio');
  return { state: { ...state, poorCall }, effects, signals };
}

const VIEWS: {
  readonly [N in View['name']]: (
    view: Extract<View, { name: N }>,
    event: ScreenEvent,
    context: ViewContext,
  ) => ViewStep;
} = { waiting, ringing, oncall: onCall, disposition, disposition2, sms, thankyou, note };

function viewStep(view: View, event: ScreenEvent, context: ViewContext): ViewStep {
  const next: (view: never, event: ScreenEvent, context: ViewContext) => ViewStep = VIEWS[view.name];
  return next(view as never, event, context);
}

/**
 * Rings are rejected, except in waiting and thankyou. The server rings an agent only once the ring before is over, and
 * call users are numbered in that order, so a newer ring replaces the one that rings, whose end may arrive later. The
 * provider may deliver a ring late or twice: the server ends it, and isn't told that the agent ignored it.
 */
function withPendingRing(state: ScreenState, { callKey, callUserId }: PendingRing): Step<ScreenState> {
  const current = currentRing(state.view);
  if (current !== null && callUserId <= current.callUserId)
    return step(state, [{ type: 'ignoreLine', callKey }]);
  const isRinging = current !== null && state.view.name !== 'oncall';
  const view = isRinging && state.view.name === 'ringing' ? reset() : state.view;
  const free = (view.name === 'waiting' && !view.placing) || view.name === 'thankyou';
  if (!free) return step(state, [], [{ type: 'ringRejected', callKey, callUserId }]);
  const pendingRing = { callKey, callUserId };
  const next: View =
    view.name === 'waiting'
      ? { ...view, pendingRing, notice: null, cancelledRing: null }
      : { ...view, autoCloses: false, pendingRing };
  return applyStep(state, state, {
    view: next,
    effects: [
      ...(isRinging ? [{ type: 'ignoreLine', callKey: current.callKey } as const] : []),
      { type: 'lookUpCall', callKey, callUserId },
    ],
    signals: [{ type: 'ringStarted', callKey, callUserId }],
  });
}

function currentRing(view: View): PendingRing | null {
  if (view.name === 'waiting' || view.name === 'thankyou') return view.pendingRing ?? null;
  return view.name === 'ringing' || view.name === 'oncall' ? view.conversation : null;
}

/** Starts and stops the view's timers, and releases a call that the new view doesn't have. */
function applyStep(before: ScreenState, state: ScreenState, next: ViewStep): Step<ScreenState> {
  const from = before.view;
  const opensLink = takesTelNumber(state, next.view);
  const opened: View =
    opensLink && next.view.name === 'waiting' ? { ...next.view, panel: { name: 'new_call' } } : next.view;
  const view = staysForNote(opened, state.drafts);
  const effects: PhoneEffect[] = [...(next.effects ?? [])];
  const signals: Signal[] = [...(next.signals ?? [])];

  const [timed, wasTimed] = [thankYouKey(view), thankYouKey(from)];
  if (wasTimed !== null && wasTimed !== timed) effects.push({ type: 'stopThankYouTimer' });
  if (timed !== null && wasTimed !== timed) {
    effects.push({ type: 'startThankYouTimer', callKey: timed, ms: THANK_YOU_MS });
  }
  if (noticeOf(view) !== null && noticeOf(view) !== noticeOf(from)) {
    effects.push({ type: 'startNoticeTimer', ms: NOTICE_MS });
  }
  if (isMissed(view) && !isMissed(from)) effects.push({ type: 'startInvitationTimer', ms: MISSED_MS });
  if (view.name === 'ringing' && from.name !== 'ringing') effects.push(notifyIncoming(state, view));
  const note = noteLeftBehind(state, from, view);
  if (note !== null) effects.push(note);
  for (const callKey of callKeys(from)) {
    if (!callKeys(view).includes(callKey)) signals.push({ type: 'callReleased', callKey });
  }

  const left = callAfterEnd(from);
  if (left !== null && view.name === 'waiting') signals.push({ type: 'wrapUpLeft', callId: left });

  let storedCall = state.storedCall;
  if (view.name === 'oncall' && view.phase.name === 'talking') {
    const { startedAt } = view.phase;
    const callId = view.conversation.call.id;
    if (storedCall?.callId !== callId || storedCall.startedAt !== startedAt) {
      storedCall = { callId, startedAt };
      effects.push({ type: 'storeCall', call: storedCall });
    }
  } else if (from.name === 'oncall' && view.name !== 'oncall' && storedCall) {
    storedCall = null;
    effects.push({ type: 'removeStoredCall' });
  }
  const poorCall = state.poorCall && callKeys(view).includes(state.poorCall.callKey) ? state.poorCall : null;
  const linked = opensLink ? withLink(state) : state;
  const savingNote = note === null ? state.savingNote : { callId: note.callId, content: note.content };
  return step({ ...linked, view, poorCall, storedCall, savingNote }, effects, signals);
}

/** The agent may still be typing. */
function staysForNote(view: View, drafts: ScreenState['drafts']): View {
  if (view.name !== 'thankyou' || !view.autoCloses) return view;
  return callNote(drafts, view.conversation).trim() === '' ? view : { ...view, autoCloses: false };
}

/** A note that was typed during the call is saved even if the agent doesn't open Add Note. */
function noteLeftBehind(
  { agent, drafts }: ScreenState,
  from: View,
  to: View,
): Extract<PhoneEffect, { type: 'saveNote' }> | null {
  const conversation = callWithNote(from);
  if (agent === null || conversation === null) return null;
  if ('conversation' in to && to.conversation.call.id === conversation.call.id) return null;
  const content = callNote(drafts, conversation).trim();
  if (content === '') return null;
  const about = contactName(conversation, agent.accountId);
  return { type: 'saveNote', callId: conversation.call.id, about, content };
}

function loadEffects(userId: number): readonly PhoneEffect[] {
  return [
    { type: 'loadDrafts', userId },
    { type: 'loadForms', userId },
  ];
}

function thankYouKey(view: View): string | null {
  return view.name === 'thankyou' && view.autoCloses ? view.conversation.callKey : null;
}

/** The call of Call Result, Tags & Stages, SMS, Thank You or Add Note. */
function callAfterEnd(view: View): number | null {
  return 'conversation' in view && view.name !== 'ringing' && view.name !== 'oncall'
    ? view.conversation.call.id
    : null;
}

function noticeOf(view: View): string | null {
  return view.name === 'waiting' || view.name === 'oncall' ? view.notice : null;
}

function isMissed(view: View): boolean {
  return view.name === 'oncall' && view.invitation?.state === 'missed';
}

function callKeys(view: View): readonly string[] {
  const pending = 'pendingRing' in view && view.pendingRing ? [view.pendingRing.callKey] : [];
  return 'conversation' in view ? [view.conversation.callKey, ...pending] : pending;
}

function notifyIncoming(
  { agent }: ScreenState,
  { conversation }: Extract<View, { name: 'ringing' }>,
): PhoneEffect {
  const { lead, isConference } = conversation;
  const accountId = agent?.accountId ?? 0;
  const name = isConference ? t('call.conference') : lead ? leadName(lead, accountId) : '';
  const answer = answerLabel(conversation);
  const title = callTitle(conversation, accountId);
  return { type: 'notifyIncoming', title, name, from: inviterText(conversation) ?? '', answer };
}

function signOut(state: ScreenState): Step<ScreenState> {
  const effects: PhoneEffect[] = [];
  if (thankYouKey(state.view) !== null) effects.push({ type: 'stopThankYouTimer' });
  if (state.storedCall) effects.push({ type: 'removeStoredCall' });
  return step(initialScreen, effects);
}

function toggleAutoAccept(state: ScreenState): Step<ScreenState> {
  if (state.agent === null || !hasPermission(state.agent, 'app-autoaccept')) return step(state);
  const on = !state.autoAcceptSwitch;
  return step({ ...state, autoAcceptSwitch: on }, [], [{ type: 'autoAcceptChanged', on }]);
}
