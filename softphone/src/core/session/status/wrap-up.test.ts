import type { WrapUp } from '@offhook/contract/agent/wrap-up';
import { expect, it, test } from 'vitest';
import { announcement } from '../../../screens/announcement.ts';
import type { PhoneEvent } from '../../events.ts';
import {
  choose,
  disconnected,
  type EventInput,
  effectTypes,
  presence,
  run,
  saved,
  signedInAs,
  talk,
} from '../../sample-events.ts';
import { viewName } from '../../screen/view-name.ts';
import { shownWrapUp } from './wrap-up.ts';
import { wrapUpResponded } from './wrap-up-state.ts';

const agent = signedInAs();
const AT = 100_000;
const CALL_ID = 55;
const responded = (wrapUp: WrapUp | null, at = AT): PhoneEvent => presence({ wrapUp, at });
const fixed = responded({ call_id: CALL_ID, seconds_left: 12 });
const untilDone = responded({ call_id: CALL_ID, seconds_left: null });
const tick = (at: number): PhoneEvent => ({ type: 'clockTicked', at, wasSuspended: false });
const shown = (...events: readonly PhoneEvent[]) => shownWrapUp(run([agent, events]).state);

it('comes with presence responses, and shows after a reload', () => {
  expect(shown(fixed)).toEqual({ callId: CALL_ID, endsAt: AT + 12_000 });
  expect(shown(untilDone)).toEqual({ callId: CALL_ID, endsAt: null });
  expect(shown(fixed, responded(null))).toBeNull();
});

it('has an end that doesn’t jump with each response', () => {
  const first = wrapUpResponded(null, { call_id: CALL_ID, seconds_left: 12 }, AT, null);
  expect(wrapUpResponded(first, { call_id: CALL_ID, seconds_left: 8.5 }, AT + 4_000, null)).toBe(first);
  expect(wrapUpResponded(first, { call_id: 56, seconds_left: 12 }, AT, null)).toMatchObject({ callId: 56 });
});

it('of fixed length is over when its time is', () => {
  expect(shown(fixed, tick(AT + 11_999))).not.toBeNull();
  expect(shown(fixed, tick(AT + 12_000))).toBeNull();
  expect(shown(untilDone, tick(AT + 3_600_000))).not.toBeNull();
});

it('ends with Done, and a late response doesn’t bring it back', () => {
  const done: PhoneEvent = { type: 'wrapUpEndClicked' };
  expect(effectTypes(run([agent, [untilDone, done]]).last)).toContain('endWrapUp');
  expect(shown(untilDone, done)).toBeNull();
  expect(shown(untilDone, done, untilDone)).toBeNull();
  expect(shown(untilDone, done, { type: 'wrapUpNotEnded' }, untilDone)).not.toBeNull();
});

it('may start again for a call that was picked up again', () => {
  const done: PhoneEvent = { type: 'wrapUpEndClicked' };
  expect(shown(untilDone, done, responded(null), untilDone)).not.toBeNull();
});

it('is what screen readers announce while the agent waits', () => {
  const texts = announcement(run([agent, [untilDone]]).state);
  expect(texts).toEqual(['Wrap-up', 'You won’t get calls until it’s over.']);
  expect(announcement(run([agent, [untilDone, responded(null)]]).state)).not.toEqual(texts);
});

test('without one, Done asks for nothing', () => {
  expect(effectTypes(run([agent, [{ type: 'wrapUpEndClicked' }]]).last)).not.toContain('endWrapUp');
});

const profile = (wrap_up: 'none' | 'until_done' | 'fixed') => ({
  is_deal_whispertext: false,
  tags: [],
  wrap_up,
});
const inboundWith = (rule: Parameters<typeof profile>[0]): EventInput => [
  agent,
  talk({ direction: 'inbound', profile: profile(rule) }),
  disconnected(),
];
const outbound: EventInput = [agent, talk({ profile: profile('fixed') }), disconnected()];

it.each([
  ['none', true],
  ['until_done', false],
  ['fixed', false],
] as const)('“%s” decides whether Thank you closes by itself after a disconnect: %s', (rule, closes) => {
  const { view } = run([inboundWith(rule)]).state.screen;
  expect(view).toMatchObject({ name: 'thankyou', autoCloses: closes });
});

const over = [fixed, tick(AT + 12_000)];

it.each<[string, EventInput]>([
  ['Call Result', [outbound]],
  ['Thank you', [outbound, choose('contacted'), saved]],
  ['Add Note', [outbound, choose('contacted'), saved, 'addNoteClicked']],
  ['Thank you after a disconnect', [inboundWith('fixed')]],
])('resets %s when its time is over', (_view, events) => {
  expect(viewName(run([events, fixed, tick(AT + 11_000)]).state)).not.toBe('waiting');
  const { state } = run([events, over]);
  expect(viewName(state)).toBe('waiting');
  expect(shownWrapUp(state)).toBeNull();
});

it('keeps what was typed when its time is over', () => {
  const typed: PhoneEvent = { type: 'draftTyped', text: 'Owns two houses.' };
  const { state } = run([outbound, choose('contacted'), saved, 'addNoteClicked', typed, over]);
  expect(state.screen.drafts).toMatchObject([{ kind: 'note', text: 'Owns two houses.' }]);
});

it('never resets another call', () => {
  const other = responded({ call_id: 9, seconds_left: 1 });
  const { state } = run([agent, talk(), other, tick(AT + 60_000)]);
  expect(viewName(state)).toBe('oncall');
  expect(viewName(run([outbound, other, tick(AT + 60_000)]).state)).toBe('disposition');
});

it('ends on the screen at once when Done returns to waiting, before the server answers', () => {
  const { state } = run([inboundWith('until_done'), untilDone, 'doneClicked', untilDone]);
  expect(viewName(state)).toBe('waiting');
  expect(shownWrapUp(state)).toBeNull();
});
