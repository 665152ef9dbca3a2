import { expect, test } from 'vitest';
import { newCall } from '../../calls/core/call.ts';
import { newMessage } from '../../texts/core/message.ts';
import { applyEvent, emptyLog, type Log, logLimits } from './log.ts';
import { toLogEvent } from './log-events.ts';
import type { FormFields, Observation, ObservedImpairment } from './observations.ts';
import { countProblems, listStories, neighbor, noFilter } from './story-list.ts';
import { isImpaired, timelineOf } from './timeline.ts';

const call = (sid: string, more: object = {}): Observation => {
  const facts = { sid, parentSid: null, direction: 'inbound', callback: null, createdAt: 1_000 } as const;
  return {
    type: 'call',
    call: { ...newCall({ ...facts, from: '+14155550100', to: '+14155550199', ...more }), ...more },
    errorCode: null,
  };
};
const form = (sid: string): FormFields => [['CallSid', sid]];
const requested = (id: string, params: FormFields, url = 'http://a/menu'): Observation => ({
  type: 'requested',
  id,
  request: {
    ...{ purpose: 'document', attempt: 1, redirects: 0, method: 'POST' },
    ...{ url, params, signature: 's' },
  },
});
const responded = (id: string, status: number, body = ''): Observation => ({
  type: 'responded',
  ...{ id, status, contentType: 'text/xml', body, bytes: body.length, ms: 5 },
});
const problem = (sid: string, code: number, url = 'http://a/menu'): Observation => ({
  type: 'problem',
  problem: { level: 'error', code, text: '4:3: unexpected close tag.', url },
  form: form(sid),
});
const text = (sid: string, more: object = {}): Observation => {
  const request = { from: '+14155550106', to: '+14155550199', body: 'Hello', callback: null };
  return { type: 'text', message: { ...newMessage(sid, 'inbound', request, 2_000), ...more } };
};

const record = (observations: readonly Observation[], limits = logLimits, log = emptyLog): Log =>
  observations.reduce((now, one, at) => applyEvent(now, toLogEvent(at, one), limits), log);

/** One word per entry, with what matters of it. */
const story = (log: Log, sid: string) =>
  log.stories[sid]?.entries.map((entry) => {
    switch (entry.kind) {
      case 'status':
        return entry.status;
      case 'request':
        return `request ${entry.response?.status ?? entry.failure?.reason ?? 'open'}`;
      case 'verb':
        return `${entry.verb.name} ${entry.state}`;
      case 'leg':
        return `leg ${entry.sid}`;
      case 'recording':
        return `recording ${entry.recording.status}`;
      case 'audio':
        return `audio ${entry.isLost}`;
      case 'fault':
        return `fault ${entry.fault}`;
      case 'problem':
        return `problem ${entry.problem.code}`;
      default:
        return entry.kind;
    }
  });

const recording = (status: 'in-progress' | 'completed'): Observation => ({
  type: 'recording',
  recording: {
    sid: 'RE1',
    callSid: 'CA1',
    conferenceSid: null,
    source: 'DialVerb',
    status,
    durationMs: null,
  },
});
const verb: Observation = {
  type: 'verbStarted',
  ...{ id: 'v', callSid: 'CA1', role: 'call', verb: { verb: 'pause', seconds: 1 } },
};
const network = (more: Partial<ObservedImpairment> | null): Observation => ({
  ...{ type: 'network', callSid: 'CA1' },
  impairment: more && { loss: 0, delayMs: 0, jitterMs: 0, cutMs: 0, cutsSocket: false, ...more },
});
const audio = (isLost: boolean): Observation => ({ type: 'audio', callSid: 'CA1', isLost });

