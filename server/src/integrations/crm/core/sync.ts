/**
 * What a CRM is asked next, so that it has one contact for each lead and one entry for each call, whatever is told
 * twice, out of order, or by a process that died between two requests.
 *
 *                    known?──yes──────────────┐
 *     contact:  find ──┤                      ├─ update, when there is news ─→ entry of the call
 *                    make (begun is written first)                              known? update : make
 *
 * Whoever finds that making was begun, and not how it ended, looks before making again.
 */

import type { CallEntry } from './call-entry.ts';
import { type CrmContact, fingerprint } from './contact.ts';

export type Deed =
  | { readonly kind: 'findContact'; readonly contact: CrmContact }
  | { readonly kind: 'makeContact'; readonly contact: CrmContact }
  | { readonly kind: 'updateContact'; readonly contact: CrmContact; readonly contactId: string }
  | { readonly kind: 'findEntry'; readonly entry: CallEntry; readonly contactId: string }
  | { readonly kind: 'makeEntry'; readonly entry: CallEntry; readonly contactId: string }
  | {
      readonly kind: 'updateEntry';
      readonly entry: CallEntry;
      readonly contactId: string;
      readonly entryId: string;
    };

export type Outcome =
  /** Found, made or updated. */
  | { readonly kind: 'done'; readonly id: string }
  | { readonly kind: 'none' }
  /** What should be updated or added to is there no more. */
  | { readonly kind: 'gone' }
  | Setback;

export type Setback =
  /** As it is, the CRM will never take it. */
  | { readonly kind: 'refused'; readonly error: string }
  /** The token, or its rights. */
  | { readonly kind: 'locked'; readonly error: string }
  | {
      readonly kind: 'later';
      readonly error: string;
      /** What the CRM asks for. */
      readonly afterMs: number | null;
      /** It may have been done all the same. */
      readonly isUnheard: boolean;
    };

/** What came of a delivery. */
export type Told = {
  /** Of HTTP, where it is the whole answer. */
  readonly status?: number | null;
} & (
  | /** `why`: nothing had to be written. */
  { readonly kind: 'taken'; readonly why: string | null }
  | { readonly kind: 'wait'; readonly until: number; readonly why: string }
  | Setback
);

export function isSetback(outcome: Outcome): outcome is Setback {
  return outcome.kind === 'refused' || outcome.kind === 'locked' || outcome.kind === 'later';
}

/** A thing in the CRM: the lead's contact, or the call's entry. Times in ms. */
export interface Remote {
  readonly id: string | null;
  /** Making it was begun then, and how it ended was not heard. */
  readonly makingSince: number | null;
  /** It was made by us, then. */
  readonly madeAt: number | null;
  /** Fingerprint of what was written last, and the delivery that wrote it. */
  readonly written: string | null;
  readonly writtenBy: number | null;
}

export const UNKNOWN: Remote = { id: null, makingSince: null, madeAt: null, written: null, writtenBy: null };

export interface Task {
  /** Later deliveries know newer things. */
  readonly delivery: number;
  readonly contact: CrmContact;
  /** The CRM's own id of the contact, when the lead came with one. */
  readonly sourceId: string | null;
  /** `null`: nothing is told of a call. */
  readonly entry: CallEntry | null;
  readonly makesContacts: boolean;
  /** Why this CRM can have no contact for this lead. */
  readonly obstacle: string | null;
}

export interface State {
  readonly contact: Remote;
  readonly entry: Remote;
  /** Asked for in this run. */
  readonly sought: { readonly contact: boolean; readonly entry: boolean };
  /** How often in this run something was there no more. */
  readonly losses: number;
}

export function start(task: Task, contact: Remote, entry: Remote): State {
  const known = contact.id === null && contact.makingSince === null ? task.sourceId : contact.id;
  return {
    contact: { ...contact, id: known },
    entry,
    sought: { contact: false, entry: false },
    losses: 0,
  };
}

export type Next =
  | { readonly kind: 'do'; readonly deed: Deed }
  | { readonly kind: 'wait'; readonly until: number; readonly why: string }
  /** `why`: nothing was written, and that is no fault. */
  | { readonly kind: 'finished'; readonly why: string | null };

/** So long a CRM may take until what it has made can be found in it. */
const SETTLE_MS = 60_000;
/** A CRM that loses what it has just given is asked again another time. */
const MOST_LOSSES = 2;

export function next(task: Task, state: State, now: number): Next {
  if (state.losses >= MOST_LOSSES)
    return { kind: 'wait', until: now, why: 'The CRM does not find what it has.' };
  const { id } = state.contact;
  if (id === null) return nextForUnknown(task, state, now);
  if (isNews(state.contact, fingerprint(task.contact), task.delivery)) {
    return { kind: 'do', deed: { kind: 'updateContact', contact: task.contact, contactId: id } };
  }
  if (task.entry === null) return { kind: 'finished', why: null };
  return nextForEntry(task, task.entry, id, state, now);
}

