import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LocalDescription, parseSdp, reverseDirection, writeAnswer, writeOffer } from './sdp.ts';

const hash = 'ab'.repeat(32);
const colons = (hash.toUpperCase().match(/../g) ?? []).join(':');

const offer = [
  'v=0',
  'o=- 4611 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0',
  'a=extmap-allow-mixed',
  'a=msid-semantic: WMS 1f2e',
  'm=audio 9 UDP/TLS/RTP/SAVPF 0 111 63 9 8 13 110 126',
  'c=IN IP4 0.0.0.0',
  'a=rtcp:9 IN IP4 0.0.0.0',
  'a=ice-ufrag:AbCd',
  'a=ice-pwd:abcdefghijklmnopqrstuvwx',
  'a=ice-options:trickle',
  `a=fingerprint:sha-256 ${colons}`,
  'a=setup:actpass',
  'a=mid:0',
  'a=sendrecv',
  'a=rtcp-mux',
  'a=rtpmap:0 PCMU/8000',
  '',
].join('\r\n');

const local: LocalDescription = {
  session: 7,
  version: 1,
  ufrag: 'wxyz',
  password: 'zyxwvutsrqponmlkjihgfedc',
  fingerprint: hash,
  setup: 'passive',
  ssrc: 1234,
  cname: 'voice',
  candidates: [
    { address: '192.0.2.7', port: 40_000 },
    { address: '2001:db8::1', port: 40_001 },
  ],
};

function read(sdp: string) {
  const result = parseSdp(sdp);
  if (!result.ok) throw new Error(result.error);
  return result.description;
}

test('a browser offer is parsed', () => {
  expect(read(offer)).toMatchObject({
    audio: 0,
    mid: '0',
    bundled: true,
    ufrag: 'AbCd',
    password: 'abcdefghijklmnopqrstuvwx',
    setup: 'actpass',
    fingerprint: hash,
    direction: 'sendrecv',
  });
});

test.each<[string, string, RegExp]>([
  ['a text that is not SDP', 'hello', /v=0/],
  ['an empty text', '', /v=0/],
  ['no audio', offer.replace('m=audio', 'm=video'), /no audio/],
  ['a disabled audio line', offer.replace('m=audio 9', 'm=audio 0'), /no audio/],
  ['no PCMU', offer.replace('SAVPF 0 111', 'SAVPF 111'), /PCMU/],
  ['unencrypted RTP', offer.replace('UDP/TLS/RTP/SAVPF', 'RTP/AVP'), /secured/],
  ['no user fragment', offer.replace('ice-ufrag', 'ice-nothing'), /ufrag/],
  ['a short password', offer.replace('abcdefghijklmnopqrstuvwx', 'abc'), /pwd/],
  ['no fingerprint', offer.replace('sha-256', 'sha-1'), /fingerprint/],
  ['RTCP on a separate port', offer.replace('a=rtcp-mux', 'a=x'), /rtcp-mux/],
  ['an invalid setup', offer.replace('actpass', 'maybe'), /setup/],
  ['too many lines', `v=0\r\n${'a=x\r\n'.repeat(3000)}`, /2000 lines/],
  ['an oversized SDP', `v=0\r\n${'x'.repeat(70_000)}`, /64 kB/],
])('%s is rejected with a reason', (_name, sdp, reason) => {
  const result = parseSdp(sdp);
  expect(result.ok ? '' : result.error).toMatch(reason);
});

test('session-level fingerprint and credentials are accepted', () => {
  const lines = offer.split('\r\n');
  const moved = lines.filter((line) => /ice-ufrag|ice-pwd|fingerprint|setup/.test(line));
  const rest = lines.filter((line) => !moved.includes(line));
  expect(read([...rest.slice(0, 5), ...moved, ...rest.slice(5)].join('\n'))).toMatchObject({
    ufrag: 'AbCd',
    fingerprint: hash,
  });
});

test('the answer has only PCMU, a stream ID and every candidate, but no telephone-event', () => {
  const answer = writeAnswer(local, read(offer));
  expect(answer).toContain('m=audio 40000 UDP/TLS/RTP/SAVPF 0\r\n');
  expect(answer).toContain('a=msid:voice voice\r\n');
  expect(answer).toContain('a=candidate:1 1 udp 2130706431 192.0.2.7 40000 typ host generation 0\r\n');
  expect(answer).toContain('a=candidate:2 1 udp 2130706175 2001:db8::1 40001 typ host generation 0\r\n');
  expect(answer).toContain('a=group:BUNDLE 0\r\n');
  expect(answer).not.toMatch(/telephone-event|opus|rtpmap:(?!0 )/);
});

test('other media lines are rejected in the answer, in the same order', () => {
  const video = 'm=video 9 UDP/TLS/RTP/SAVPF 96 97\r\nc=IN IP4 0.0.0.0\r\na=mid:1\r\n';
  const answer = writeAnswer(local, read(offer + video));
  expect(answer.match(/^m=.*$/gm)).toEqual([
    'm=audio 40000 UDP/TLS/RTP/SAVPF 0',
    'm=video 0 UDP/TLS/RTP/SAVPF 96',
  ]);
});

test.each([
  ['sendrecv', 'sendrecv'],
  ['sendonly', 'recvonly'],
  ['recvonly', 'sendonly'],
  ['inactive', 'inactive'],
] as const)('a %s offer is answered with %s', (offered, answered) => {
  expect(reverseDirection(offered)).toBe(answered);
  expect(writeAnswer(local, read(offer.replace('a=sendrecv', `a=${offered}`)))).toContain(
    `a=${answered}\r\n`,
  );
});

test("the service's own offer can be parsed", () => {
  expect(read(writeOffer(local))).toMatchObject({
    ufrag: 'wxyz',
    fingerprint: hash,
    mid: '0',
    bundled: true,
  });
});

test('random text does not break the parser, and every accepted offer can be answered', () => {
  const lines = offer.split('\r\n');
  const broken = fc
    .array(fc.record({ at: fc.nat({ max: lines.length - 1 }), text: fc.string({ maxLength: 60 }) }), {
      maxLength: 4,
    })
    .map((changes) => {
      const copy = [...lines];
      for (const { at, text } of changes) copy[at] = text;
      return copy.join('\r\n');
    });
  fc.assert(
    fc.property(fc.oneof(broken, fc.string({ maxLength: 300 })), (sdp) => {
      const result = parseSdp(sdp);
      if (result.ok)
        expect(parseSdp(writeAnswer(local, result.description).replace('ice-lite', 'x')).ok).toBe(true);
    }),
    { numRuns: 500 },
  );
});
