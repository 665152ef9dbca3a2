import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CallEntry } from './call-entry.ts';
import type { CrmContact } from './contact.ts';
import {
  type CrmAction,
  type Failure,
  initialState,
  nextStep,
  type Outcome,
  onFailure,
  onStart,
  onSuccess,
  type RemoteRecord,
  type SyncTask,
  UNKNOWN,
} from './sync.ts';

const CONTACT: CrmContact = {
  number: { phoneNumber: '+14155550881', national: '4155550881', written: ['+14155550881'] },
  fname: 'Ada',
  lname: 'Form',
  label: 'Ada Form',
  email: null,
  company: null,
  category: null,
  tag: null,
  doNotCall: false,
  calledFirst: false,
};
const ENTRY: CallEntry = {
  key: 'offhook-call-2',
  title: 'Outbound call: contacted',
  lines: ['[offhook-call-2]'],
  isInbound: false,
  ended: 'contacted',
  seconds: 90,
  startedAt: '2026-03-02T16:00:01.000Z',
  leadNumber: '+14155550881',
  businessNumber: null,
};
const task = (more: Partial<SyncTask> = {}): SyncTask => ({
  deliveryId: 1,
  contact: CONTACT,
  sourceId: null,
  entry: null,
  createsContacts: true,
  obstacle: null,
  ...more,
});

function crm() {
  const contacts = new Set<string>();
  const entries = new Map<string, string>();
  let last = 0;
  const add = () => {
    last += 1;
    return String(last);
  };
  return {
    contacts,
    entries,
    perform(action: CrmAction): Exclude<Outcome, Failure> {
      const [first] = contacts;
      switch (action.kind) {
        case 'findContact':
          return first === undefined ? { kind: 'noMatch' } : { kind: 'done', id: first };
        case 'createContact': {
          const id = add();
          contacts.add(id);
          return { kind: 'done', id };
        }
        case 'updateContact':
          return contacts.has(action.contactId)
            ? { kind: 'done', id: action.contactId }
            : { kind: 'notFound' };
        case 'findEntry': {
          const found = [...entries].find(([, contactId]) => contactId === action.contactId);
          return found ? { kind: 'done', id: found[0] } : { kind: 'noMatch' };
        }
        case 'createEntry': {
          if (!contacts.has(action.contactId)) return { kind: 'notFound' };
          const id = add();
          entries.set(id, action.contactId);
          return { kind: 'done', id };
        }
        case 'updateEntry':
          return entries.has(action.entryId) ? { kind: 'done', id: action.entryId } : { kind: 'notFound' };
        default:
          return action satisfies never;
      }
    },
  };
}

const actionsFor = (job: SyncTask, contact: RemoteRecord, entry: RemoteRecord = UNKNOWN): string[] => {
  const remote = crm();
  if (contact.id !== null) remote.contacts.add(contact.id);
  if (entry.id !== null) remote.entries.set(entry.id, contact.id ?? '');
  const actions: string[] = [];
  let state = initialState(job, contact, entry);
  for (;;) {
    const step = nextStep(job, state, 1_000_000);
    if (step.kind !== 'do') return [...actions, step.kind];
    actions.push(step.action.kind);
    state = onSuccess(
      job,
      onStart(state, step.action, 1_000_000),
      step.action,
      remote.perform(step.action),
      1_000_000,
    );
  }
};

const known = (more: Partial<RemoteRecord> = {}): RemoteRecord => ({ ...UNKNOWN, id: '7', ...more });

it.each<[string, SyncTask, RemoteRecord, RemoteRecord, string]>([
  [
    'the contact of a new lead is searched for before it is created',
    task(),
    UNKNOWN,
    UNKNOWN,
    'findContact createContact finished',
  ],
  [
    'no contact is created if the account has turned that off',
    task({ createsContacts: false }),
    UNKNOWN,
    UNKNOWN,
    'findContact finished',
  ],
  [
    'no contact is created if the CRM cannot create one',
    task({ obstacle: 'no email' }),
    UNKNOWN,
    UNKNOWN,
    'findContact finished',
  ],
  ['a known contact is only updated', task(), known(), UNKNOWN, 'updateContact finished'],
  [
    'an older delivery does not overwrite newer data',
    task(),
    known({ writtenFingerprint: 'x', writtenBy: 2 }),
    UNKNOWN,
    'finished',
  ],
  [
    'a call with a known contact gets an entry',
    task({ entry: ENTRY }),
    known(),
    UNKNOWN,
    'updateContact createEntry finished',
  ],
  [
    'an entry that may exist is searched for before it is created',
    task({ entry: ENTRY }),
    known(),
    { ...UNKNOWN, creatingSince: 0 },
    'updateContact findEntry createEntry finished',
  ],
  [
    'a delivery waits for an entry that may just have been created',
    task({ entry: ENTRY }),
    known(),
    { ...UNKNOWN, creatingSince: 999_000 },
    'updateContact findEntry wait',
  ],
  [
    'a delivery waits for a contact that may just have been created',
    task(),
    { ...UNKNOWN, creatingSince: 999_000 },
    UNKNOWN,
    'findContact wait',
  ],
  [
    'a known entry is only updated',
    task({ entry: ENTRY }),
    known(),
    known({ id: '9' }),
    'updateContact updateEntry finished',
  ],
])('%s', (_title, job, contact, entry, actions) => {
  expect(actionsFor(job, contact, entry).join(' ')).toBe(actions);
});

it('the CRM ends up with one contact and one entry despite lost responses and crashes', () => {
  // The outcome of each request: response received, response lost, request lost, or rejected.
  const outcomes = fc.array(fc.constantFrom('received', 'responseLost', 'requestLost', 'rejected'), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(outcomes, (requestOutcomes) => {
      const remote = crm();
      const job = task({ entry: ENTRY });
      const queue = [...requestOutcomes];
      let saved: [RemoteRecord, RemoteRecord] = [UNKNOWN, UNKNOWN];
      let now = 0;
      for (let run = 0; run < 40; run += 1) {
        now += 120_000;
        let state = initialState(job, ...saved);
        for (;;) {
          const step = nextStep(job, state, now);
          if (step.kind !== 'do') break;
          const before = onStart(state, step.action, now);
          saved = [before.contact, before.entry];
          const requestOutcome = queue.shift() ?? 'received';
          if (requestOutcome === 'requestLost') break;
          if (requestOutcome === 'rejected') {
            const after = onFailure(before, step.action, { kind: 'rejected', error: 'no' });
            saved = [after.contact, after.entry];
            break;
          }
          const outcome = remote.perform(step.action);
          if (requestOutcome === 'responseLost') break;
          state = onSuccess(job, before, step.action, outcome, now);
          saved = [state.contact, state.entry];
        }
      }
      expect([remote.contacts.size, remote.entries.size]).toEqual([1, 1]);
      expect(nextStep(job, initialState(job, ...saved), now)).toEqual({ kind: 'finished', reason: null });
    }),
  );
});
