/**
 * Typed text stays until the call is placed, the lead is added, or the agent discards it or logs out.
 * Name and number belong together: a person that the agent chooses fills the whole form, and typed text is offered in
 * turn (`offered`). A number that arrives by itself, from a link, is offered beside typed text.
 * Add Lead belongs to one call, and becomes a New Call when that call ends.
 */

import { NAME_MAX_LENGTH, PHONE_TEXT_MAX_LENGTH } from '@offhook/contract/limits';
import { t as numbers } from '@offhook/i18n/numbers';
import type { PhoneEffect } from '../effects.ts';
import {
  type AddLeadForm,
  type Conversation,
  emptyForm,
  emptyForms,
  emptyPerson,
  type Forms,
  type NewCallForm,
  type PersonForm,
  type PersonPrefill,
  type ScreenState,
  type StoredForms,
  type View,
} from '../screen/screen-state.ts';
import type { ScreenEvent } from '../screen/view-step.ts';
import { type Step, step } from '../signals.ts';

export function isTyped({ newCall, prefill }: Forms): boolean {
  return hasText(newCall) && !isSamePerson(newCall, prefill);
}

export function hasText({ fname, lname, phoneNumber }: PersonPrefill): boolean {
  return `${fname}${lname}${phoneNumber}`.trim() !== '';
}

function callerNumber({ lead, call }: Conversation): string {
  return lead === null && call.direction === 'inbound' ? (call.phone_number ?? '') : '';
}

export function addLeadForm({ addLead }: Forms, conversation: Conversation): PersonForm {
  if (addLead?.callId !== conversation.call.id) return freshAddLead(conversation);
  const { callId: _, ...form } = addLead;
  return form;
}

function freshAddLead(conversation: Conversation): PersonForm {
  return { ...emptyPerson, phoneNumber: callerNumber(conversation) };
}

export function isAddLeadTyped(forms: Forms, conversation: Conversation): boolean {
  const form = addLeadForm(forms, conversation);
  return hasText(form) && !isSamePerson(form, freshAddLead(conversation));
}

/** Prefills New Call, or offers the person if something is typed. */
export function offerPerson(forms: Forms, person: PersonForm): Forms {
  if (!isTyped(forms)) return { ...fillNewCall(forms, person), prefill: person };
  return isSamePerson(forms.newCall, person) ? forms : { ...forms, offered: person };
}

function choosePerson(forms: Forms, person: PersonForm): Forms {
  return isSamePerson(forms.newCall, person)
    ? forms
    : {
        ...fillNewCall(forms, person),
        prefill: person,
        offered: isTyped(forms) ? personOf(forms.newCall) : forms.offered,
      };
}

/** Keeps the caller ID only with typed text. */
function fillNewCall(forms: Forms, person: PersonForm): Forms {
  const callerId = isTyped(forms) || forms.offered ? forms.newCall.callerId : '';
  return {
    ...forms,
    newCall: { ...emptyForm, ...person, callerId },
    prefill: emptyPerson,
    refusal: null,
    fillCount: forms.fillCount + 1,
  };
}

/** The offered person, if any, fills the form next. */
function afterForm(forms: Forms): Forms {
  return forms.offered
    ? { ...fillNewCall(forms, forms.offered), offered: null }
    : { ...fillNewCall(forms, emptyPerson), newCall: emptyForm };
}

/** A number without a name joins a typed name that has no number yet. */
function withOffered(forms: Forms): Forms {
  const { offered, newCall } = forms;
  if (!offered) return forms;
  const { fname, lname, phoneNumber } = newCall;
  if (phoneNumber.trim() === '' && `${offered.fname}${offered.lname}` === '')
    return { ...fillNewCall(forms, { ...offered, fname, lname }), offered: null };
  return { ...fillNewCall(forms, offered), offered: isTyped(forms) ? personOf(newCall) : null };
}

/** Text typed before the storage was read wins; the stored form is offered. */
export function withStored(forms: Forms, stored: StoredForms): Forms {
  if (forms.loaded) return forms;
  const next = { ...forms, loaded: true, addLead: forms.addLead ?? stored.addLead };
  if (!stored.newCall) {
    if (!stored.offered) return next;
    return withStored(forms, { ...stored, newCall: { ...emptyForm, ...stored.offered }, offered: null });
  }
  if (isTyped(forms)) return offerPerson(next, personOf(stored.newCall));
  const restored: Forms = {
    ...fillNewCall(next, stored.newCall),
    newCall: stored.newCall,
    offered: stored.offered,
  };
  return hasText(forms.newCall) ? offerPerson(restored, personOf(forms.newCall)) : restored;
}

export function storedForms(forms: Forms): StoredForms {
  return {
    newCall: isTyped(forms) ? forms.newCall : null,
    offered: forms.offered,
    addLead: forms.addLead,
  };
}

export function withForms(
  before: ScreenState,
  { state, effects, signals }: Step<ScreenState>,
  event: ScreenEvent,
): Step<ScreenState> {
  const { agent } = state;
  if (agent === null) return { state, effects, signals };
  const forms = settleAddLead(updateForms(state.forms, before.view, state.view, event), state.view, event);
  const view = withoutStaleQuestion(state.view, forms);
  const next = forms === state.forms && view === state.view ? state : { ...state, forms, view };
  if (!forms.loaded) return step(next, effects, signals);
  const stored = event.type === 'formsLoaded' ? event.forms : storedForms(before.forms);
  const kept = storedForms(forms);
  if (isSame(kept, stored)) return step(next, effects, signals);
  const keep: PhoneEffect = { type: 'saveForms', userId: agent.userId, forms: kept };
  return step(next, [...effects, keep], signals);
}

