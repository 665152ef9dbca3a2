import type { LeadStory } from '@offhook/contract/leads/lead-story';
import { setFormats } from '@offhook/i18n/formats';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PhoneState } from '../phone-state.ts';
import { disconnected, type EventInput, lead, ring, run, signedInAs, talk, user } from '../sample-events.ts';
import { leadIdentity, leadView } from './lead-view.ts';

const NOW = Date.parse('2026-11-24T18:45:00Z');
const ago = (seconds: number) => new Date(NOW - seconds * 1_000).toISOString();
const DAY = 86_400;
const FORMATS = { tag: 'en-US', timeZone: 'America/Los_Angeles', clock: null, dateOrder: null } as const;

beforeEach(() => setFormats(FORMATS));
afterEach(() => setFormats({ tag: 'en-US', clock: null, dateOrder: null }));

const note = { content: 'Left two visit dates.', agent: 'Ben Okafor', at: ago(4 * DAY) };
const pastCall: LeadStory['calls'][number] = {
  id: 40,
  direction: 'outbound',
  number: 1,
  status: 'completed',
  result: 'voicemail',
  agent: 'Ben Okafor',
  at: ago(4 * DAY),
  seconds: 42,
  notes: [note],
  recording: { url: '/api/v1/recordings/1.wav', agent_channel: 1, is_own: false },
};
const story: LeadStory = {
  arrived_at: ago(12),
  form: 'Solar form',
  fields: [
    { name: 'ZIP code', value: '92103' },
    { name: 'Roof', value: 'Flat' },
  ],
  time_zone: 'America/New_York',
  attempts: 1,
  call_count: 1,
  calls: [pastCall],
  last_note: note,
  text_count: 1,
  texts: [{ id: 9, direction: 'inbound', body: 'After 9.', agent: null, at: ago(DAY) }],
  next_call: { at: ago(-DAY + 3_600), follow_up: 2, follow_ups: 4, if_unreached: true },
  script: { team: 'Sales', markdown: '# Hi\n## Open\nHi {fname}, this is {agent}. {ROOF}?' },
};

const stateAfter = (...events: readonly EventInput[]): PhoneState => run([signedInAs(), ...events]).state;
const ringing = stateAfter(ring());
const view = (changes: Partial<LeadStory> = {}, state = ringing) =>
  leadView(state, { ...story, ...changes }, NOW);
const spaced = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll('\u202f', ' '));

test('the head names the attempt, company, form, age and local time', () => {
  expect(spaced(view())).toMatchObject({
    attempt: '2nd call',
    about: ['Acme', 'Solar form'],
    age: '12 s ago',
    localTime: '1:45 PM in New York',
    lastNote: { content: 'Left two visit dates.', by: 'Ben Okafor, Nov 20' },
  });
  expect(leadIdentity(ringing)).toMatchObject({ name: 'Roof quote', company: 'Acme' });
});

test('the head of an unknown caller has their number', () => {
  const caller = ring({ direction: 'inbound', type: 'inbound', lead: null });
  const state = stateAfter(caller);
  expect(leadIdentity(state).name).toBe('Unknown caller');
  const facts = { arrived_at: null, form: null, caller_number: '(415) 555-0100' };
  expect(view(facts, state)).toMatchObject({ attempt: null, about: ['(415) 555-0100'] });
  expect(leadIdentity(stateAfter(ring({ lead: null }))).name).toBe('Lead');
});

test.each([
  [0, '0 s ago'],
  [59, '59 s ago'],
  [60, '1 min ago'],
  [3_599, '59 min ago'],
  [3_600, '1 h ago'],
  [DAY, '1 day ago'],
  [3 * DAY, '3 days ago'],
  [-5, '0 s ago'],
])('a lead that came in %i seconds ago is %s old', (seconds, text) => {
  expect(view({ arrived_at: ago(seconds) }).age).toBe(text);
});

test.each([
  [0, '1st call'],
  [2, '3rd call'],
  [3, '4th call'],
  [10, '11th call'],
  [20, '21st call'],
])('after %i attempts, an outbound call is the %s', (attempts, text) => {
  expect(view({ attempts }).attempt).toBe(text);
});

test('an inbound call is no attempt', () => {
  expect(view({}, stateAfter(ring({ direction: 'inbound', type: 'inbound' }))).attempt).toBeNull();
});

test('an unknown time zone shows no local time', () => {
  expect(view({ time_zone: null }).localTime).toBeNull();
  expect(view({ time_zone: 'Mars/Olympus' }).localTime).toBeNull();
});

test('calls, texts and the form are one list, newest first', () => {
  const { activity } = view();
  expect(spaced(activity)).toMatchObject([
    { kind: 'form', title: 'Solar form', detail: 'Solar', time: 'Today, 10:44 AM' },
    { kind: 'text', outbound: false, title: 'Text from Lee', detail: '“After 9.”' },
    {
      kind: 'call',
      title: '1st call',
      detail: 'Ben Okafor. Left two visit dates.',
      time: 'Nov 20, 10:45 AM',
      chip: { text: 'Voicemail', tone: 'quiet' },
      recording: { url: '/api/v1/recordings/1.wav', agentChannel: 1, seconds: 42 },
    },
  ]);
});