function nextForUnknown(task: Task, { contact, sought }: State, now: number): Next {
  if (!sought.contact) return { kind: 'do', deed: { kind: 'findContact', contact: task.contact } };
  if (!task.makesContacts) return { kind: 'finished', why: 'The CRM has no such contact.' };
  if (task.obstacle !== null) return { kind: 'finished', why: task.obstacle };
  const settled = contact.makingSince === null ? now : contact.makingSince + SETTLE_MS;
  if (settled > now) return { kind: 'wait', until: settled, why: 'A contact may have been made.' };
  return { kind: 'do', deed: { kind: 'makeContact', contact: task.contact } };
}

function nextForEntry(task: Task, entry: CallEntry, contactId: string, state: State, now: number): Next {
  const { id, makingSince } = state.entry;
  if (id !== null) {
    if (!isNews(state.entry, fingerprint(entry), task.delivery)) return { kind: 'finished', why: null };
    return { kind: 'do', deed: { kind: 'updateEntry', entry, contactId, entryId: id } };
  }
  if (makingSince !== null && !state.sought.entry)
    return { kind: 'do', deed: { kind: 'findEntry', entry, contactId } };
  const settled = makingSince === null ? now : makingSince + SETTLE_MS;
  if (settled > now) return { kind: 'wait', until: settled, why: 'The call may have been written.' };
  return { kind: 'do', deed: { kind: 'makeEntry', entry, contactId } };
}

/** What an older delivery says was said since. */
function isNews({ written, writtenBy }: Remote, print: string, delivery: number): boolean {
  return written !== print && (writtenBy === null || delivery >= writtenBy);
}

/** Before the request goes out; what it changes is kept before. */
export function begun(state: State, deed: Deed, now: number): State {
  if (deed.kind === 'makeContact') return { ...state, contact: { ...state.contact, makingSince: now } };
  if (deed.kind === 'makeEntry') return { ...state, entry: { ...state.entry, makingSince: now } };
  return state;
}

/** A clear no leaves nothing behind that could be found. */
export function afterSetback(state: State, deed: Deed, setback: Setback): State {
  if (setback.kind === 'later' && setback.isUnheard) return state;
  if (deed.kind === 'makeContact') return { ...state, contact: { ...state.contact, makingSince: null } };
  if (deed.kind === 'makeEntry') return { ...state, entry: { ...state.entry, makingSince: null } };
  return state;
}

export function heard(
  task: Task,
  state: State,
  deed: Deed,
  outcome: Exclude<Outcome, Setback>,
  now: number,
): State {
  if (outcome.kind === 'gone') return lost(state, deed);
  const id = outcome.kind === 'done' ? outcome.id : null;
  const { contact, entry, sought } = state;
  switch (deed.kind) {
    case 'findContact':
      return {
        ...state,
        sought: { ...sought, contact: true },
        // Found after a making that was not heard of: it is ours.
        contact: id === null ? contact : { ...UNKNOWN, id, madeAt: contact.makingSince },
      };
    case 'makeContact':
      return {
        ...state,
        contact: {
          id,
          makingSince: null,
          madeAt: now,
          written: fingerprint(deed.contact),
          writtenBy: task.delivery,
        },
      };
    case 'updateContact':
      return {
        ...state,
        contact: { ...contact, written: fingerprint(deed.contact), writtenBy: task.delivery },
      };
    case 'findEntry':
      return {
        ...state,
        sought: { ...sought, entry: true },
        entry: id === null ? entry : { ...entry, id, makingSince: null },
      };
    case 'makeEntry':
      return {
        ...state,
        entry: {
          id,
          makingSince: null,
          madeAt: now,
          written: fingerprint(deed.entry),
          writtenBy: task.delivery,
        },
      };
    case 'updateEntry':
      return {
        ...state,
        entry: { ...entry, written: fingerprint(deed.entry), writtenBy: task.delivery },
      };
    default:
      return deed satisfies never;
  }
}

/** An entry that somebody deleted in the CRM is not made again: they did not want it. */
function lost(state: State, deed: Deed): State {
  const losses = state.losses + 1;
  if (deed.kind === 'updateEntry')
    return {
      ...state,
      entry: { ...state.entry, written: fingerprint(deed.entry), writtenBy: Number.MAX_SAFE_INTEGER },
    };
  return {
    ...state,
    losses,
    contact: UNKNOWN,
    entry: deed.kind === 'makeEntry' ? { ...state.entry, makingSince: null } : state.entry,
    sought: { ...state.sought, contact: false },
  };
}