test.each<[string, readonly Observation[], readonly string[]]>([
  ['a call begins with its status', [call('CA1')], ['ringing']],
  ['a change of other facts adds no status', [call('CA1'), call('CA1', { to: '+1' })], ['ringing']],
  ['a new status is added', [call('CA1'), call('CA1', { status: 'completed' })], ['ringing', 'completed']],
  ['a request is open', [call('CA1'), requested('r', form('CA1'))], ['ringing', 'request open']],
  [
    'a response closes it',
    [call('CA1'), requested('r', form('CA1')), responded('r', 500)],
    ['ringing', 'request 500'],
  ],
  [
    'a second response is ignored',
    [call('CA1'), requested('r', form('CA1')), responded('r', 200), responded('r', 500)],
    ['ringing', 'request 200'],
  ],
  [
    'a request without a response says why',
    [call('CA1'), requested('r', form('CA1')), { type: 'unanswered', id: 'r', reason: 'refused', ms: 1 }],
    ['ringing', 'request refused'],
  ],
  ['a verb runs', [call('CA1'), verb], ['ringing', 'Pause running']],
  [
    'a verb ends',
    [call('CA1'), verb, { type: 'verbEnded', id: 'v', results: null }],
    ['ringing', 'Pause done'],
  ],
  ['a verb is stopped', [call('CA1'), verb, { type: 'verbStopped', id: 'v' }], ['ringing', 'Pause stopped']],
  [
    'a leg is in its parent’s story',
    [call('CA1'), call('CA2', { parentSid: 'CA1' })],
    ['ringing', 'leg CA2'],
  ],
  [
    'a recording is one entry',
    [call('CA1'), recording('in-progress'), recording('completed')],
    ['ringing', 'recording completed'],
  ],
  [
    'a loss of audio is reported once',
    [call('CA1'), audio(true), audio(true), audio(false)],
    ['ringing', 'audio true', 'audio false'],
  ],
  [
    'a fault is added',
    [call('CA1'), { type: 'fault', callSid: 'CA1', fault: 'error', value: 31005 }],
    ['ringing', 'fault error'],
  ],
  ['an impairment is added', [call('CA1'), network({ loss: 1 })], ['ringing', 'network']],
  [
    'its end is added once',
    [call('CA1'), network(null), network({ loss: 1 }), network(null), network(null)],
    ['ringing', 'network', 'network'],
  ],
  ['a webhook of another call is elsewhere', [call('CA1'), requested('r', form('CA9'))], ['ringing']],
])('%s', (_, observations, expected) => {
  expect(story(record(observations), 'CA1')).toEqual(expected);
});

test.each<[string, readonly Observation[], boolean]>([
  ['without an impairment', [call('CA1')], false],
  ['with loss', [call('CA1'), network({ loss: 0.1 })], true],
  ['after its end', [call('CA1'), network({ delayMs: 50 }), network(null)], false],
  ['during a cut', [call('CA1'), network({ cutMs: 10_000 })], true],
  ['after a cut', [call('CA1'), network({ cutMs: 100 })], false],
  ['of an ended call', [call('CA1'), network({ loss: 1 }), call('CA1', { status: 'completed' })], false],
])('the network %s', (_, observations, expected) => {
  const { CA1 } = record(observations).stories;
  expect(CA1 && isImpaired(CA1, 5_000)).toBe(expected);
});

test('a webhook of a conference is in the conference’s story', () => {
  const conference = {
    ...{ sid: 'CF1', name: 'standup', status: 'init' as const, createdAt: 1, updatedAt: 1, endReason: null },
    ...{ endedBy: null, participants: [], firstJoined: null, callback: null, recording: null },
    nextSequence: 0,
  } as const;
  const params = [...form('CA1'), ['ConferenceSid', 'CF1']] as const;
  const log = record([call('CA1'), { type: 'conference', conference }, requested('r', params)]);
  expect([story(log, 'CA1'), story(log, 'CF1')]).toEqual([['ringing'], ['request open']]);
});

test('the oldest ended call is removed with its legs when there are too many', () => {
  const done = { status: 'completed' };
  const observations = [
    call('CA1'),
    call('CA2', done),
    call('CA3', { ...done, parentSid: 'CA2' }),
    call('CA4', done),
    call('CA5', done),
  ];
  const log = record(observations, { ...logLimits, stories: 3 });
  expect([Object.keys(log.stories), log.evicted]).toEqual([['CA1', 'CA4', 'CA5'], 1]);
});

test('running calls are removed only if no call has ended', () => {
  const log = record([call('CA1'), call('CA2'), call('CA3')], { ...logLimits, stories: 2 });
  expect(Object.keys(log.stories)).toEqual(['CA2', 'CA3']);
});

test('a call keeps its newest entries, and counts the others', () => {
  const keys = [...'123456'].map((digits): Observation => ({ type: 'keys', callSid: 'CA1', digits }));
  const { CA1 } = record([call('CA1'), ...keys], { ...logLimits, entries: 3 }).stories;
  expect(CA1?.entries.map((one) => one.kind === 'keys' && one.digits)).toEqual(['4', '5', '6']);
  expect(CA1?.dropped).toBe(4);
});

