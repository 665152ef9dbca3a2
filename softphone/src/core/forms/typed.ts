/** What the agent has typed and not sent. */
import { contactName } from '../lists/history-rows.ts';
import type { PhoneState } from '../phone-state.ts';
import { type Draft, emptyPerson, type PersonForm, type PersonPrefill } from '../screen/screen-state.ts';
import { addLeadForm, hasText } from './forms.ts';

export interface LeftDraft {
  readonly id: string;
  readonly kind: Draft['kind'];
  /** The contact's name or number; may be empty. */
  readonly about: string;
  readonly text: string;
}

/** An interrupted note or text message, offered in waiting. */
export function leftDraft({ session, screen: { view, drafts, agent } }: PhoneState): LeftDraft | null {
  const [draft] = drafts;
  if (session.name !== 'agent' || view.name !== 'waiting' || !draft || !agent) return null;
  const about = contactName(draft.conversation, agent.accountId);
  return { id: draft.id, kind: draft.kind, about, text: draft.text };
}

export interface LeftForm {
  /** The typed name, or the number if there is no name. */
  readonly about: string;
  /** Why the call was not placed; null: not attempted. */
  readonly refusal: string | null;
}

/** A New Call that was left or interrupted by a ring. Waiting offers it. */
export function leftForm({ session, screen: { view, forms } }: PhoneState): LeftForm | null {
  if (session.name !== 'agent' || view.name !== 'waiting' || view.placing) return null;
  if (view.panel?.name === 'new_call' || !hasText(forms.newCall)) return null;
  return { about: personText(forms.newCall), refusal: forms.refusal };
}

/** The name, or the number without one. */
function personText({ fname, lname, phoneNumber }: PersonPrefill): string {
  return `${fname} ${lname}`.trim() || phoneNumber.trim();
}

/** 'Discard what you typed?' */
export function asksToDiscard({ screen: { view } }: PhoneState): boolean {
  return (view.name === 'waiting' || view.name === 'oncall') && view.asksToDiscard;
}

/** The Add Lead form of the current call. */
export function addLead({ screen: { view, forms } }: PhoneState): PersonForm {
  return view.name === 'oncall' ? addLeadForm(forms, view.conversation) : emptyPerson;
}
