import { expect, test } from 'vitest';
import type { HandsetEvent } from './events.ts';
import {
  formatSeconds,
  initialPhone,
  nextPhone,
  type PhoneEvent,
  parseNumber,
  phoneMode,
} from './phone-state.ts';

const service = (event: HandsetEvent): PhoneEvent => ({ type: 'service', event, now: 5_000 });
const numbers = [{ number: '+14155550199', name: 'Main line' }];
const ready = service({ type: 'ready', number: '+14155550107', numbers, texts: [] });
const ringing = service({ type: 'ringing', call: 'CA1', from: '+14155550199' });
const answered: PhoneEvent = { type: 'answered', call: { sid: 'CA1', from: '+14155550199' } };
const connected = service({ type: 'connected', call: 'CA1' });
const over = service({ type: 'over', call: 'CA1' });
const dialed: PhoneEvent = { type: 'dialed', to: '+14155550199' };
const dialing = service({ type: 'dialing', call: 'CA1' });

const after = (...events: readonly PhoneEvent[]) => events.reduce(nextPhone, initialPhone);

test.each<[string, readonly PhoneEvent[], string]>([
  ['connects first', [], 'connecting'],
  ['is then idle', [ready], 'idle'],
  ['rings', [ready, ringing, ringing], 'ringing'],
  ['stops ringing when the caller gives up', [ready, ringing, over], 'idle'],
  ['answers', [ready, ringing, answered], 'calling'],
  ['is in a call that it answered', [ready, ringing, answered, connected], 'onCall'],
  ['dials', [ready, dialed, dialing], 'calling'],
  ['is in a call that it dialed', [ready, dialed, dialing, connected], 'onCall'],
  ['is idle after a call', [ready, dialed, dialing, connected, over], 'idle'],
  ['ignores a call that it gave up', [ready, dialed, { type: 'abandoned', fault: null }, dialing], 'idle'],
  [
    'ignores other calls of its number',
    [ready, dialed, dialing, service({ type: 'over', call: 'CA2' })],
    'calling',
  ],
  [
    'rings again after a call',
    [ready, dialed, dialing, ringing, service({ type: 'over', call: 'CA9' })],
    'calling',
  ],
  ['reconnects', [ready, ringing, { type: 'disconnected', code: 1006 }], 'connecting'],
  ['does not hold a business number', [{ type: 'disconnected', code: 4409 }], 'refused'],
])('a phone %s', (_name, events, mode) => {
  expect(phoneMode(after(...events))).toBe(mode);
});

test('a fault is shown until the next call', () => {
  const failed = [ready, dialed, dialing, service({ type: 'fault', message: 'fault.notCalled' }), over];
  expect(after(...failed).fault).toBe('fault.notCalled');
  expect(after(...failed, dialed).fault).toBeNull();
});

test.each([
  ['+1 (415) 555-0107', '+14155550107'],
  [' +49.30.1234567', '+49301234567'],
  ['415 555 0107', null],
  ['+1 415', null],
  ['', null],
])('the number %j is read as %j', (text, number) => {
  expect(parseNumber(text)).toBe(number);
});

test.each([
  [-5, '0:00'],
  [59_999, '0:59'],
  [3_661_000, '61:01'],
])('%d ms are shown as %s', (ms, text) => {
  expect(formatSeconds(ms)).toBe(text);
});
