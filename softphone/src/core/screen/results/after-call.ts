import { hasPermission, isParty, mayText } from '@offhook/contract/accounts/permissions';
import { NOTE_MAX_LENGTH, SMS_MAX_LENGTH } from '@offhook/contract/limits';
import { withExtension } from '@offhook/contract/phone-numbers/extension';
import { t } from '@offhook/i18n/phone';
import type { PhoneEvent } from '../../events.ts';
import { callNote } from '../../forms/drafts.ts';
import { contactName } from '../../lists/history-rows.ts';
import type { AfterCallRequest } from '../../outbox/after-call-request.ts';
import { pendingRingStep } from '../ringing/pending-ring.ts';
import type { Conversation, Note, Result, Sms, Tags, ThankYou, View } from '../screen-state.ts';
import {
  reset,
  resetAfterWithdrawal,
  type ScreenEvent,
  startRingWait,
  type ViewContext,
  type ViewStep,
} from '../view-step.ts';
import { firstSmsText, noteView, resultView, smsView, tagsView, thankYouView } from './views.ts';

/** How long Thank you stays open after a disconnect. */
export const THANK_YOU_MS = 2_000;

/** Inbound calls take no result, and neither do calls that a supervisor only listened or whispered to. */
export function viewAfterEnd(conversation: Conversation): Result | ThankYou {
  const { call, type } = conversation;
  const takesResult = call.direction !== 'inbound' && isParty(type);
  const wrapUp = call.profile?.wrap_up ?? 'none';
  return takesResult ? resultView(conversation) : thankYouView(conversation, wrapUp === 'none');
}

export function disposition(view: Result, event: ScreenEvent, context: ViewContext): ViewStep {
  const { call, lead } = view.conversation;
  const isOfThisCall = 'callId' in event && event.callId === call.id;
  const busy = view.sending !== null || view.retrying;
  switch (event.type) {
    case 'resultChosen':
      if (busy) return { view };
      return {
        view: { ...view, sending: event.result, banner: null },
        effects: [{ type: 'saveResult', ...aboutCall(view, context), result: event.result }],
      };
    case 'resultSaved':
      return { view: isOfThisCall && view.sending ? afterResult(view, context) : view };
    case 'requestUnsent':
      return {
        view: view.sending && isQueued(event, 'saveResult', call.id) ? afterResult(view, context) : view,
      };
    case 'resultFailed':
      if (isOfThisCall && event.isAnotherAgentsCall)
        return { view: reset(), signals: [{ type: 'alertRaised', text: t('callFailure.notConnected') }] };
      return { view: isOfThisCall ? { ...view, sending: null, banner: event.error } : view };
    case 'endedCallChecked':
      if (event.callKey !== view.conversation.callKey || event.hadCall !== false) return { view };
      return { view: resetAfterWithdrawal(event.by) };
    case 'smsClicked':
      return {
        view: busy || !mayText(context.agent, lead) ? view : newSms(view.conversation, context, true),
      };
    case 'pickUpClicked':
      // The result is asked for at the end of the call, of the agent who has it then.
      return busy || event.callId !== call.id ? { view } : pickUp(event.callId);
    case 'retryClicked':
      if (busy || !lead?.phone_number || !hasPermission(context.agent, 'app-retry')) return { view };
      return {
        view: { ...view, retrying: true, banner: null },
        effects: [
          {
            type: 'retryLead',
            callId: call.id,
            person: { fname: lead.fname, lname: lead.lname, phoneNumber: numberOf(call, lead.phone_number) },
          },
        ],
      };
    case 'retrySucceeded':
      return isOfThisCall ? { view: reset({ lead: event.lead }), effects: [startRingWait] } : { view };
    case 'retryFailed':
      return { view: isOfThisCall ? { ...view, retrying: false, banner: event.error } : view };
    case 'callRefreshed': {
      const { conversation } = view;
      if (event.callKey !== conversation.callKey || event.call.id !== call.id) return { view };
      return { view: { ...view, conversation: { ...conversation, call: event.call } } };
    }
    case 'callWithdrawn':
      // The message came late. The agent never had the call, so no result is needed.
      return {
        view: event.callUserId === view.conversation.callUserId ? resetAfterWithdrawal(event.by) : view,
      };
    default:
      return { view };
  }
}

function numberOf({ phone_number, extension }: Conversation['call'], leadNumber: string): string {
  return phone_number === leadNumber ? withExtension(leadNumber, extension) : leadNumber;
}

function newSms(conversation: Conversation, { agent }: ViewContext, owesResult: boolean): Sms {
  return smsView(conversation, firstSmsText(agent.language), owesResult);
}

function afterResult({ sending, afterSms, conversation }: Result, context: ViewContext): View {
  const notReached = sending === 'voicemail' || sending === 'missed';
  if (mayText(context.agent, conversation.lead) && notReached && !afterSms)
    return newSms(conversation, context, false);
  if (conversation.call.profile?.is_deal_whispertext && sending === 'contacted') {
    return tagsView(conversation);
  }
  return thankYouView(conversation);
}

