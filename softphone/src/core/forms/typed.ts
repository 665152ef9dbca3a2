import { contactName } from '../lists/history-rows.ts';
import type { PhoneState } from '../phone-state.ts';
import { type Draft, emptyPerson, type PersonForm, type PersonPrefill } from '../screen/screen-state.ts';
import { isDraftOf } from './drafts.ts';
import { addLeadForm, hasText } from './forms.ts';

export interface UnfinishedDraft {
  readonly id: string;
  readonly kind: Draft['kind'];
  /** Name or number; may be empty. */
  readonly contact: string;
  readonly text: string;
}

export function unfinishedDraft({
  session,
  screen: { view, drafts, savingNote, agent },
}: PhoneState): UnfinishedDraft | null {
  const draft = drafts.find((kept) => savingNote === null || !isDraftOf(kept, savingNote));
  if (session.name !== 'agent' || view.name !== 'waiting' || !draft || !agent) return null;
  const contact = contactName(draft.conversation, agent.accountId);
  return { id: draft.id, kind: draft.kind, contact, text: draft.text };
}

export interface UnfinishedForm {
  readonly contact: string;
  /** Null: not attempted. */
  readonly refusal: string | null;
}

export function unfinishedForm({ session, screen: { view, forms } }: PhoneState): UnfinishedForm | null {
  if (session.name !== 'agent' || view.name !== 'waiting' || view.placing) return null;
  if (view.panel?.name === 'new_call' || !hasText(forms.newCall)) return null;
  return { contact: personText(forms.newCall), refusal: forms.refusal };
}

function personText({ fname, lname, phoneNumber }: PersonPrefill): string {
  return `${fname} ${lname}`.trim() || phoneNumber.trim();
}

export function asksToDiscard({ screen: { view } }: PhoneState): boolean {
  return (view.name === 'waiting' || view.name === 'oncall') && view.asksToDiscard;
}

export function addLead({ screen: { view, forms } }: PhoneState): PersonForm {
  return view.name === 'oncall' ? addLeadForm(forms, view.conversation) : emptyPerson;
}
