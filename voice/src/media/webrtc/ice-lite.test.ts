import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Credentials, IceLite } from './ice-lite.ts';
import { parseCheck } from './stun.ts';
import type { MediaSocket } from './udp.ts';

interface Sent {
  readonly data: Uint8Array;
  readonly address: string;
  readonly port: number;
}

function startAgent() {
  const sent: Sent[] = [];
  const socket: MediaSocket = {
    port: 40_000,
    send: (data, port, address) => sent.push({ data, address, port }),
    close: () => {},
  };
  const ice = new IceLite();
  ice.setRemoteUfrag('peer');
  const take = (data: Uint8Array, address = '192.0.2.1', now = 0) =>
    ice.receive(data, socket, address, 5000, now);
  return { ice, sent, take, socket };
}

interface CheckOptions {
  readonly nominate?: boolean;
  readonly role?: 'controlling' | 'controlled';
}

/** RFC 8445, section 7.2.4. */
function check({ ufrag, password }: Credentials, options: CheckOptions = {}): Buffer {
  const attributes = [attribute(0x0006, Buffer.from(`${ufrag}:peer`))];
  attributes.push(attribute(options.role === 'controlled' ? 0x8029 : 0x802a, randomBytes(8)));
  if (options.nominate) attributes.push(attribute(0x0025, Buffer.alloc(0)));
  const body = Buffer.concat(attributes);
  const head = Buffer.alloc(20);
  head.writeUInt16BE(0x0001, 0);
  head.writeUInt16BE(body.length + 24, 2);
  head.writeUInt32BE(0x2112a442, 4);
  randomBytes(12).copy(head, 8);
  const code = createHmac('sha1', password).update(head).update(body).digest();
  return Buffer.concat([head, body, attribute(0x0008, code)]);
}

function attribute(type: number, value: Buffer): Buffer {
  const out = Buffer.alloc(4 + ((value.length + 3) & ~3));
  out.writeUInt16BE(type, 0);
  out.writeUInt16BE(value.length, 2);
  value.copy(out, 4);
  return out;
}

test('an authentic check gets a signed response with its source address', () => {
  const { ice, sent, take } = startAgent();
  const request = check(ice.credentials);
  take(request);
  const [answer] = sent;
  if (answer === undefined) throw new Error('no response');
  const data = Buffer.from(answer.data);
  expect(answer).toMatchObject({ address: '192.0.2.1', port: 5000 });
  expect(data.readUInt16BE(0)).toBe(0x0101);
  expect(data.subarray(4, 20)).toEqual(request.subarray(4, 20));
  expect(data.readUInt16BE(26) ^ 0x2112).toBe(5000);
  expect((data.readUInt32BE(28) ^ 0x2112a442) >>> 0).toBe(0xc0000201);
  const upToCode = Buffer.from(data.subarray(0, 32));
  upToCode.writeUInt16BE(32 + 24 - 20, 2);
  const code = createHmac('sha1', ice.credentials.password).update(upToCode).digest();
  expect(data.subarray(36, 56)).toEqual(code);
});

test('an IPv6 check gets a response with its source address', () => {
  const { ice, sent, take } = startAgent();
  take(check(ice.credentials), '2001:db8::5');
  const data = Buffer.from(sent[0]?.data ?? []);
  expect(data.readUInt16BE(22)).toBe(20);
  expect(data[25]).toBe(2);
  expect((data.readUInt32BE(28) ^ 0x2112a442) >>> 0).toBe(0x20010db8);
});

type Step = (agent: ReturnType<typeof startAgent>) => void;
const from =
  (address: string, options?: CheckOptions, credentials: Partial<Credentials> = {}): Step =>
  ({ ice, take }) =>
    take(check({ ...ice.credentials, ...credentials }, options), address);
const restart: Step = ({ ice }) => void ice.setRemoteUfrag('again');
const nominates = { nominate: true };
const [one, other] = ['192.0.2.1', '192.0.2.2'];

