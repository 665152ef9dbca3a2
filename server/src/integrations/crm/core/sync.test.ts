import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CallEntry } from './call-entry.ts';
import type { CrmContact } from './contact.ts';
import {
  afterSetback,
  begun,
  type Deed,
  heard,
  next,
  type Outcome,
  type Remote,
  start,
  type Task,
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
  isBarred: false,
  hasCalled: false,
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
  ownNumber: null,
};
const task = (more: Partial<Task> = {}): Task => ({
  delivery: 1,
  contact: CONTACT,
  sourceId: null,
  entry: null,
  makesContacts: true,
  obstacle: null,
  ...more,
});

/** A CRM in memory, whose every answer may be lost, and in which every thing may be deleted. */
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
    perform(deed: Deed): Exclude<Outcome, { kind: 'later' | 'locked' | 'refused' }> {
      const [first] = contacts;
      switch (deed.kind) {
        case 'findContact':
          return first === undefined ? { kind: 'none' } : { kind: 'done', id: first };
        case 'makeContact': {
          const id = add();
          contacts.add(id);
          return { kind: 'done', id };
        }
        case 'updateContact':
          return contacts.has(deed.contactId) ? { kind: 'done', id: deed.contactId } : { kind: 'gone' };
        case 'findEntry': {
          const found = [...entries].find(([, of]) => of === deed.contactId);
          return found ? { kind: 'done', id: found[0] } : { kind: 'none' };
        }
        case 'makeEntry': {
          if (!contacts.has(deed.contactId)) return { kind: 'gone' };
          const id = add();
          entries.set(id, deed.contactId);
          return { kind: 'done', id };
        }
        case 'updateEntry':
          return entries.has(deed.entryId) ? { kind: 'done', id: deed.entryId } : { kind: 'gone' };
        default:
          return deed satisfies never;
      }
    },
  };
}

const deedsOf = (of: Task, contact: Remote, entry: Remote = UNKNOWN): string[] => {
  const remote = crm();
  if (contact.id !== null) remote.contacts.add(contact.id);
  if (entry.id !== null) remote.entries.set(entry.id, contact.id ?? '');
  const deeds: string[] = [];
  let state = start(of, contact, entry);
  for (;;) {
    const step = next(of, state, 1_000_000);
    if (step.kind !== 'do') return [...deeds, step.kind];
    deeds.push(step.deed.kind);
    state = heard(of, begun(state, step.deed, 1_000_000), step.deed, remote.perform(step.deed), 1_000_000);
  }
};

const known = (more: Partial<Remote> = {}): Remote => ({ ...UNKNOWN, id: '7', ...more });

it.each<[string, Task, Remote, Remote, string]>([
  [
    'a lead that it may have is looked for first',
    task(),
    UNKNOWN,
    UNKNOWN,
    'findContact makeContact finished',
  ],
  ['what it may not make is left', task({ makesContacts: false }), UNKNOWN, UNKNOWN, 'findContact finished'],
  ['what it cannot make is left', task({ obstacle: 'no email' }), UNKNOWN, UNKNOWN, 'findContact finished'],
  ['a contact that is known is only updated', task(), known(), UNKNOWN, 'updateContact finished'],
  [
    'older news than what was written is none',
    task(),
    known({ written: 'x', writtenBy: 2 }),
    UNKNOWN,
    'finished',
  ],
  ['a call of a known contact', task({ entry: ENTRY }), known(), UNKNOWN, 'updateContact makeEntry finished'],
  [
    'a call that may have been written is looked for',
    task({ entry: ENTRY }),
    known(),
    { ...UNKNOWN, makingSince: 0 },
    'updateContact findEntry makeEntry finished',
  ],
  [
    'a call that has just been written, perhaps, is waited for',
    task({ entry: ENTRY }),
    known(),
    { ...UNKNOWN, makingSince: 999_000 },
    'updateContact findEntry wait',
  ],
  [
    'a contact that has just been made, perhaps, is waited for',
    task(),
    { ...UNKNOWN, makingSince: 999_000 },
    UNKNOWN,
    'findContact wait',
  ],
  [
    'more of a call that is written',
    task({ entry: ENTRY }),
    known(),
    known({ id: '9' }),
    'updateContact updateEntry finished',
  ],
])('%s', (_sentence, of, contact, entry, deeds) => {
  expect(deedsOf(of, contact, entry).join(' ')).toBe(deeds);
});

it('has one contact and one entry in the end, whichever answers are lost and whoever dies', () => {
  // What befalls each request: heard, done but not heard, not done, or a clear no.
  const fates = fc.array(fc.constantFrom('heard', 'unheard', 'undone', 'refused'), { maxLength: 12 });
  fc.assert(
    fc.property(fates, (befalls) => {
      const remote = crm();
      const of = task({ entry: ENTRY });
      const queue = [...befalls];
      let kept: [Remote, Remote] = [UNKNOWN, UNKNOWN];
      let now = 0;
      for (let run = 0; run < 40; run += 1) {
        now += 120_000;
        let state = start(of, ...kept);
        for (;;) {
          const step = next(of, state, now);
          if (step.kind !== 'do') break;
          const before = begun(state, step.deed, now);
          kept = [before.contact, before.entry];
          const fate = queue.shift() ?? 'heard';
          if (fate === 'undone') break;
          if (fate === 'refused') {
            const after = afterSetback(before, step.deed, { kind: 'refused', error: 'no' });
            kept = [after.contact, after.entry];
            break;
          }
          const outcome = remote.perform(step.deed);
          if (fate === 'unheard') break;
          state = heard(of, before, step.deed, outcome, now);
          kept = [state.contact, state.entry];
        }
      }
      expect([remote.contacts.size, remote.entries.size]).toEqual([1, 1]);
      expect(next(of, start(of, ...kept), now)).toEqual({ kind: 'finished', why: null });
    }),
  );
});
