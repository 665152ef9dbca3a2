import { expect, test } from 'vitest';
import { FEEDBACK_ISSUES } from './poor-call.ts';
import { digitsProblem, feedbackProblem, messageProblem } from './voice-checks.ts';

test.each(['0123456789*#', '1w2', 'w'])('the digits %s are valid', (digits) => {
  expect(digitsProblem(digits)).toBeNull();
});

test.each(['12a', 'W', ' ', '+', '1\n'])('the digits %j are invalid', (digits) => {
  expect(digitsProblem(digits)).toBe('Illegal character passed into sendDigits');
});

test.each([1, 2, 3, 4, 5])('a score of %i is valid', (score) => {
  expect(feedbackProblem(score, undefined)).toBeNull();
});

test.each([0, 6, 2.5, '3', '3x', null])('a score of %j is invalid', (score) => {
  expect(feedbackProblem(score, undefined)).not.toBeNull();
});

test('exactly the six issues are valid', () => {
  expect(FEEDBACK_ISSUES.map((issue) => feedbackProblem(3, issue))).toEqual(Array(6).fill(null));
  expect(feedbackProblem(3, 'loud')).not.toBeNull();
});

const message = { content: 'x', messageType: 'user-defined-message', signalingLive: true, callSid: 'CA1' };

test.each<[string, Partial<Record<keyof typeof message, unknown>>]>([
  ['empty content', { content: '' }],
  ['no content', { content: null }],
  ['undefined content', { content: undefined }],
  ['an empty type', { messageType: '' }],
  ["a type that isn't a string", { messageType: 5 }],
  ['an undefined type', { messageType: undefined }],
  ['closed signaling', { signalingLive: false }],
  ['a call without an ID', { callSid: undefined }],
])('a message with %s is invalid', (_sentence, changed) => {
  expect(messageProblem({ ...message, ...changed } as typeof message)).not.toBeNull();
});

test('a complete message is valid', () => {
  expect(messageProblem(message)).toBeNull();
});
