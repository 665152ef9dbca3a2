import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HmacSha1 } from './hmac-sha1.ts';

function code(key: Uint8Array, data: Uint8Array): string {
  const words = new HmacSha1(key).sign(data, data.length);
  return [...words].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

// RFC 2202, section 3.
test.each([
  ['case 1', '0b'.repeat(20), Buffer.from('Hi There'), 'b617318655057264e28bc0b6fb378c8ef146be00'],
  [
    'case 2',
    Buffer.from('Jefe').toString('hex'),
    Buffer.from('what do ya want for nothing?'),
    'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79',
  ],
  ['case 3', 'aa'.repeat(20), Buffer.alloc(50, 0xdd), '125d7342b9ac11cd91a39af48aa17b4f63f175d3'],
])('the result matches RFC 2202, %s', (_case, key, data, expected) => {
  expect(code(hex(key), data)).toBe(expected);
});

test('the result equals that of OpenSSL for any key and data', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.uint8Array({ maxLength: 400 }), (key, data) => {
      expect(code(key, data)).toBe(createHmac('sha1', key).update(data).digest('hex'));
    }),
    { numRuns: 300 },
  );
});
