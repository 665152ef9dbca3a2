import { expect, test } from 'vitest';
import type { PhoneEvent } from '../events.ts';
import {
  callOf,
  cancelled,
  disconnected,
  type EventInput,
  effectTypes,
  KEY,
  noteSubmitted,
  offered,
  ring,
  run,
  signedInAs,
  talk,
  unsent,
  user,
} from '../sample-events.ts';
import { firstSmsText } from '../screen/results/views.ts';
import type { Draft } from '../screen/screen-state.ts';
import { viewName } from '../screen/view-name.ts';
import { MAX_DRAFTS } from './drafts.ts';
import { unfinishedDraft } from './typed.ts';

const agent = signedInAs({ permissions: ['app-sms'] });
const inNote: EventInput = [agent, talk({ direction: 'inbound' }), disconnected(), 'addNoteClicked'];
const inSms: EventInput = [agent, talk(), disconnected(), 'smsClicked'];
const type = (text: string): PhoneEvent => ({ type: 'draftTyped', text });
const opensNote: PhoneEvent = { type: 'draftOpened', id: 'note-55' };
const lost: PhoneEvent = { type: 'deviceUnregistered' };

const draft: Draft = {
  id: 'note-55',
  kind: 'note',
  conversation: {
    callKey: KEY,
    callUserId: 77,
    type: 'lead',
    autoaccept: false,
    call: callOf(),
    lead: callOf().lead,
    isConference: false,
  },
  text: 'Owns two',
};
const loaded = (userId = user.id, drafts: readonly Draft[] = [draft]): PhoneEvent => ({
  type: 'draftsLoaded',
  userId,
  drafts,
});

test.each([
  ['a note', inNote, 'note'],
  ['a text message', inSms, 'sms'],
] as const)('%s is stored on every keystroke, for its user', (_, events, kind) => {
  const { last } = run([events, type('Owns t'), type('Owns tw')]);
  expect(last).toMatchObject([
    {
      type: 'saveDraft',
      userId: user.id,
      draft: { kind, text: 'Owns tw', conversation: { call: { id: 55 } } },
    },
  ]);
});

test.each<[string, readonly EventInput[]]>([
  ['saved', [inNote, type('x'), noteSubmitted('x'), { type: 'noteSaved', callId: 55, content: 'x' }]],
  ['skipped', [inNote, type('x'), 'noteSkipped']],
  ['erased', [inNote, type('x'), type(' ')]],
  ['sent', [inSms, type('x'), { type: 'smsSubmitted', text: 'x' }, { type: 'smsSent', callId: 55 }]],
  ['cancelled', [inSms, type('x'), 'smsCancelled']],
  ['reset to the default text', [inSms, type('x'), type(firstSmsText('en'))]],
  [
    'queued to be sent later',
    [inNote, type('x'), unsent({ type: 'saveNote', callId: 55, about: 'Lee', content: 'x' })],
  ],
  ['discarded', [agent, loaded(), { type: 'draftDiscarded', id: 'note-55' }]],
])('typed text that is %s is no longer a draft', (_, events) => {
  const { state, last } = run(events);
  expect(effectTypes(last)).toContain('removeDraft');
  expect(state.screen.drafts).toEqual([]);
});

const sms: Draft = { ...draft, id: 'sms-55', kind: 'sms', text: 'On my way' };

test.each<[string, PhoneEvent, readonly string[]]>([
  ['note', unsent({ type: 'saveNote', callId: 55, about: '', content: 'Owns two' }), ['sms-55']],
  ['text message', unsent({ type: 'sendSms', callId: 55, about: '', text: 'x' }), ['note-55']],
  ['tag', unsent({ type: 'saveTag', callId: 55, about: '', key: 'hot' }), ['note-55', 'sms-55']],
])('a queued %s removes only the draft of its own kind', (_, event, left) => {
  const { state } = run([agent, loaded(user.id, [draft, sms]), event]);
  expect(state.screen.drafts.map(({ id }) => id)).toEqual(left);
});

const typeNote = (text: string): PhoneEvent => ({ type: 'callNoteTyped', callId: 55, text });
const inbound: EventInput = [agent, talk({ direction: 'inbound' })];
const noted: EventInput = [inbound, typeNote('Owns two')];
const saves = { type: 'saveNote', callId: 55, about: 'Roof quote', content: 'Owns two' };

