import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AfterCallRequest } from './after-call-request.ts';
import { requestKey } from './request-key.ts';

const note = (content: string, callId = 1000): AfterCallRequest => ({
  type: 'saveNote',
  callId,
  about: 'Ada',
  content,
});
const text = (content: string, callId = 1000): AfterCallRequest => ({
  type: 'sendSms',
  callId,
  about: 'Ada',
  text: content,
});

it('a note or text has the same key in every tab that sends it', () => {
  expect(requestKey(note('By Friday'), 'first page')).toBe(requestKey(note(' By Friday\n'), 'second page'));
  expect(requestKey(text('Hello'), 'first page')).toBe(requestKey(text('Hello'), 'second page'));
});

it('the key differs for other texts, calls and kinds', () => {
  const keys = [
    note('By Friday'),
    note('by Friday'),
    note('By Friday.'),
    note('By Friday', 1002),
    text('By Friday'),
    text('By Friday', 1002),
  ].map((order) => requestKey(order, 'x'));
  expect(new Set(keys).size).toBe(keys.length);
});

it('a request that may be repeated has a different key for each click', () => {
  const result: AfterCallRequest = { type: 'saveResult', callId: 1000, about: 'Ada', result: 'contacted' };
  expect(requestKey(result, 'a')).not.toBe(requestKey(result, 'b'));
});

it('the key is valid for the server, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.string(), (one, other) => {
      expect(requestKey(note(one), 'x')).toMatch(/^[\x21-\x7e]{1,200}$/);
      if (one.trim() !== other.trim())
        expect(requestKey(note(one), 'x')).not.toBe(requestKey(note(other), 'x'));
    }),
  );
});
