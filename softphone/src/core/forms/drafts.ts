/** A draft survives an expired session, a reload and a lost device, until it's saved or skipped. */
import { NOTE_MAX_LENGTH, SMS_MAX_LENGTH } from '@offhook/contract/limits';
import { isFirstSmsText, noteView, smsView } from '../screen/results/views.ts';
import type { Conversation, Draft, Note, SavedNote, ScreenState, Sms, View } from '../screen/screen-state.ts';
import type { ScreenEvent } from '../screen/view-step.ts';

export const MAX_DRAFTS = 5;

export type DraftView = Note | Sms;

export function isDraftView(view: View): view is DraftView {
  return view.name === 'note' || view.name === 'sms';
}

export function draftOf({ name: kind, conversation, draft: text }: DraftView): Draft {
  return { id: draftId(kind, conversation.call.id), kind, conversation, text };
}

/** The call whose note the agent can write beside the view. Add Note has its own field. */
export function callWithNote(view: View): Conversation | null {
  if (view.name === 'waiting' || view.name === 'ringing' || view.name === 'note') return null;
  return view.conversation;
}

export function callNoteDraft(conversation: Conversation, text: string): Draft {
  const kind = 'note';
  return { id: draftId(kind, conversation.call.id), kind, conversation, text: boundedText(kind, text) };
}

/** Empty if nothing was typed. */
export function callNote(drafts: readonly Draft[], { call }: Conversation): string {
  return drafts.find(({ id }) => id === draftId('note', call.id))?.text ?? '';
}

/** For the colleague who gets the call. Absent if nothing was typed. */
export function handOverNote(
  drafts: readonly Draft[],
  conversation: Conversation,
): { readonly note?: string } {
  const note = callNote(drafts, conversation).trim();
  return note === '' ? {} : { note };
}

/** Blank, or the unedited default text. */
export function isEmptyDraft({ text }: Pick<Draft, 'text'>): boolean {
  return text.trim() === '' || isFirstSmsText(text);
}

export function boundedText(kind: Draft['kind'], text: string): string {
  return text.slice(0, kind === 'note' ? NOTE_MAX_LENGTH : SMS_MAX_LENGTH);
}

export function withDraft(drafts: readonly Draft[], draft: Draft): readonly Draft[] {
  return [draft, ...withoutDraft(drafts, draft.id)].slice(0, MAX_DRAFTS);
}

export function withoutDraft(drafts: readonly Draft[], id: string): readonly Draft[] {
  return drafts.filter((draft) => draft.id !== id);
}

/** Gets a new key, because the old one may belong to another call by now. */
export function draftView({ kind, conversation, text }: Draft): DraftView {
  const old = { ...conversation, callKey: `draft-${conversation.call.id}` };
  return kind === 'note' ? noteView(old, text) : smsView(old, text);
}

/** The ID of the draft that the event sends, queues or discards; otherwise null. */
export function settledDraft(
  { view, drafts }: Pick<ScreenState, 'view' | 'drafts'>,
  event: ScreenEvent,
): string | null {
  switch (event.type) {
    case 'noteSaved':
      return noteDraftId(drafts, event);
    case 'smsSent':
      return draftId('sms', event.callId);
    case 'requestUnsent': {
      const { order } = event;
      if (order.type === 'saveNote') return noteDraftId(drafts, order);
      return order.type === 'sendSms' ? draftId('sms', order.callId) : null;
    }
    case 'noteSkipped':
      return view.name === 'note' ? draftOf(view).id : null;
    case 'smsCancelled':
      return view.name === 'sms' ? draftOf(view).id : null;
    case 'draftDiscarded':
      return event.id;
    default:
      return null;
  }
}

/** Null if the agent has typed another text since. */
function noteDraftId(drafts: readonly Draft[], note: SavedNote): string | null {
  return drafts.find((draft) => isDraftOf(draft, note))?.id ?? null;
}

export function isDraftOf({ id, text }: Pick<Draft, 'id' | 'text'>, { callId, content }: SavedNote): boolean {
  return id === draftId('note', callId) && text.trim() === content.trim();
}

function draftId(kind: Draft['kind'], callId: number): string {
  return `${kind}-${callId}`;
}