test.each<[string, readonly Step[], string | null]>([
  ['is unset before any check', [], null],
  ['is set by the first authentic check', [from(one)], one],
  ['is not moved by a second check', [from(one), from(other)], one],
  ['is moved by a nomination', [from(one), from(other, nominates)], other],
  ['is not moved by a forged nomination', [from(one), from(other, nominates, { password: 'guessed' })], one],
  ['is kept after a restart until the next nomination', [from(one, nominates), restart, from(other)], one],
  [
    'is moved by a nomination after a restart',
    [from(one, nominates), restart, from(other, nominates)],
    other,
  ],
  [
    'is not moved by a nomination with previous credentials',
    [
      (agent) => {
        const previous = agent.ice.credentials;
        for (const step of [from(one, nominates), restart, from(other, nominates, previous)]) step(agent);
      },
    ],
    one,
  ],
])('the path %s', (_name, steps, expected) => {
  const agent = startAgent();
  for (const step of steps) step(agent);
  expect(agent.ice.path?.address ?? null).toBe(expected);
});

test('the path follows authentic audio only to addresses that passed a check', () => {
  const { ice, take, socket } = startAgent();
  take(check(ice.credentials, { nominate: true }), '192.0.2.1');
  take(check(ice.credentials), '192.0.2.2');
  ice.followAudio(socket, '192.0.2.9', 5000);
  expect(ice.path?.address).toBe('192.0.2.1');
  ice.followAudio(socket, '192.0.2.2', 5000);
  expect(ice.path?.address).toBe('192.0.2.2');
});

test('previous credentials are accepted until the first check with the new ones', () => {
  const { ice, sent, take } = startAgent();
  const previous = ice.credentials;
  expect(ice.setRemoteUfrag('peer')).toBe(false);
  expect(ice.setRemoteUfrag('again')).toBe(true);
  expect(ice.credentials).not.toEqual(previous);
  take(check(previous));
  expect(sent.length).toBe(1);
  take(check(ice.credentials));
  take(check(previous));
  expect(sent.length).toBe(2);
});

test('a controlled peer gets a role conflict and does not set the path', () => {
  const { ice, sent, take } = startAgent();
  take(check(ice.credentials, { role: 'controlled' }));
  expect(Buffer.from(sent[0]?.data ?? []).readUInt16BE(0)).toBe(0x0111);
  expect([...(sent[0]?.data ?? []).slice(26, 28)]).toEqual([4, 87]);
  expect(ice.path).toBeNull();
});

test('consent lasts 30 s after the last check', () => {
  const { ice, take } = startAgent();
  expect(ice.hasConsent(0)).toBe(false);
  take(check(ice.credentials), '192.0.2.1', 1000);
  expect(ice.hasConsent(30_999)).toBe(true);
  expect(ice.hasConsent(31_000)).toBe(false);
  take(check(ice.credentials), '192.0.2.1', 40_000);
  expect(ice.hasConsent(40_001)).toBe(true);
});

test('a check with one flipped bit is ignored', () => {
  const { ice, sent, take } = startAgent();
  const request = check(ice.credentials, { nominate: true });
  fc.assert(
    fc.property(fc.nat({ max: request.length * 8 - 1 }), (bit) => {
      const forged = Buffer.from(request);
      forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      take(forged);
      expect(sent).toEqual([]);
      expect(ice.path).toBeNull();
    }),
    { numRuns: 400 },
  );
});

test('random bytes do not break the parser', () => {
  const { ice, sent, take } = startAgent();
  const request = check(ice.credentials);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 120 }), fc.nat({ max: request.length }), (noise, at) => {
      parseCheck(noise);
      take(noise);
      const broken = Buffer.from(request);
      broken.set(noise.subarray(0, broken.length - at), at);
      parseCheck(broken);
      parseCheck(broken.subarray(0, at));
      take(Buffer.concat([request.subarray(0, at), noise]));
    }),
  );
  expect(sent.length).toBeLessThanOrEqual(100);
});
