import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProtectionProfileAes128CmHmacSha1_80, RtpHeader, SrtcpSession, SrtpSession } from 'werift';
import { writeRtpHeader } from '../core/packets/rtp.ts';
import { SRTP_TAG_BYTES, SrtpReceiver, SrtpSender } from './srtp.ts';

const localKeys = { key: randomBytes(16), salt: randomBytes(14) };
const remoteKeys = { key: randomBytes(16), salt: randomBytes(14) };

const referenceKeys = {
  profile: ProtectionProfileAes128CmHmacSha1_80,
  keys: {
    localMasterKey: remoteKeys.key,
    localMasterSalt: remoteKeys.salt,
    remoteMasterKey: localKeys.key,
    remoteMasterSalt: localKeys.salt,
  },
} as const;

function rtp(sequence: number, timestamp: number, ssrc: number, payload: Uint8Array): Uint8Array {
  const packet = new Uint8Array(12 + payload.length);
  writeRtpHeader(packet, false, sequence & 0xffff, timestamp, ssrc);
  packet.set(payload, 12);
  return packet;
}

function protect(sender: SrtpSender, packet: Uint8Array, index: number): Buffer {
  const out = Buffer.alloc(packet.length + SRTP_TAG_BYTES);
  out.set(packet);
  expect(sender.protect(out, packet.length, index)).toBe(out.length);
  return out;
}

function unprotect(receiver: SrtpReceiver, packet: Uint8Array): Uint8Array | null {
  const copy = Uint8Array.from(packet);
  const length = receiver.unprotect(copy);
  return length < 0 ? null : copy.subarray(0, length);
}

function protectByReference(reference: SrtpSession, packet: Uint8Array): Buffer {
  const header = RtpHeader.deSerialize(Buffer.from(packet));
  return reference.encrypt(Buffer.from(packet.subarray(12)), header);
}

test('2,000 protected packets equal those of the reference implementation, across the sequence wrap', () => {
  const sender = new SrtpSender(remoteKeys);
  const reference = new SrtpSession(referenceKeys);
  for (let i = 0; i < 2000; i += 1) {
    const index = 64_500 + i;
    const payload = randomBytes(i % 7 === 0 ? i % 900 : 160);
    const packet = rtp(index, i * 160, 0xcafebabe, payload);
    const expected = protectByReference(reference, packet);
    expect(protect(sender, packet, index).equals(expected)).toBe(true);
  }
});

test('2,000 packets of the reference implementation are unprotected, across the sequence wrap', () => {
  const receiver = new SrtpReceiver(remoteKeys);
  const reference = new SrtpSession(referenceKeys);
  for (let i = 0; i < 2000; i += 1) {
    const packet = rtp(64_500 + i, i * 160, 0xcafebabe, randomBytes(i % 7 === 0 ? i % 900 : 160));
    expect(Buffer.from(unprotect(receiver, protectByReference(reference, packet)) ?? []).equals(packet)).toBe(
      true,
    );
    expect(receiver.index).toBe(64_500 + i);
  }
});

test('protected packets are unprotected by the reference implementation', () => {
  const sender = new SrtpSender(localKeys);
  const reference = new SrtpSession(referenceKeys);
  for (let i = 0; i < 50; i += 1) {
    const packet = rtp(65_520 + i, i * 160, 7, randomBytes(160));
    expect(reference.decrypt(protect(sender, packet, 65_520 + i)).equals(packet)).toBe(true);
  }
});

test('SRTCP packets match the reference implementation in both directions', () => {
  const reference = new SrtcpSession(referenceKeys);
  const sender = new SrtpSender(remoteKeys);
  const mirror = new SrtpSender(localKeys);
  const receiver = new SrtpReceiver(remoteKeys);
  for (let i = 0; i < 300; i += 1) {
    const packet = Buffer.concat([Buffer.from([0x80, 200, 0, 6, 0, 0, 0, 9]), randomBytes(20)]);
    const expected = reference.encrypt(Buffer.from(packet));
    expect(Buffer.from(sender.protectControl(packet)).equals(expected)).toBe(true);
    expect(Buffer.from(receiver.unprotectControl(expected) ?? []).equals(packet)).toBe(true);
    expect(receiver.unprotectControl(expected)).toBeNull();
    expect(reference.decrypt(Buffer.from(mirror.protectControl(packet))).equals(packet)).toBe(true);
  }
});

function stream(count: number, first = 65_500): readonly Buffer[] {
  const sender = new SrtpSender(localKeys);
  return Array.from({ length: count }, (_, i) =>
    protect(sender, rtp(first + i, i * 160, 5, randomBytes(160)), first + i),
  );
}

test.each<[string, readonly number[], string]>([
  ['packets in order are accepted', [0, 1, 2, 3], '++++'],
  ['duplicates are rejected', [0, 0, 1, 1, 2, 0], '+-+-+-'],
  ['reordered packets are accepted', [0, 3, 1, 2, 3], '++++-'],
  ['reordering across the sequence wrap is accepted', [35, 37, 34, 36, 36], '++++-'],
  ['packets older than the window are rejected', [0, 1100, 50, 100], '++-+'],
])('%s', (_name, order, expected) => {
  const packets = stream(1101);
  const receiver = new SrtpReceiver(localKeys);
  const seen = order.map((i) => (unprotect(receiver, packets[i] ?? Buffer.alloc(0)) === null ? '-' : '+'));
  expect(seen.join('')).toBe(expected);
});

test('a packet with one flipped bit is rejected, and the original is still accepted', () => {
  const [packet] = stream(1);
  if (packet === undefined) throw new Error('no packet');
  fc.assert(
    fc.property(fc.nat({ max: packet.length * 8 - 1 }), (bit) => {
      const receiver = new SrtpReceiver(localKeys);
      const forged = Uint8Array.from(packet);
      forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(unprotect(receiver, forged)).toBeNull();
      expect(unprotect(receiver, packet)).not.toBeNull();
    }),
    { numRuns: 300 },
  );
});

test('random bytes are rejected', () => {
  const receiver = new SrtpReceiver(localKeys);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (noise) => {
      if (noise.length > 0) noise[0] = 0x80 | ((noise[0] ?? 0) & 0x3f);
      expect(unprotect(receiver, noise)).toBeNull();
      expect(receiver.unprotectControl(noise)).toBeNull();
    }),
    { numRuns: 500 },
  );
});
