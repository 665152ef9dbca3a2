import { expect, test } from 'vitest';
import type { PhoneEvent } from '../events.ts';
import {
  choose,
  disconnected,
  type EventInput,
  effectTypes,
  KEY,
  run,
  saved,
  signedInAs,
  talk,
} from '../sample-events.ts';
import { viewName } from '../screen/view-name.ts';
import { feedbackQuestion } from './call-sound.ts';
import type { FeedbackIssue } from './poor-call.ts';

const agent = signedInAs();
const warning = (name: string, callKey = KEY): PhoneEvent => ({
  type: 'lineWarned',
  callKey,
  warning: name,
});
const after = (...warnings: readonly string[]) => [
  ...agent,
  ...talk(),
  ...warnings.map((name) => warning(name)),
  disconnected(),
];
const question = (events: readonly PhoneEvent[]) => feedbackQuestion(run(events).state);

test.each<[string, FeedbackIssue]>([
  ['high-rtt', 'audio-latency'],
  ['high-jitter', 'choppy-audio'],
  ['high-packet-loss', 'choppy-audio'],
  ['high-packets-lost-fraction', 'choppy-audio'],
  ['low-mos', 'choppy-audio'],
  ['low-bytes-received', 'one-way-audio'],
  ['low-bytes-sent', 'one-way-audio'],
  ['ice-connectivity-lost', 'dropped-call'],
])('the feedback question after %s suggests %s', (name, issue) => {
  expect(question(after(name))).toBe(issue);
});

test.each([['constant-audio-input-level'], ['something-new']])('%s triggers no feedback question', (name) => {
  expect(question(after(name))).toBeNull();
});

test('a good call asks for no feedback', () => {
  expect(question(after())).toBeNull();
});

test('the most severe of several warnings is suggested, regardless of order', () => {
  expect(question(after('low-bytes-received', 'high-rtt'))).toBe('one-way-audio');
  expect(question(after('high-rtt', 'low-bytes-received'))).toBe('one-way-audio');
});

test("the question isn't asked during the call or about another call", () => {
  expect(question([...agent, ...talk(), warning('low-mos')])).toBeNull();
  expect(question([...agent, ...talk(), warning('low-mos', 'old'), disconnected()])).toBeNull();
});

test('feedback is sent to the voice service once, and the result can still be recorded', () => {
  const { state, last } = run([after('low-mos'), { type: 'feedbackGiven', issue: 'echo' }]);
  expect(last).toEqual([{ type: 'postFeedback', callKey: KEY, score: 2, issue: 'echo' }]);
  expect(viewName(state)).toBe('disposition');
  expect(feedbackQuestion(state)).toBeNull();
  expect(
    effectTypes(
      run([
        after('low-mos'),
        { type: 'feedbackGiven', issue: 'echo' },
        { type: 'feedbackGiven', issue: 'echo' },
      ]).last,
    ),
  ).toEqual([]);
});

test('the question can be dismissed, and disappears with its call', () => {
  expect(question([...after('low-mos'), { type: 'feedbackDismissed' }])).toBeNull();
  const thankYou: readonly PhoneEvent[] = [...after('low-mos'), choose('missed'), saved];
  expect(question(thankYou)).toBe('choppy-audio');
  expect(run([thankYou, 'doneClicked']).state.screen.poorCall).toBeNull();
});

test('answering the question keeps a thank-you view open that would otherwise close', () => {
  const inbound: EventInput = [agent, talk({ direction: 'inbound' }), warning('low-mos'), disconnected()];
  const { state, last } = run([inbound, 'feedbackStarted']);
  expect(effectTypes(last)).toEqual(['stopThankYouTimer']);
  expect(viewName(state)).toBe('thankyou');
});
