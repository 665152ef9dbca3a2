import fc from 'fast-check';
import { expect, test } from 'vitest';
import { initialTalker, nextTalker, type Talker, type TalkerEvent, type TalkerRules } from './talker.ts';

const rules = { lines: 2, pauseMs: 600 };
const frames = (power: number, ms: number): TalkerEvent[] =>
  Array.from({ length: ms / 20 }, () => ({ type: 'frameHeard', power }));
const speech = (ms: number) => frames(0.01, ms);
const quiet = (ms: number) => frames(0.00001, ms);
const lineEnded: TalkerEvent[] = [{ type: 'lineEnded' }];

function after(events: readonly TalkerEvent[], of: TalkerRules = rules): string {
  const state = events.reduce<Talker>((state, event) => nextTalker(state, event, of), initialTalker);
  return state.kind === 'speaking' ? `line ${state.line}` : state.kind;
}

test.each<[string, readonly TalkerEvent[], string]>([
  ['waits for 300 ms after answering', quiet(280), 'answering'],
  ['says its first line after 300 ms', quiet(300), 'line 0'],
  ['keeps speaking no matter what it hears', [...quiet(300), ...speech(5000)], 'line 0'],
  ['listens after its line', [...quiet(300), ...lineEnded], 'listening'],
  [
    'does not answer while the other side speaks',
    [...quiet(300), ...lineEnded, ...speech(2000), ...quiet(580)],
    'listening',
  ],
  [
    'answers when the other side stops speaking',
    [...quiet(300), ...lineEnded, ...speech(2000), ...quiet(600)],
    'line 1',
  ],
  ['ignores a click', [...quiet(300), ...lineEnded, ...speech(60), ...quiet(2000)], 'listening'],
  ['continues after 4 s of silence', [...quiet(300), ...lineEnded, ...quiet(4000)], 'line 1'],
  ['continues after 4 s of noise', [...quiet(300), ...lineEnded, ...speech(4000)], 'line 1'],
  [
    'restarts after the last line',
    [...quiet(300), ...lineEnded, ...quiet(4000), ...lineEnded, ...quiet(4000)],
    'line 0',
  ],
  ['ignores the end of a line that it is not speaking', lineEnded, 'answering'],
])('a talker %s', (_name, events, expected) => {
  expect(after(events)).toBe(expected);
});

test.each<[string, TalkerRules, readonly TalkerEvent[], string]>([
  [
    'hangs up after the last line with `once`',
    { ...rules, once: true },
    [...lineEnded, ...quiet(4000), ...lineEnded, ...quiet(4000)],
    'over',
  ],
  [
    'does not hang up before the last line',
    { ...rules, once: true },
    [...lineEnded, ...quiet(4000)],
    'line 1',
  ],
  [
    'hangs up after `maxUnanswered` unanswered lines',
    { ...rules, maxUnanswered: 2 },
    [...lineEnded, ...quiet(4000), ...lineEnded, ...quiet(4000)],
    'over',
  ],
  [
    'stays on the line while it gets answers',
    { ...rules, maxUnanswered: 2 },
    [...lineEnded, ...quiet(4000), ...lineEnded, ...speech(400), ...quiet(600), ...lineEnded, ...quiet(4000)],
    'line 1',
  ],
  ['stays hung up', { ...rules, maxUnanswered: 1 }, [...lineEnded, ...quiet(4000), ...speech(4000)], 'over'],
])('a talker %s', (_name, of, events, expected) => {
  expect(after([...quiet(300), ...events], of)).toBe(expected);
});

test('a talker without lines stays silent', () => {
  expect(after(quiet(10_000), { lines: 0, pauseMs: 600 })).toBe('answering');
});

test('a talker never listens longer than 4 s', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 200 }), (powers) => {
      let state: Talker = {
        kind: 'listening',
        line: 0,
        unanswered: 0,
        waitedMs: 0,
        speechMs: 0,
        silenceMs: 0,
      };
      for (const power of powers.slice(0, 200)) {
        state = nextTalker(state, { type: 'frameHeard', power }, rules);
        if (state.kind === 'speaking') return;
      }
      expect(state.kind).toBe('speaking');
    }),
  );
});
