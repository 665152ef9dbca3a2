import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatFrame, parseFrame } from './frames.ts';

const sdp = 'v=0\r\n';

test.each([
  ['a listen frame', { type: 'listen', payload: { token: 'a.b.c', reconnectTimeout: 30, browserinfo: {} } }],
  ['a registration', { type: 'register', payload: { media: { audio: true } } }],
  ['a new call', { type: 'invite', payload: { callsid: 'TJS1', sdp, twilio: { params: 'To=%2B1' } } }],
  ['a call without parameters', { type: 'invite', payload: { callsid: 'TJS1', sdp, twilio: {} } }],
  ['a resumed call', { type: 'invite', payload: { callsid: 'CA1', sdp, reconnect: 'x', twilio: {} } }],
  ['an answer', { type: 'answer', payload: { callsid: 'CA1', sdp } }],
  ['a frame with digits', { type: 'dtmf', payload: { callsid: 'CA1', dtmf: '12#w9*' } }],
  ['a hang-up', { type: 'hangup', payload: { callsid: 'CA1', message: null } }],
])('%s is parsed', (_, frame) => {
  expect(parseFrame(JSON.stringify({ version: '1.6', ...frame }))?.type).toBe(frame.type);
});

test.each([
  ['invalid JSON', '{'],
  ['an unknown type', '{"type":"shutdown","payload":{}}'],
  ['a missing payload', '{"type":"answer"}'],
  ['an empty callsid', '{"type":"answer","payload":{"callsid":"","sdp":"v=0"}}'],
  ['invalid digits', '{"type":"dtmf","payload":{"callsid":"CA1","dtmf":"<script>"}}'],
  ['a token that is not a string', '{"type":"listen","payload":{"token":{"toString":1}}}'],
  [
    'an oversized SDP',
    JSON.stringify({ type: 'answer', payload: { callsid: 'CA1', sdp: 'x'.repeat(40_000) } }),
  ],
  [
    'a message that is nested too deeply',
    `{"type":"message","payload":{"callsid":"CA1","voiceeventsid":"KX1","content":${'['.repeat(30_000)}${']'.repeat(30_000)}}}`,
  ],
  ['a message without content', '{"type":"message","payload":{"callsid":"CA1","voiceeventsid":"KX1"}}'],
  ['a frame with a prototype', '{"__proto__":{"type":"register"},"payload":{"media":{"audio":true}}}'],
])('%s is rejected', (_, text) => {
  expect(parseFrame(text)).toBeNull();
});

test('random text does not break the parser', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const frame = parseFrame(text);
      expect(frame === null || typeof frame.type === 'string').toBe(true);
    }),
  );
});

test('formatted frames contain type, version and payload', () => {
  expect(JSON.parse(formatFrame('ready', {}))).toEqual({ type: 'ready', version: '1.6', payload: {} });
});