test('a note typed during the call is the draft of Add Note', () => {
  const { state, last } = run(noted);
  expect(last).toMatchObject([{ type: 'saveDraft', draft: { id: 'note-55', text: 'Owns two' } }]);
  expect(viewName(state)).toBe('oncall');
  const { state: after } = run([noted, disconnected(), typeNote('Owns two.'), 'addNoteClicked']);
  expect(after.screen.view).toMatchObject({ name: 'note', draft: 'Owns two.' });
});

const closes: PhoneEvent = { type: 'thankYouTimedOut', callKey: KEY };
const listened: EventInput = [
  signedInAs({ permissions: ['listen'] }),
  talk({}, { type: 'listen' }),
  typeNote('Owns two'),
];

test.each<[string, EventInput, string]>([
  ['stays for a note of an inbound call', [noted, disconnected()], 'thankyou'],
  ['stays for a note of a supervised call', [listened, disconnected()], 'thankyou'],
  ['stays for a note that is begun in it', [inbound, disconnected(), typeNote('O')], 'thankyou'],
  ['stays once the note has the focus', [inbound, disconnected(), 'callNoteStarted'], 'thankyou'],
  ['stays for a note that is erased in it', [noted, disconnected(), typeNote('')], 'thankyou'],
  ['closes without a note', [inbound, disconnected()], 'waiting'],
  ['closes if the note was erased before', [noted, typeNote(' '), disconnected()], 'waiting'],
])('Thank you %s', (_, events, view) => {
  const { state, all } = run([events, closes]);
  expect(viewName(state)).toBe(view);
  const timers = all.map(({ type }) => type).filter((one) => /ThankYouTimer$/.test(one));
  expect(timers.at(-1)).not.toBe('startThankYouTimer');
});

test.each<[string, EventInput]>([
  ['Done', ['doneClicked']],
  ['the next ring', ring({ id: 57 })],
  ['a lost device', [lost]],
])('a note typed during the call is saved by %s', (_, events) => {
  const { state, all } = run([noted, disconnected(), events]);
  expect(all.filter(({ type }) => type === 'saveNote')).toEqual([saves]);
  expect(unfinishedDraft(state)).toBeNull();
  expect(
    run([noted, disconnected(), events, { type: 'noteSaved', callId: 55, content: 'Owns two' }]).state.screen
      .drafts,
  ).toEqual([]);
});

test.each<[string, EventInput]>([
  ['erased again', [typeNote(' '), disconnected(), 'doneClicked']],
  ['skipped in Add Note', [disconnected(), 'addNoteClicked', 'noteSkipped']],
])('a note typed during the call is not saved if it is %s', (_, events) => {
  expect(run([noted, events]).all.map(({ type }) => type)).not.toContain('saveNote');
});

test('a note typed during the call that the server rejects is offered as unfinished', () => {
  const failed: PhoneEvent = { type: 'noteFailed', callId: 55, error: 'No.' };
  const { state } = run([noted, disconnected(), 'doneClicked', failed]);
  expect(unfinishedDraft(state)).toMatchObject({ id: 'note-55', text: 'Owns two' });
});

test.each<[string, PhoneEvent]>([
  ['saved', { type: 'noteSaved', callId: 55, content: 'Owns two' }],
  ['queued', unsent({ type: 'saveNote', callId: 55, about: '', content: 'Owns two' })],
])('a note that is %s late leaves the text that the agent has typed since', (_, answer) => {
  const again: EventInput = [noted, disconnected(), 'doneClicked', opensNote, type('Owns three')];
  const { state } = run([again, answer]);
  expect(state.screen.view).toMatchObject({ name: 'note', draft: 'Owns three', sending: false });
  expect(state.screen.drafts).toMatchObject([{ id: 'note-55', text: 'Owns three' }]);
  expect(unfinishedDraft(run([again, answer, lost]).state)).toMatchObject({ text: 'Owns three' });
});

test('a note that was saved once can be unfinished again', () => {
  const saved: PhoneEvent = { type: 'noteSaved', callId: 55, content: 'Owns two' };
  const { state } = run([noted, disconnected(), 'doneClicked', saved, loaded()]);
  expect(unfinishedDraft(state)).toMatchObject({ id: 'note-55', text: 'Owns two' });
});

