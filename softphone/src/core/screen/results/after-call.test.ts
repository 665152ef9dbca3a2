import type { Disposition } from '@offhook/contract/calls/dispositions';
import { expect, test } from 'vitest';
import type { PhoneEvent } from '../../events.ts';
import {
  choose,
  disconnected,
  type EventInput,
  KEY,
  lead,
  noteSubmitted,
  run,
  saved,
  signedInAs,
  talk,
  viewAndEffects,
  withdrawn,
} from '../../sample-events.ts';
import { alertText, banner } from '../ringing/alerts.ts';
import { statusLine } from '../status-line.ts';
import { viewName } from '../view-name.ts';
import { resultButtons } from './result-view.ts';

const permitted = signedInAs({ permissions: ['app-sms', 'app-retry'] });
const plain = signedInAs();
const ended = [...talk(), disconnected()];
const whispered = [...talk({ profile: { is_deal_whispertext: true, tags: [] } }), disconnected()];
const failed = (what: 'sms' | 'note' | 'tag' | 'retry'): PhoneEvent => ({
  type: `${what}Failed`,
  callId: 55,
  error: 'X',
});
const notSaved: PhoneEvent = { type: 'resultFailed', callId: 55, error: 'X', isAnotherAgentsCall: false };
const text = (typed: string): PhoneEvent => ({ type: 'smsSubmitted', text: typed });
const tagChosen: PhoneEvent = { type: 'tagChosen', key: 'hot' };
const retried: PhoneEvent = { type: 'retrySucceeded', callId: 55, lead };
const contacted: EventInput = [plain, ended, choose('contacted'), saved];
const noted: EventInput = [contacted, 'addNoteClicked'];
const texting: EventInput = [permitted, ended, 'smsClicked'];
const texted: EventInput = [texting, text('Hi'), { type: 'smsSent', callId: 55 }];
const tagging: EventInput = [plain, whispered, choose('contacted'), saved];
const thankYou: EventInput = [plain, talk({ direction: 'inbound' }), disconnected()];
const timePassed: PhoneEvent = { type: 'thankYouTimedOut', callKey: KEY };

test.each<[Disposition, 'with app-sms' | 'without', boolean, string]>([
  ['voicemail', 'with app-sms', false, 'sms'],
  ['missed', 'with app-sms', false, 'sms'],
  ['missed', 'with app-sms', true, 'sms'],
  ['voicemail', 'without', false, 'thankyou'],
  ['missed', 'without', true, 'thankyou'],
  ['contacted', 'with app-sms', false, 'thankyou'],
  ['contacted', 'with app-sms', true, 'disposition2'],
  ['contacted', 'without', true, 'disposition2'],
  ['removed', 'with app-sms', true, 'thankyou'],
])('the result %s, %s, with deal whispertext %s, leads to %s', (result, permission, deal, view) => {
  const agent = permission === 'without' ? plain : permitted;
  const events = [...agent, ...(deal ? whispered : ended), choose(result), saved];
  expect(viewName(run(events).state)).toBe(view);
});

test.each<[string, { lead: typeof lead | null }]>([
  ['no lead', { lead: null }],
  ['a lead without a number', { lead: { ...lead, phone_number: null } }],
])('with %s, no text view opens', (_, call) => {
  const after: EventInput = [permitted, talk({ ...call, type: 'conference' }), disconnected()];
  for (const result of ['voicemail', 'missed'] as const)
    expect(viewName(run([after, choose(result), saved]).state)).toBe('thankyou');
  const { state } = run([after, 'smsClicked']);
  expect(viewName(state)).toBe('disposition');
  expect(resultButtons(state)).toMatchObject({ sms: true, textable: false });
});