function updateForms(forms: Forms, before: View, after: View, event: ScreenEvent): Forms {
  switch (event.type) {
    case 'newCallTyped':
      // Typing in another tab may arrive after a ring. Typing for a cleared form is dropped.
      return isNewCallOpen(before) || hasText(forms.newCall) ? withTyped(forms, event.form) : forms;
    case 'addLeadTyped':
      if (before.name !== 'oncall' || before.conversation.lead) return forms;
      return { ...forms, addLead: { ...truncated(event.form), callId: before.conversation.call.id } };
    case 'historyLeadClicked': {
      if (!isNewCallOpen(after)) return forms;
      const { fname, lname, phoneNumber } = event;
      const person = { fname, lname, phoneNumber, country: null };
      // The form belongs to the call that is being placed.
      return isPlacing(before) ? { ...forms, offered: person } : choosePerson(forms, person);
    }
    case 'offeredPersonUsed':
      return isPlacing(before) ? forms : withOffered(forms);
    case 'offeredPersonDismissed':
      return { ...forms, offered: null };
    case 'panelClosed':
    case 'navClicked':
      return isNewCallOpen(before) && isClosed(after) && !isTyped(forms) ? afterForm(forms) : forms;
    case 'formDiscarded':
      if (before.name === 'waiting') return before.placing ? forms : afterForm(forms);
      return before.name === 'oncall' ? { ...forms, addLead: null } : forms;
    case 'callNowClicked':
      if (after.name !== 'waiting' || !isNewCallOpen(before) || after.pendingRing) return forms;
      if (isPlacing(before)) return forms;
      return { ...forms, refusal: event.problem && numbers(`number.${event.problem}`) };
    case 'callPlaced':
      return isPlacing(before) ? afterForm(forms) : forms;
    case 'callPlacingFailed':
      // Even if the device was lost: the agent is still waiting for an answer.
      return isNewCallOpen(after) || hasText(forms.newCall) ? { ...forms, refusal: event.error } : forms;
    case 'deviceLost':
      return forms.refusal === null ? forms : { ...forms, refusal: null };
    case 'logoutClicked':
      return { ...emptyForms, loaded: forms.loaded };
    case 'pageLockLost':
      // Another page is the phone now and has the current text.
      return emptyForms;
    default:
      return forms;
  }
}

/** A call that is resumed keeps its Add Lead text. */
function settleAddLead(forms: Forms, view: View, event: ScreenEvent): Forms {
  const { addLead } = forms;
  if (!addLead) return forms;
  const { callId } = addLead;
  if ('conversation' in view) {
    const { conversation } = view;
    if (conversation.call.id !== callId) return addLeadToNewCall(forms, addLead);
    if (conversation.lead) return { ...forms, addLead: null };
    return view.name === 'oncall' || view.name === 'ringing'
      ? forms
      : isAddLeadTyped(forms, conversation)
        ? addLeadToNewCall(forms, addLead)
        : { ...forms, addLead: null };
  }
  const isOver = event.type === 'presenceResponded' && event.resume !== callId && view.pendingRing === null;
  return isOver ? addLeadToNewCall(forms, addLead) : forms;
}

function addLeadToNewCall(forms: Forms, { callId: _, ...person }: AddLeadForm): Forms {
  const next = { ...forms, addLead: null };
  if (!hasText(person)) return next;
  return isTyped(forms) ? offerPerson(next, person) : fillNewCall(next, person);
}

/** An error is about the number that it was shown for. */
function withTyped(forms: Forms, form: NewCallForm): Forms {
  const newCall = { ...truncated(form), callerId: form.callerId };
  const { phoneNumber, country } = forms.newCall;
  const isSameNumber = newCall.phoneNumber === phoneNumber && newCall.country === country;
  return { ...forms, newCall, refusal: isSameNumber ? forms.refusal : null };
}

function isPlacing(view: View): boolean {
  return view.name === 'waiting' && view.placing !== null;
}

function isNewCallOpen(view: View): boolean {
  return view.name === 'waiting' && view.panel?.name === 'new_call';
}

/** Closed by the agent, not by a placed call or a ring. */
function isClosed(view: View): boolean {
  return view.name === 'waiting' && view.panel === null && !view.placing && !view.pendingRing;
}

function withoutStaleQuestion(view: View, forms: Forms): View {
  if (view.name === 'waiting') {
    const stale = view.panel?.name !== 'new_call' || view.pendingRing || view.placing || !isTyped(forms);
    return view.asksToDiscard && stale ? { ...view, asksToDiscard: false } : view;
  }
  if (view.name !== 'oncall') return view;
  const stale = view.panel !== 'addLead' || !isAddLeadTyped(forms, view.conversation);
  return view.asksToDiscard && stale ? { ...view, asksToDiscard: false } : view;
}

function truncated({ fname, lname, phoneNumber, country }: PersonForm): PersonForm {
  return {
    fname: fname.slice(0, NAME_MAX_LENGTH),
    lname: lname.slice(0, NAME_MAX_LENGTH),
    phoneNumber: phoneNumber.slice(0, PHONE_TEXT_MAX_LENGTH),
    country,
  };
}

function personOf({ callerId: _, ...person }: NewCallForm): PersonForm {
  return person;
}

function isSamePerson(a: PersonPrefill, b: PersonPrefill): boolean {
  return (
    a.fname.trim() === b.fname.trim() &&
    a.lname.trim() === b.lname.trim() &&
    a.phoneNumber.trim() === b.phoneNumber.trim()
  );
}

function isSame(a: StoredForms, b: StoredForms): boolean {
  return a.newCall === b.newCall && a.offered === b.offered && a.addLead === b.addLead;
}