test('a late keystroke does not change the note of another call', () => {
  const late: PhoneEvent = { type: 'callNoteTyped', callId: 54, text: 'x' };
  expect(run([noted, late]).state.screen.drafts).toMatchObject([{ id: 'note-55', text: 'Owns two' }]);
});

test('no note can be typed while waiting or ringing', () => {
  expect(run([agent, typeNote('x'), ring(), typeNote('x')]).state.screen.drafts).toEqual([]);
});

test.each([
  ['en', "Sorry we couldn't reach you!"],
  ['es', '¡Lo sentimos, no pudimos comunicarnos!'],
] as const)('a text to a lead starts in the account’s language: %s', (account_language, text) => {
  const inAccount = signedInAs({ permissions: ['app-sms'], account_language });
  const { state } = run([inAccount, talk(), disconnected(), 'smsClicked']);
  expect(state.screen.view).toMatchObject({ name: 'sms', draft: text });
  expect(state.screen.drafts).toEqual([]);
});

test('a text message draft continues as a text message', () => {
  const { state } = run([agent, loaded(user.id, [sms]), { type: 'draftOpened', id: 'sms-55' }]);
  expect(state.screen.view).toMatchObject({ name: 'sms', draft: 'On my way', sending: false, banner: null });
});

test('a note that the server rejected is still a draft', () => {
  const { state } = run([
    inNote,
    type('x'),
    noteSubmitted('x'),
    { type: 'noteFailed', callId: 55, error: 'No.' },
  ]);
  expect(state.screen.drafts).toHaveLength(1);
  expect(state.screen.view).toMatchObject({ name: 'note', draft: 'x', banner: 'No.' });
});

test('a draft interrupted by a lost device is offered in the waiting view and can be continued', () => {
  const events = [inNote, type('Owns two'), lost];
  const { state } = run(events);
  expect(viewName(state)).toBe('waiting');
  expect(unfinishedDraft(state)).toEqual({
    id: 'note-55',
    kind: 'note',
    contact: 'Roof quote',
    text: 'Owns two',
  });
  const back = run([events, opensNote]).state;
  expect(back.screen.view).toMatchObject({
    name: 'note',
    draft: 'Owns two',
    conversation: { call: { id: 55 } },
  });
  expect(unfinishedDraft(back)).toBeNull();
});

test("a page that becomes the phone loads and offers its user's drafts", () => {
  expect(run(agent).all).toContainEqual({ type: 'loadDrafts', userId: user.id });
  expect(unfinishedDraft(run([agent, loaded()]).state)?.text).toBe('Owns two');
});

test("an agent never sees another user's draft", () => {
  expect(unfinishedDraft(run([agent, loaded(user.id + 1)]).state)).toBeNull();
  const { state, last } = run([inNote, type('x'), 'logoutClicked']);
  expect(state.screen.drafts).toEqual([]);
  expect(effectTypes(last)).not.toContain('removeDraft');
});

test("a continued note is saved to its own call, and doesn't affect another call", () => {
  const opened: EventInput = [agent, loaded(), opensNote];
  const { last } = run([opened, noteSubmitted('Owns two')]);
  expect(last).toMatchObject([{ type: 'saveNote', callId: 55, content: 'Owns two' }]);
  const other = run([opened, cancelled()]);
  expect(viewName(other.state)).toBe('note');
});

test('no draft opens while a ring is looked up', () => {
  expect(viewName(run([agent, loaded(), offered, opensNote]).state)).toBe('waiting');
});

test('beyond the limit, the oldest draft is dropped', () => {
  const many = Array.from({ length: MAX_DRAFTS }, (_, i) => ({ ...draft, id: `note-${100 + i}` }));
  const { state, last } = run([inNote, loaded(user.id, many), type('the newest')]);
  expect(state.screen.drafts.map(({ id }) => id)).toEqual([
    'note-55',
    ...many.slice(0, -1).map(({ id }) => id),
  ]);
  expect(last).toContainEqual({ type: 'removeDraft', userId: user.id, id: many.at(-1)?.id });
});

test("a draft is never longer than the server's limit", () => {
  const { state } = run([inNote, type('x'.repeat(6_000))]);
  expect(state.screen.drafts[0]?.text.length).toBe(5_000);
  const text = run([inSms, type('x'.repeat(6_000))]).state;
  expect(text.screen.drafts[0]?.text.length).toBe(1_600);
});
