import { expect, test } from 'vitest';
import { newProgram, type Program, type ProgramEvent, type Source, transitionProgram } from './program.ts';
import type { Verb } from './verbs.ts';

const url: Source = { kind: 'url', url: 'http://x/', method: 'POST', params: [] };
const say: Verb = { verb: 'say', text: 'hello', voice: 'woman', loop: 1 };
const pause: Verb = { verb: 'pause', seconds: 1 };
const begin: ProgramEvent = { type: 'begin', source: url };
const arrived = (turn: number, ...verbs: Verb[]): ProgramEvent => ({ type: 'documentArrived', turn, verbs });
const done = (turn: number, next: Source | null = null): ProgramEvent => ({ type: 'verbDone', turn, next });

test.each<[string, readonly ProgramEvent[], Program['phase'], readonly string[]]>([
  [
    'a document is fetched and run to its end',
    [begin, arrived(1, say, pause), done(2), done(3)],
    'over',
    ['fetch 1', 'run say 2', 'run pause 3', 'finished'],
  ],
  ['an empty document is an end', [begin, arrived(1)], 'over', ['fetch 1', 'finished']],
  [
    'a verb sends it elsewhere',
    [begin, arrived(1, say, pause), done(2, url)],
    'fetching',
    ['fetch 1', 'run say 2', 'fetch 3'],
  ],
  [
    'the API sends it elsewhere',
    [begin, arrived(1, say), begin],
    'fetching',
    ['fetch 1', 'run say 2', 'stop', 'fetch 3'],
  ],
  ['an old document comes too late', [begin, begin, arrived(1, say)], 'fetching', ['fetch 1', 'fetch 2']],
  [
    'an old verb ends too late',
    [begin, arrived(1, say, pause), done(2), done(2)],
    'running',
    ['fetch 1', 'run say 2', 'run pause 3'],
  ],
  [
    'the call ends',
    [begin, arrived(1, say), { type: 'ended' }, done(2), { type: 'ended' }],
    'over',
    ['fetch 1', 'run say 2', 'stop'],
  ],
  [
    'no document can be had',
    [begin, { type: 'documentFailed', turn: 1, error: { code: 11200, message: '' } }],
    'over',
    ['fetch 1', 'failed 11200'],
  ],
  [
    'verbs that are given run at once',
    [{ type: 'begin', source: { kind: 'verbs', verbs: [say] } }],
    'running',
    ['run say 1'],
  ],
])('%s', (_, events, at, effects) => {
  let state = newProgram;
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

test('a call that is redirected for ever ends', () => {
  let state = newProgram;
  for (let round = 0; round < 3_000 && state.phase !== 'over'; round += 1)
    state = transitionProgram(state, begin).state;
  expect(state.phase).toBe('over');
});