test.each<[Partial<typeof pastCall>, object | null]>([
  [{ result: 'contacted' }, { text: 'Contacted', tone: 'good' }],
  [{ result: 'missed' }, { text: 'Missed', tone: 'bad' }],
  [{ result: 'removed' }, { text: 'Removed', tone: 'quiet' }],
  [
    { result: null, status: 'busy' },
    { text: 'Busy', tone: 'busy' },
  ],
  [
    { result: null, status: 'missed' },
    { text: 'Missed', tone: 'bad' },
  ],
  [
    { result: null, status: 'no-answer' },
    { text: 'No Answer', tone: 'quiet' },
  ],
  [{ result: null, status: 'completed' }, null],
  [{ result: null, status: 'constructor' }, null],
])('a past call with %o has the chip %o', (fields, chip) => {
  const { activity } = view({ calls: [{ ...pastCall, ...fields }], arrived_at: null, texts: [] });
  expect(activity[0]?.chip).toEqual(chip);
});

test('a past inbound call has no number', () => {
  const inbound: typeof pastCall = { ...pastCall, number: null, direction: 'inbound', notes: [] };
  const { activity } = view({ calls: [inbound], arrived_at: null, texts: [] });
  expect(activity).toMatchObject([{ title: 'Incoming call', detail: 'Ben Okafor', outbound: false }]);
});

test('after the call, only own recordings can be heard', () => {
  const after = stateAfter(talk(), disconnected());
  const heard = (is_own: boolean) => {
    const recording = { url: '/x.wav', agent_channel: null, is_own };
    const { activity } = view({ calls: [{ ...pastCall, recording }], arrived_at: null, texts: [] }, after);
    return activity[0]?.recording ?? null;
  };
  expect(heard(false)).toBeNull();
  expect(heard(true)).toMatchObject({ url: '/x.wav', agentChannel: 0 });
});

test('older calls and texts are counted', () => {
  expect(view().older).toBe(0);
  expect(view({ call_count: 61, text_count: 3 }).older).toBe(62);
});

test('the next call, in the lead’s time and the agent’s, is the planned follow-up until the lead answers', () => {
  expect(spaced(view().nextCall)).toEqual({
    when: 'Tomorrow, 12:45 PM',
    own: '9:45 AM for you',
    followUp: 'Follow-up 2 of 4',
    ifUnreached: true,
  });
  expect(spaced(view({ time_zone: null }).nextCall)).toMatchObject({ when: 'Tomorrow, 9:45 AM', own: null });
  const answered = stateAfter(talk({ far_end: { state: 'answered', seconds: 3 } }));
  expect(view({}, answered).nextCall).toBeNull();
  const agreed = { at: ago(-DAY), follow_up: null, follow_ups: 4, if_unreached: false };
  expect(view({ next_call: agreed }, answered).nextCall).toMatchObject({
    followUp: null,
    ifUnreached: false,
  });
  expect(view({}, stateAfter(talk(), disconnected())).nextCall).toBeNull();
});

test('the form has what the card may show', () => {
  expect(view().form.fields).toEqual([
    ['Email', 'lee@day.test'],
    ['ZIP code', '92103'],
    ['Roof', 'Flat'],
  ]);
});

test('account 6671 sees names in place of the label, and the email nowhere', () => {
  const state = run([signedInAs({ account_id: 6671 }), ring()]).state;
  expect(leadIdentity(state).name).toBe('Lee Day');
  const fields = [{ name: 'Mail', value: `It’s ${lead.email?.toUpperCase()}` }];
  const markdown = 'Write to {email} or {mail}';
  const shown = leadView(state, { ...story, fields, script: { team: '', markdown } }, NOW);
  expect(JSON.stringify(shown).toLowerCase()).not.toContain('lee@day.test');
});

test.each([
  [100, false],
  [9920, true],
])('account %i sees the lead’s number: %s', (account_id, isShown) => {
  const state = run([signedInAs({ account_id }), ring()]).state;
  const fields = [
    { name: 'Phone', value: '(415) 555-0100' },
    { name: 'Mobile', value: '+1 (0)415 555-0100' },
    { name: 'Office', value: '415-555-0100 ext. 12' },
    { name: 'Mobile', value: '+1 415 555 0100' },
    { name: 'Budget', value: '0100' },
  ];
  const { form } = leadView(state, { ...story, fields }, NOW);
  expect(form.fields.filter(([, value]) => /415/.test(value)).length > 0).toBe(isShown);
  expect(form.fields).toContainEqual(['Budget', '0100']);
});

test('the script is filled with the lead, the agent and the form', () => {
  expect(view().script).toMatchObject({
    team: 'Sales',
    title: 'Hi',
    steps: [{ title: 'Open', blocks: [{ text: [{ text: `Hi Lee, this is ${user.full_name}. Flat?` }] }] }],
  });
  expect(view({ script: null }).script).toBeNull();
});
