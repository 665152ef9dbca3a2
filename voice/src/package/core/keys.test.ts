import { expect, test } from 'vitest';
import { chooseKeys } from './keys.ts';

const none = { accountSid: '', authToken: '', apiKey: '', apiSecret: '', applicationSid: '' };
const random = () => 'random';

test('on a loopback address, missing keys are the same everywhere', () => {
  expect(chooseKeys(none, true, random)).toEqual({
    accountSid: 'AC00000000000000000000000000000001',
    authToken: 'offhook-voice-token',
    apiKey: 'SK00000000000000000000000000000001',
    apiSecret: 'offhook-voice-secret',
    applicationSid: 'AP00000000000000000000000000000001',
  });
});

test('on any other address, missing secrets are random', () => {
  expect(chooseKeys(none, false, random)).toMatchObject({ authToken: 'random', apiSecret: 'random' });
});

test.each([true, false])('given keys stay (loopback address: %s)', (isLoopback) => {
  const given = { accountSid: 'a', authToken: 'b', apiKey: 'c', apiSecret: 'd', applicationSid: 'e' };
  expect(chooseKeys(given, isLoopback, random)).toEqual(given);
});
