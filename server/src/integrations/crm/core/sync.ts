// A CRM gets one contact per lead and one entry per call, even when events arrive twice or out of order, or a process
// dies between two requests.
//                    known?──yes───────────────────────┐
//     contact:  find ──┤                               ├─ update if changed ─→ call entry
//                    create (creatingSince saved first)┘                       known? update : create
// If creation started and its outcome is unknown, the next run searches before it creates again.

import { english } from '../../../platform/core/sentences.ts';
import type { CallEntry } from './call-entry.ts';
import { type CrmContact, fingerprint } from './contact.ts';

export type CrmAction =
  | { readonly kind: 'findContact'; readonly contact: CrmContact }
  | { readonly kind: 'createContact'; readonly contact: CrmContact }
  | { readonly kind: 'updateContact'; readonly contact: CrmContact; readonly contactId: string }
  | { readonly kind: 'findEntry'; readonly entry: CallEntry; readonly contactId: string }
  | { readonly kind: 'createEntry'; readonly entry: CallEntry; readonly contactId: string }
  | {
      readonly kind: 'updateEntry';
      readonly entry: CallEntry;
      readonly contactId: string;
      readonly entryId: string;
    };

export type Outcome =
  | { readonly kind: 'done'; readonly id: string }
  | { readonly kind: 'noMatch' }
  /** The record to update, or the entry's contact, no longer exists. */
  | { readonly kind: 'notFound' }
  | Failure;

export type Failure =
  /** The CRM will never accept this request. */
  | { readonly kind: 'rejected'; readonly error: string }
  /** The token is invalid or lacks permissions. */
  | { readonly kind: 'unauthorized'; readonly error: string }
  | {
      readonly kind: 'retry';
      readonly error: string;
      readonly afterMs: number | null;
      readonly mayHaveSucceeded: boolean;
    };

export type DeliveryOutcome = {
  readonly status?: number | null;
} & (
  | /** `reason` is set if nothing had to be written. */
  { readonly kind: 'delivered'; readonly reason: string | null }
  | { readonly kind: 'wait'; readonly until: number; readonly reason: string }
  | Failure
);

export function isFailure(outcome: Outcome): outcome is Failure {
  return outcome.kind === 'rejected' || outcome.kind === 'unauthorized' || outcome.kind === 'retry';
}

/** The lead's contact or the call's entry. Times in ms. */
export interface RemoteRecord {
  readonly id: string | null;
  /** Set while the outcome of the creation is unknown. */
  readonly creatingSince: number | null;
  readonly createdAt: number | null;
  readonly writtenFingerprint: string | null;
  readonly writtenBy: number | null;
}

export const UNKNOWN: RemoteRecord = {
  id: null,
  creatingSince: null,
  createdAt: null,
  writtenFingerprint: null,
  writtenBy: null,
};

export interface SyncTask {
  /** IDs increase, so a later delivery holds newer data. */
  readonly deliveryId: number;
  readonly contact: CrmContact;
  /** The CRM's contact ID, if the lead came from this CRM. */
  readonly sourceId: string | null;
  /** Null for a lead event. */
  readonly entry: CallEntry | null;
  readonly createsContacts: boolean;
  readonly obstacle: string | null;
}

export interface SyncState {
  readonly contact: RemoteRecord;
  readonly entry: RemoteRecord;
  readonly searched: { readonly contact: boolean; readonly entry: boolean };
  readonly timesMissing: number;
}

export function initialState(task: SyncTask, contact: RemoteRecord, entry: RemoteRecord): SyncState {
  const known = contact.id === null && contact.creatingSince === null ? task.sourceId : contact.id;
  return {
    contact: { ...contact, id: known },
    entry,
    searched: { contact: false, entry: false },
    timesMissing: 0,
  };
}

export type NextStep =
  | { readonly kind: 'do'; readonly action: CrmAction }
  | { readonly kind: 'wait'; readonly until: number; readonly reason: string }
  /** `reason` is set if there was nothing to write. */
  | { readonly kind: 'finished'; readonly reason: string | null };

/** How long a created record may be missing from the CRM's search. */
const SETTLE_MS = 60_000;
/** After this many, the delivery is retried later: the CRM returns IDs that it can't find. */
const MAX_TIMES_MISSING = 2;

export function nextStep(task: SyncTask, state: SyncState, now: number): NextStep {
  if (state.timesMissing >= MAX_TIMES_MISSING)
    return { kind: 'wait', until: now, reason: english({ id: 'crm.recordsMissing' }) };
  const { id } = state.contact;
  if (id === null) return nextStepForUnknownContact(task, state, now);
  if (needsUpdate(state.contact, fingerprint(task.contact), task.deliveryId)) {
    return { kind: 'do', action: { kind: 'updateContact', contact: task.contact, contactId: id } };
  }
  if (task.entry === null) return { kind: 'finished', reason: null };
  return nextStepForEntry(task, task.entry, id, state, now);
}

