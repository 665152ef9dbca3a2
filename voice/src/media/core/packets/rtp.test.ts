import fc from 'fast-check';
import { expect, test } from 'vitest';
import { datagramKind, payloadEnd, payloadOffset, readUint16, readUint32, writeRtpHeader } from './rtp.ts';

const packet = (...head: number[]) => Uint8Array.from([...head, ...Array(12).fill(0)]);

test.each<[string, Uint8Array, ReturnType<typeof datagramKind>]>([
  ['a STUN binding request', packet(0, 1), 'stun'],
  ['a DTLS handshake', packet(22), 'dtls'],
  ['an audio packet', packet(0x80, 0), 'rtp'],
  ['an audio packet with the marker', packet(0x80, 0x80), 'rtp'],
  ['an RTCP sender report', packet(0x80, 200), 'rtcp'],
  ['a TURN channel message', packet(64), null],
  ['an unknown packet', packet(200), null],
  ['a packet that is too short', Uint8Array.of(0x80, 0), null],
])('the kind of %s is recognized by its first bytes', (_name, data, expected) => {
  expect(datagramKind(data)).toBe(expected);
});

test.each<[string, Uint8Array, number, number]>([
  ['a plain header', packet(0x80), 12, 12],
  ['two contributing sources', packet(0x82), 12, -1],
  ['an extension beyond the data', packet(0x90), 12, -1],
  ['the wrong version', packet(0x40), 12, -1],
  ['less than a header', packet(0x80), 11, -1],
])('payloadOffset() handles %s', (_name, data, length, expected) => {
  expect(payloadOffset(data, length)).toBe(expected);
});

test('padding ends the payload early, and padding longer than the payload is rejected', () => {
  const data = Uint8Array.from([0xa0, ...Array(11).fill(0), 1, 2, 3, 2]);
  expect(payloadEnd(data, 12, 16)).toBe(14);
  data[15] = 5;
  expect(payloadEnd(data, 12, 16)).toBe(-1);
  data[15] = 0;
  expect(payloadEnd(data, 12, 16)).toBe(-1);
});

test('a written header is read back', () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.integer({ min: 0, max: 65535 }),
      fc.integer({ min: 0, max: 0xffffffff }),
      fc.integer({ min: 0, max: 0xffffffff }),
      (marker, sequence, timestamp, ssrc) => {
        const out = new Uint8Array(12);
        writeRtpHeader(out, marker, sequence, timestamp, ssrc);
        expect(payloadOffset(out, 12)).toBe(12);
        expect((out[1] ?? 0) >> 7 === 1).toBe(marker);
        expect([readUint16(out, 2), readUint32(out, 4), readUint32(out, 8)]).toEqual([
          sequence,
          timestamp,
          ssrc,
        ]);
      },
    ),
  );
});

test('random bytes do not break the parser', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (data) => {
      datagramKind(data);
      const start = payloadOffset(data, data.length);
      expect(start).toBeLessThanOrEqual(data.length);
      if (start >= 0) expect(payloadEnd(data, start, data.length)).toBeLessThanOrEqual(data.length);
    }),
  );
});