test.each<[string, readonly EventInput[], string, readonly string[]]>([
  ['a result is sent', [plain, ended, choose('voicemail')], 'disposition', ['saveResult']],
  ['a result is sent only once', [plain, ended, choose('voicemail'), choose('missed')], 'disposition', []],
  [
    'a failed result can be chosen again',
    [plain, ended, choose('voicemail'), notSaved, choose('missed')],
    'disposition',
    ['saveResult'],
  ],
  [
    'the response for another call changes nothing',
    [plain, ended, choose('voicemail'), { type: 'resultSaved', callId: 9 }],
    'disposition',
    [],
  ],
  ['SMS sends no result', texting, 'sms', []],
  ['SMS needs its permission', [plain, ended, 'smsClicked'], 'disposition', []],
  ['a text is sent', [texting, text(' Hello ')], 'sms', ['sendSms']],
  ["a blank text isn't sent", [texting, text('  ')], 'sms', []],
  ['a sent text leads to Thank you', [texting, text('x'), { type: 'smsSent', callId: 55 }], 'thankyou', []],
  ['Cancel leads to Thank you', [texting, 'smsCancelled'], 'thankyou', []],
  ['a text that failed stays', [texting, text('x'), failed('sms')], 'sms', []],
  ['a tag is sent', [tagging, tagChosen], 'disposition2', ['saveTag']],
  ['a saved tag leads to Thank you', [tagging, tagChosen, { type: 'tagSaved', callId: 55 }], 'thankyou', []],
  ['Skip leads to Thank you without a request', [tagging, 'tagsSkipped'], 'thankyou', []],
  ['Retry sends the request', [permitted, ended, 'retryClicked'], 'disposition', ['retryLead']],
  [
    'Retry without a lead does nothing',
    [permitted, talk({ lead: null, lead_id: null }), disconnected(), 'retryClicked'],
    'disposition',
    [],
  ],
  [
    'Retry returns to the waiting view',
    [permitted, ended, 'retryClicked', retried],
    'waiting',
    ['startAwaitedRingTimer'],
  ],
  ['a failed Retry stays', [permitted, ended, 'retryClicked', failed('retry')], 'disposition', []],
  ['Thank you after a result stays', [contacted, timePassed], 'thankyou', []],
  ['Done resets', [contacted, 'doneClicked'], 'waiting', []],
  ['a text before the result offers the result', [texted, 'addResultClicked'], 'disposition', []],
  ['so does a canceled text', [texting, 'smsCancelled', 'addResultClicked'], 'disposition', []],
  [
    "a result that followed isn't followed by another text",
    [texted, 'addResultClicked', choose('missed'), saved],
    'thankyou',
    ['startUndoTimer'],
  ],
  [
    'a result that was given is not asked for again',
    [permitted, ended, choose('missed'), saved, 'smsCancelled', 'addResultClicked'],
    'thankyou',
    [],
  ],
  [
    'Thank you after a disconnect closes after a while',
    [thankYou, timePassed],
    'waiting',
    ['stopThankYouTimer'],
  ],
  ['Add Note stops the timer', [thankYou, 'addNoteClicked'], 'note', ['stopThankYouTimer']],
  ['a late timer changes nothing', [thankYou, 'addNoteClicked', timePassed], 'note', []],
  [
    'the timer of another call changes nothing',
    [thankYou, { type: 'thankYouTimedOut', callKey: 'old' }],
    'thankyou',
    [],
  ],
  ['a note is saved', [noted, noteSubmitted(' abc ')], 'note', ['saveNote']],
  ["an empty note isn't saved", [noted, noteSubmitted(' ')], 'note', []],
  ["a note that is too long isn't saved", [noted, noteSubmitted('x'.repeat(5001))], 'note', []],
  [
    'a saved note resets',
    [noted, noteSubmitted('abc'), { type: 'noteSaved', callId: 55, content: 'abc' }],
    'waiting',
    [],
  ],
  ['a failed note stays', [noted, noteSubmitted('abc'), failed('note')], 'note', []],
  ['Skip resets without a request', [noted, 'noteSkipped'], 'waiting', []],
])('%s', (_sentence, events, view, last) => {
  expect(viewAndEffects(events)).toEqual([view, last]);
});

test.each<[string, readonly EventInput[]]>([
  ['result', [plain, ended, choose('missed'), notSaved]],
  ['tag', [tagging, tagChosen, failed('tag')]],
  ['text', [texting, text('x'), failed('sms')]],
  ['retry', [permitted, ended, 'retryClicked', failed('retry')]],
  ['note', [noted, noteSubmitted('x'), failed('note')]],
])('the error of a failed %s is shown in the banner', (_what, events) => {
  expect(banner(run(events).state)).toBe('X');
});

test.each([
  ['has the extension of the call', { extension: '12' }, '+14155550100 ext. 12'],
  ['has no extension if the call had none', {}, '+14155550100'],
  [
    'has no extension if the call was to another number',
    { extension: '12', phone_number: '+14155550199' },
    '+14155550100',
  ],
])('a Retry %s', (_what, call, phoneNumber) => {
  expect(run([permitted, talk(call), disconnected(), 'retryClicked']).last).toContainEqual(
    expect.objectContaining({ type: 'retryLead', person: expect.objectContaining({ phoneNumber }) }),
  );
});

test('a note is trimmed and saved to the call', () => {
  const { last } = run([noted, noteSubmitted(' abc ')]);
  expect(last).toContainEqual({ type: 'saveNote', callId: 55, about: 'Roof quote', content: 'abc' });
});

test('after a Retry, the card in the waiting view shows the lead', () => {
  const { view } = run([permitted, ended, 'retryClicked', retried]).state.screen;
  expect(view).toMatchObject({ name: 'waiting', lead });
});

test('the result view of another agent’s call closes and says whose it was', () => {
  const { state } = run([plain, ended, withdrawn('Sam Seller')]);
  expect(viewName(state)).toBe('waiting');
  expect(statusLine(state)).toEqual({ name: 'text', text: 'Taken by Sam Seller' });
  expect(viewName(run([plain, ended, withdrawn('Sam Seller', 5)]).state)).toBe('disposition');
});

test("the result of a call that was never the agent's leads to the waiting view and says why", () => {
  const rejected: PhoneEvent = { type: 'resultFailed', callId: 55, error: 'X', isAnotherAgentsCall: true };
  const { state } = run([plain, ended, choose('missed'), rejected]);
  expect([viewName(state), alertText(state)]).toEqual([
    'waiting',
    'This call wasn’t connected to you, so no result was saved.',
  ]);
  const other = run([plain, ended, choose('missed'), { ...rejected, callId: 9 }]).state;
  expect([viewName(other), alertText(other)]).toEqual(['disposition', null]);
});