function nextStepForUnknownContact(task: SyncTask, { contact, searched }: SyncState, now: number): NextStep {
  if (!searched.contact) return { kind: 'do', action: { kind: 'findContact', contact: task.contact } };
  if (!task.createsContacts) return { kind: 'finished', reason: english({ id: 'crm.noContact' }) };
  if (task.obstacle !== null) return { kind: 'finished', reason: task.obstacle };
  const settledAt = contact.creatingSince === null ? now : contact.creatingSince + SETTLE_MS;
  if (settledAt > now)
    return { kind: 'wait', until: settledAt, reason: english({ id: 'crm.contactMayExist' }) };
  return { kind: 'do', action: { kind: 'createContact', contact: task.contact } };
}

function nextStepForEntry(
  task: SyncTask,
  entry: CallEntry,
  contactId: string,
  state: SyncState,
  now: number,
): NextStep {
  const { id, creatingSince } = state.entry;
  if (id !== null) {
    if (!needsUpdate(state.entry, fingerprint(entry), task.deliveryId))
      return { kind: 'finished', reason: null };
    return { kind: 'do', action: { kind: 'updateEntry', entry, contactId, entryId: id } };
  }
  if (creatingSince !== null && !state.searched.entry)
    return { kind: 'do', action: { kind: 'findEntry', entry, contactId } };
  const settledAt = creatingSince === null ? now : creatingSince + SETTLE_MS;
  if (settledAt > now)
    return { kind: 'wait', until: settledAt, reason: english({ id: 'crm.callMayBeLogged' }) };
  return { kind: 'do', action: { kind: 'createEntry', entry, contactId } };
}

/** Older deliveries don't overwrite newer data. */
function needsUpdate(
  { writtenFingerprint, writtenBy }: RemoteRecord,
  newFingerprint: string,
  delivery: number,
): boolean {
  return writtenFingerprint !== newFingerprint && (writtenBy === null || delivery >= writtenBy);
}

/** The returned state is saved before the request is sent. */
export function onStart(state: SyncState, action: CrmAction, now: number): SyncState {
  if (action.kind === 'createContact') return { ...state, contact: { ...state.contact, creatingSince: now } };
  if (action.kind === 'createEntry') return { ...state, entry: { ...state.entry, creatingSince: now } };
  return state;
}

/** After a definite failure there is no record to search for. */
export function onFailure(state: SyncState, action: CrmAction, failure: Failure): SyncState {
  if (failure.kind === 'retry' && failure.mayHaveSucceeded) return state;
  if (action.kind === 'createContact')
    return { ...state, contact: { ...state.contact, creatingSince: null } };
  if (action.kind === 'createEntry') return { ...state, entry: { ...state.entry, creatingSince: null } };
  return state;
}

export function onSuccess(
  task: SyncTask,
  state: SyncState,
  action: CrmAction,
  outcome: Exclude<Outcome, Failure>,
  now: number,
): SyncState {
  if (outcome.kind === 'notFound') return onNotFound(state, action);
  const id = outcome.kind === 'done' ? outcome.id : null;
  const { contact, entry, searched } = state;
  switch (action.kind) {
    case 'findContact':
      return {
        ...state,
        searched: { ...searched, contact: true },
        // Found after a creation whose outcome was unknown, so we created it.
        contact: id === null ? contact : { ...UNKNOWN, id, createdAt: contact.creatingSince },
      };
    case 'createContact':
      return {
        ...state,
        contact: {
          id,
          creatingSince: null,
          createdAt: now,
          writtenFingerprint: fingerprint(action.contact),
          writtenBy: task.deliveryId,
        },
      };
    case 'updateContact':
      return {
        ...state,
        contact: { ...contact, writtenFingerprint: fingerprint(action.contact), writtenBy: task.deliveryId },
      };
    case 'findEntry':
      return {
        ...state,
        searched: { ...searched, entry: true },
        entry: id === null ? entry : { ...entry, id, creatingSince: null },
      };
    case 'createEntry':
      return {
        ...state,
        entry: {
          id,
          creatingSince: null,
          createdAt: now,
          writtenFingerprint: fingerprint(action.entry),
          writtenBy: task.deliveryId,
        },
      };
    case 'updateEntry':
      return {
        ...state,
        entry: { ...entry, writtenFingerprint: fingerprint(action.entry), writtenBy: task.deliveryId },
      };
    default:
      return action satisfies never;
  }
}

/** An entry that was deleted in the CRM isn't created again. */
function onNotFound(state: SyncState, action: CrmAction): SyncState {
  const timesMissing = state.timesMissing + 1;
  if (action.kind === 'updateEntry')
    return {
      ...state,
      entry: {
        ...state.entry,
        writtenFingerprint: fingerprint(action.entry),
        writtenBy: Number.MAX_SAFE_INTEGER,
      },
    };
  return {
    ...state,
    timesMissing,
    contact: UNKNOWN,
    entry: action.kind === 'createEntry' ? { ...state.entry, creatingSince: null } : state.entry,
    searched: { ...state.searched, contact: false },
  };
}
