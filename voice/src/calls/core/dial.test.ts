import { expect, test } from 'vitest';
import { type Dial, type DialEvent, transitionDial } from './dial.ts';

const answered = (sid: string): DialEvent => ({ type: 'answered', sid });
const ended = (sid: string, status: Extract<DialEvent, { type: 'ended' }>['status']): DialEvent => ({
  type: 'ended',
  sid,
  status,
});
const stopped: DialEvent = { type: 'stopped' };

test.each<[string, readonly string[], readonly DialEvent[], Dial['phase'], readonly string[]]>([
  [
    'the only callee answers and hangs up',
    ['a'],
    [answered('a'), ended('a', 'completed')],
    'over',
    ['bridge a', 'done completed a'],
  ],
  ['the only callee is busy', ['a'], [ended('a', 'busy')], 'over', ['done busy a']],
  [
    'the first of two callees to answer gets the call',
    ['a', 'b'],
    [answered('b'), ended('a', 'canceled')],
    'bridged',
    ['cancel a', 'bridge b'],
  ],
  [
    'a late answer is hung up',
    ['a', 'b'],
    [answered('a'), answered('b')],
    'bridged',
    ['cancel b', 'bridge a', 'cancel b'],
  ],
  ['one callee is busy, and the other keeps ringing', ['a', 'b'], [ended('a', 'busy')], 'ringing', []],
  [
    'no callee answers',
    ['a', 'b'],
    [ended('a', 'busy'), ended('b', 'no-answer')],
    'over',
    ['done no-answer b'],
  ],
  ['the caller hangs up during ringing', ['a', 'b'], [stopped], 'over', ['cancel a', 'cancel b']],
  [
    'the caller hangs up after the answer',
    ['a'],
    [answered('a'), stopped, ended('a', 'completed')],
    'over',
    ['bridge a', 'cancel a'],
  ],
])('%s', (_, pending, events, phase, effects) => {
  let state: Dial = { phase: 'ringing', pending, queued: [] };
  const seen: string[] = [];
  for (const event of events) {
    const step = transitionDial(state, event);
    state = step.state;
    seen.push(
      ...step.effects.map((one) =>
        one.type === 'done' ? `done ${one.status} ${one.sid}` : `${one.type} ${one.sid}`,
      ),
    );
  }
  expect(state.phase).toBe(phase);
  expect(seen).toEqual(effects);
});

test('a sequential Dial rings the next callee after a failure and cancels the rest after an answer', () => {
  let state: Dial = { phase: 'ringing', pending: ['a'], queued: ['b', 'c'] };
  const seen: string[] = [];
  for (const event of [ended('a', 'busy'), answered('b')]) {
    const step = transitionDial(state, event);
    state = step.state;
    seen.push(...step.effects.map((one) => `${one.type} ${one.sid}`));
  }
  expect(seen).toEqual(['ring b', 'cancel c', 'bridge b']);
});
