import { expect, test } from 'vitest';
import {
  initialProgram,
  type Program,
  type ProgramEvent,
  type Source,
  transitionProgram,
} from './program.ts';
import type { Verb } from './verbs.ts';

const url: Source = { kind: 'url', url: 'http://x/', method: 'POST', params: [] };
const say: Verb = { verb: 'say', text: 'hello', voice: 'woman', language: 'en', loop: 1 };
const pause: Verb = { verb: 'pause', seconds: 1 };
const start: ProgramEvent = { type: 'start', source: url };
const arrived = (turn: number, ...verbs: Verb[]): ProgramEvent => ({ type: 'documentArrived', turn, verbs });
const done = (turn: number, next: Source | null = null): ProgramEvent => ({ type: 'verbDone', turn, next });

test.each<[string, readonly ProgramEvent[], Program['phase'], readonly string[]]>([
  [
    'a document is fetched and run to its end',
    [start, arrived(1, say, pause), done(2), done(3)],
    'over',
    ['fetch 1', 'run say 2', 'run pause 3', 'finished'],
  ],
  ['an empty document ends the program', [start, arrived(1)], 'over', ['fetch 1', 'finished']],
  [
    'the action of a verb leads to another document',
    [start, arrived(1, say, pause), done(2, url)],
    'fetching',
    ['fetch 1', 'run say 2', 'fetch 3'],
  ],
  [
    'the API redirects a running program',
    [start, arrived(1, say), start],
    'fetching',
    ['fetch 1', 'run say 2', 'stop', 'fetch 3'],
  ],
  [
    'a document that an older turn requested is ignored',
    [start, start, arrived(1, say)],
    'fetching',
    ['fetch 1', 'fetch 2'],
  ],
  [
    'the end of an older verb is ignored',
    [start, arrived(1, say, pause), done(2), done(2)],
    'running',
    ['fetch 1', 'run say 2', 'run pause 3'],
  ],
  [
    'the end of the call stops the program',
    [start, arrived(1, say), { type: 'ended' }, done(2), { type: 'ended' }],
    'over',
    ['fetch 1', 'run say 2', 'stop'],
  ],
  [
    'a failed fetch fails the program',
    [start, { type: 'documentFailed', turn: 1, error: { code: 11200, message: '' } }],
    'over',
    ['fetch 1', 'failed 11200'],
  ],
  [
    'a source that consists of verbs runs without a fetch',
    [{ type: 'start', source: { kind: 'verbs', verbs: [say] } }],
    'running',
    ['run say 1'],
  ],
])('%s', (_, events, at, effects) => {
  let state = initialProgram;
  const seen: string[] = [];
  for (const event of events) {
    const step = transitionProgram(state, event);
    state = step.state;
    for (const one of step.effects) {
      if (one.type === 'fetch') seen.push(`fetch ${one.turn}`);
      else if (one.type === 'run') seen.push(`run ${one.verb.verb} ${one.turn}`);
      else if (one.type === 'failed') seen.push(`failed ${one.error.code}`);
      else seen.push(one.type);
    }
  }
  expect(state.phase).toBe(at);
  expect(seen).toEqual(effects);
});

test('an endlessly redirected call ends', () => {
  let state = initialProgram;
  for (let round = 0; round < 3_000 && state.phase !== 'over'; round += 1)
    state = transitionProgram(state, start).state;
  expect(state.phase).toBe('over');
});