function aboutCall({ conversation }: { readonly conversation: Conversation }, { agent }: ViewContext) {
  return { callId: conversation.call.id, about: contactName(conversation, agent.accountId) };
}

/** A queued request counts as saved. */
function isQueued(
  { order }: Extract<PhoneEvent, { type: 'requestUnsent' }>,
  type: AfterCallRequest['type'],
  callId: number,
): boolean {
  return order.type === type && order.callId === callId;
}

type RequestOf<T extends AfterCallRequest['type']> = Extract<AfterCallRequest, { type: T }>;
type Answer<T extends ScreenEvent['type']> = Extract<ScreenEvent, { type: T | 'requestUnsent' }>;

/** `next`: after a success of what this view sent; `failed`: after a failure. */
function answered<V extends Tags | Sms | Note>(
  view: V,
  event: Answer<'tagSaved' | 'tagFailed' | 'smsSent' | 'smsFailed' | 'noteSaved' | 'noteFailed'>,
  type: AfterCallRequest['type'],
  next: View,
  failed: V,
): ViewStep {
  const callId = view.conversation.call.id;
  const settled = view.sending ? next : view;
  if (event.type === 'requestUnsent') return { view: isQueued(event, type, callId) ? settled : view };
  if (event.callId !== callId) return { view };
  return { view: 'error' in event ? { ...failed, banner: event.error } : settled };
}

export function disposition2(view: Tags, event: ScreenEvent, context: ViewContext): ViewStep {
  const thanks = thankYouView(view.conversation);
  switch (event.type) {
    case 'tagChosen':
      if (view.sending !== null) return { view };
      return {
        view: { ...view, sending: event.key, banner: null },
        effects: [{ type: 'saveTag', ...aboutCall(view, context), key: event.key }],
      };
    case 'tagSaved':
    case 'tagFailed':
    case 'requestUnsent':
      return answered(view, event, 'saveTag', thanks, { ...view, sending: null });
    case 'tagsSkipped':
      return { view: thanks };
    default:
      return { view };
  }
}

function submitted(
  view: Sms | Note,
  typed: string,
  maxLength: number,
  toRequest: (text: string) => RequestOf<'sendSms' | 'saveNote'>,
): ViewStep {
  const text = typed.trim();
  if (view.sending || text === '' || text.length > maxLength) return { view };
  return { view: { ...view, sending: true, banner: null }, effects: [toRequest(text)] };
}

export function sms(view: Sms, event: ScreenEvent, context: ViewContext): ViewStep {
  const thanks = { ...thankYouView(view.conversation), owesResult: view.owesResult };
  switch (event.type) {
    case 'smsSubmitted':
      return submitted(view, event.text, SMS_MAX_LENGTH, (text) => ({
        type: 'sendSms',
        ...aboutCall(view, context),
        text,
      }));
    case 'smsSent':
    case 'smsFailed':
    case 'requestUnsent':
      return answered(view, event, 'sendSms', thanks, { ...view, sending: false });
    case 'smsCancelled':
      return { view: thanks };
    default:
      return { view };
  }
}

export function thankyou(view: ThankYou, event: ScreenEvent, context: ViewContext): ViewStep {
  if (view.pendingRing) {
    const pendingRingResult = pendingRingStep(view, view.pendingRing, event, context);
    if (pendingRingResult) return pendingRingResult;
  }
  const { conversation } = view;
  switch (event.type) {
    case 'thankYouTimedOut':
      return { view: view.autoCloses && event.callKey === conversation.callKey ? reset() : view };
    case 'feedbackStarted':
    case 'callNoteStarted':
      return { view: view.autoCloses ? { ...view, autoCloses: false } : view };
    case 'addResultClicked':
      return { view: view.owesResult ? resultView(conversation, true) : view };
    case 'addNoteClicked':
      return { view: noteView(conversation, callNote(context.drafts, conversation)) };
    case 'doneClicked':
      return { view: reset() };
    case 'pickUpClicked':
      return event.callId === conversation.call.id ? pickUp(event.callId) : { view };
    default:
      return { view };
  }
}

/** A phone rings for a parked call only while it waits. */
function pickUp(callId: number): ViewStep {
  return { view: { ...reset(), requesting: true }, effects: [{ type: 'pickUpCall', callId }] };
}

export function note(view: Note, event: ScreenEvent, context: ViewContext): ViewStep {
  switch (event.type) {
    case 'noteSubmitted':
      return submitted(view, event.content, NOTE_MAX_LENGTH, (content) => ({
        type: 'saveNote',
        ...aboutCall(view, context),
        content,
      }));
    case 'noteSaved':
    case 'noteFailed':
    case 'requestUnsent':
      return answered(view, event, 'saveNote', reset(), { ...view, sending: false });
    case 'noteSkipped':
      return { view: reset() };
    default:
      return { view };
  }
}