test('long bodies are cut, and old calls make room for them', () => {
  const body = 'x'.repeat(100_000);
  const calls = ['CA1', 'CA2', 'CA3'].flatMap((sid) => [
    call(sid, { status: 'completed' }),
    requested(sid, form(sid)),
    responded(sid, 200, body),
  ]);
  const log = record(calls, { ...logLimits, size: 40_000 });
  expect(Object.keys(log.stories)).toEqual(['CA2', 'CA3']);
  expect(log.size).toBeLessThan(40_000);
  const [, request] = log.stories['CA3']?.entries ?? [];
  expect(request?.kind === 'request' && request.response?.body.text.length).toBe(16_384);
  expect(request?.kind === 'request' && request.response?.body.length).toBe(100_000);
});

test('the size is that of all entries, whatever happened', () => {
  const log = record([call('CA1'), verb, requested('r', form('CA1')), responded('r', 200, '<a/>')]);
  const sizes = Object.values(log.stories).flatMap(({ entries }) =>
    entries.map((entry) => JSON.stringify(entry).length),
  );
  expect(log.size).toBe(sizes.reduce((sum, one) => sum + one, 0));
});

test('a webhook with long parameters is marked, because it can’t be sent again', () => {
  const [short, long] = ['x', 'x'.repeat(3_000)].map((value) =>
    toLogEvent(
      1,
      requested('r', [
        ['CallSid', 'CA1'],
        ['Body', value],
      ] as const),
    ),
  );
  const isClipped = (event: typeof short) => event?.type === 'requested' && event.request.isClipped;
  expect([isClipped(short), isClipped(long)]).toEqual([false, true]);
});

test('clearing removes what has ended', () => {
  const log = record([call('CA1'), call('CA2', { status: 'completed' }), text('SM1')]);
  expect(Object.keys(applyEvent(log, { at: 9, type: 'cleared' }).stories)).toEqual(['CA1']);
});

test('a problem belongs to the newest request of its URL', () => {
  const log = record([
    call('CA1'),
    requested('r', form('CA1')),
    requested('r2', form('CA1'), 'http://a/other'),
    problem('CA1', 12_100),
    problem('CA1', 11_200, 'http://a/unknown'),
  ]);
  const rows = log.stories['CA1'] ? timelineOf(log.stories['CA1']) : [];
  expect(rows.map(({ entry, problems }) => [entry.kind, problems.length])).toEqual([
    ['status', 0],
    ['request', 1],
    ['request', 0],
    ['problem', 0],
  ]);
});

const mixed = record([
  call('CA1', { createdAt: 1, status: 'completed' }),
  call('CA2', { createdAt: 2, from: '+442071838750' }),
  call('CA3', { createdAt: 3, parentSid: 'CA2', to: 'client:alice' }),
  problem('CA3', 11_200),
  text('SM1', { createdAt: 4 }),
]);

test.each([
  ['newest first, without legs', {}, ['SM1', 'CA2', 'CA1']],
  ['by a number with spaces', { text: '+44 20 7183' }, ['CA2']],
  ['by a leg’s number', { text: 'Alice' }, ['CA2']],
  ['by the words of a text', { text: 'hello' }, ['SM1']],
  ['live', { state: 'live' }, ['CA2']],
  ['ended', { state: 'ended' }, ['SM1', 'CA1']],
  ['errors of the call or its legs', { errorsOnly: true }, ['CA2']],
  ['nothing', { text: 'nothing like this' }, []],
])('the list shows %s', (_, filter, expected) => {
  const items = listStories(mixed, { ...noFilter, ...(filter as object) });
  expect(items.map(({ story: { sid } }) => sid)).toEqual(expected);
});

test('the keys step through the list and stop at its ends', () => {
  const items = listStories(mixed, noFilter);
  expect([
    neighbor(items, null, 1),
    neighbor(items, 'SM1', 1),
    neighbor(items, 'CA1', 1),
    neighbor(items, null, -1),
    neighbor([], null, 1),
  ]).toEqual(['SM1', 'CA2', 'CA1', 'CA1', null]);
});

test('failed calls and undelivered texts count as errors', () => {
  const log = record([call('CA1', { status: 'failed' }), text('SM1', { status: 'undelivered' })]);
  expect(countProblems(Object.values(log.stories))).toEqual({ errors: 2, warnings: 0 });
});
