import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import twilio from 'twilio';
import { expect, test } from 'vitest';
import { signedText } from './signature.ts';

const sign = (text: string): string =>
  createHmac('sha1', 'token').update(Buffer.from(text, 'utf8')).digest('base64');

test('the official SDK accepts every signature', () => {
  const params = fc.dictionary(fc.stringMatching(/^\w{1,12}$/), fc.string());
  fc.assert(
    fc.property(params, (form) => {
      const url = 'https://app.test/twilio/voice?a=1';
      expect(twilio.validateRequest('token', sign(signedText(url, Object.entries(form))), url, form)).toBe(
        true,
      );
    }),
  );
});

test('repeated values of a name are sorted and signed once each', () => {
  const params = [
    ['b', '2'],
    ['a', 'y'],
    ['a', 'x'],
    ['a', 'x'],
  ] as const;
  expect(signedText('u', params)).toBe('uaxayb2');
});
