import type { Disposition } from '@offhook/contract/calls/dispositions';
import { expect, test } from 'vitest';
import type { PhoneEvent } from '../../events.ts';
import {
  callUserOf,
  choose,
  disconnected,
  type EventInput,
  effectTypes,
  lead,
  nav,
  noteSubmitted,
  ring,
  run,
  saved,
  signedInAs,
  talk,
  tile,
  unsent,
} from '../../sample-events.ts';
import { viewName } from '../view-name.ts';
import { showsUndo, undoContactName } from './result-view.ts';

const plain = signedInAs();
const agent = signedInAs({ permissions: ['app-sms'] });
const ended: EventInput = [talk(), disconnected()];
const undo: PhoneEvent = { type: 'undoClicked', callId: 55, about: lead.label };
const undone: PhoneEvent = { type: 'resultUndone', callId: 55, about: lead.label };
const contacted: EventInput = [plain, ended, choose('contacted'), saved];
const removed = unsent({ type: 'saveResult', callId: 55, about: lead.label, result: 'removed' });
const failed = (hasResponse: boolean): PhoneEvent => ({
  type: 'undoFailed',
  callId: 55,
  about: lead.label,
  error: 'This result can no longer be undone.',
  hasResponse,
});

test.each<[Disposition, number]>([
  ['contacted', 8_000],
  ['voicemail', 8_000],
  ['missed', 8_000],
  ['removed', 15_000],
])('%s can be undone for %d ms', (result, ms) => {
  const { state, last } = run([plain, ended, choose(result), saved]);
  expect(state.screen.givenResult).toEqual({
    callId: 55,
    about: lead.label,
    result,
    unsent: false,
    undoing: false,
  });
  expect(last).toContainEqual({ type: 'startUndoTimer', callId: 55, ms });
  expect(
    run([plain, ended, choose(result), saved, { type: 'undoTimedOut', callId: 55 }]).state.screen.givenResult,
  ).toBeNull();
});

test("the response for another call doesn't count as a given result", () => {
  expect(
    run([plain, ended, choose('missed'), { type: 'resultSaved', callId: 9 }]).state.screen.givenResult,
  ).toBeNull();
});

test('undo is requested once', () => {
  expect(effectTypes(run([contacted, undo]).last)).toEqual(['undoResult']);
  expect(effectTypes(run([contacted, undo, undo]).last)).toEqual([]);
});

test.each<[string, readonly EventInput[], string]>([
  ['the thank-you view', contacted, 'disposition'],
  ['the text view', [agent, ended, choose('missed'), saved], 'disposition'],
  ['the note view', [contacted, 'addNoteClicked'], 'disposition'],
  ['the waiting view', [contacted, 'doneClicked'], 'waiting'],
  ['the next ring', [contacted, 'doneClicked', ring({ id: 56 })], 'ringing'],
])('the view after an undo in %s', (_place, events, view) => {
  const { state } = run([events, undo, undone]);
  expect([viewName(state), state.screen.givenResult]).toEqual([view, null]);
});

const nextCall: EventInput = [contacted, 'doneClicked', talk({ id: 56 })];

test.each<[string, readonly EventInput[], boolean, string | null]>([
  ['the thank-you view', contacted, true, null],
  ['the waiting view', [contacted, 'doneClicked'], true, null],
  ['the next call', nextCall, true, lead.label],
  ['a panel of the next call', [nextCall, tile('keypad')], false, lead.label],
  ['the result of the next call', [nextCall, disconnected()], false, lead.label],
])('the visibility of the undo bar in %s', (_place, events, shows, about) => {
  const { state } = run(events);
  expect(state.screen.givenResult).not.toBeNull();
  expect([showsUndo(state), undoContactName(state)]).toEqual([shows, about]);
});

test('after an undo in the waiting view, the agent chooses again in a panel', () => {
  const { state } = run([contacted, 'doneClicked', undo, undone]);
  expect(state.screen.view).toMatchObject({ panel: { name: 'result', callId: 55, about: lead.label } });
});

test('an undo while another panel is open keeps that panel', () => {
  const { state } = run([contacted, 'doneClicked', nav('history'), undo, undone]);
  expect(state.screen.view).toMatchObject({ panel: { name: 'history' } });
});

test('an undo that comes too late shows an error', () => {
  const { state } = run([contacted, undo, failed(true)]);
  expect(state.screen).toMatchObject({ alerts: ['This result can no longer be undone.'], givenResult: null });
});

test('a result that was never sent is undone without the server', () => {
  const offline: EventInput = [plain, ended, choose('removed'), removed];
  const requested = run([offline, undo]);
  expect(requested.state.outbox.entries).toEqual([]);
  expect(effectTypes(requested.last)).toContain('removeFromOutbox');
  const { state } = run([offline, undo, failed(false)]);
  expect([viewName(state), state.screen.alerts]).toEqual(['disposition', []]);
});

test('without a response, a sent result stays as it is', () => {
  const { state } = run([contacted, undo, failed(false)]);
  expect([viewName(state), state.screen.alerts.length]).toEqual(['thankyou', 1]);
});

const requested: PhoneEvent = { type: 'lateResultClicked', callId: 55, about: 'Roof quote' };

test('a missing result can be recorded in the waiting view', () => {
  const chosen = run([plain, requested, choose('voicemail')]);
  expect(chosen.last).toContainEqual({
    type: 'saveResult',
    callId: 55,
    about: 'Roof quote',
    result: 'voicemail',
  });
  expect(effectTypes(run([plain, requested, choose('voicemail'), choose('missed')]).last)).toEqual([]);
  const { state } = run([plain, requested, choose('voicemail'), saved]);
  expect(state.screen).toMatchObject({
    view: { panel: null },
    givenResult: { callId: 55, result: 'voicemail' },
  });
});

test('a rejected missing result can be chosen again', () => {
  const { state } = run([
    plain,
    requested,
    choose('missed'),
    { type: 'resultFailed', callId: 55, error: 'X', isAnotherAgentsCall: false },
  ]);
  expect(state.screen.view).toMatchObject({ panel: { name: 'result', sending: null }, banner: 'X' });
});

test('a ring closes the panel of a missing result', () => {
  expect(viewName(run([plain, requested, ring()]).state)).toBe('ringing');
});

test('a note can be added to an old call', () => {
  const note: PhoneEvent = { type: 'lateNoteClicked', callUserId: 77 };
  expect(run([plain, note]).last).toContainEqual({ type: 'lookUpPastCall', callUserId: 77 });
  const loaded: PhoneEvent = { type: 'pastCallLoaded', callUserId: 77, callUser: callUserOf() };
  const { state, last } = run([plain, note, loaded, noteSubmitted('Later')]);
  expect(viewName(state)).toBe('note');
  expect(last).toContainEqual({ type: 'saveNote', callId: 55, about: lead.label, content: 'Later' });
  expect(viewName(run([plain, ring(), loaded]).state)).toBe('ringing');
});
