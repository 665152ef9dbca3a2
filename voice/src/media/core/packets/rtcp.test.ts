import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRtcp, type ReportBlock, roundTrip, writeSenderReport } from './rtcp.ts';

const uint32 = fc.integer({ min: 0, max: 0xffffffff });
const block: fc.Arbitrary<ReportBlock> = fc.record({
  ssrc: uint32,
  fraction: fc.integer({ min: 0, max: 255 }),
  lost: fc.integer({ min: -0x800000, max: 0x7fffff }),
  highest: uint32,
  jitter: uint32,
  lastReport: uint32,
  sinceReport: uint32,
});

test('a written sender report is parsed back with its blocks', () => {
  fc.assert(
    fc.property(
      uint32,
      fc.array(block, { maxLength: 31 }),
      fc.stringMatching(/^[a-z]{0,40}$/),
      (ssrc, blocks, cname) => {
        const now = 1_700_000_000_250;
        const packet = writeSenderReport({ ssrc, cname, now, timestamp: 1, packets: 2, bytes: 3, blocks });
        expect(packet.length % 4).toBe(0);
        const middle = (((Math.floor(now / 1000) + 2_208_988_800) % 65536) * 65536 + 16384) >>> 0;
        expect(parseRtcp(packet)).toEqual([
          { type: 'senderReport', ssrc, ntpMiddle: middle },
          ...blocks.map((each) => ({ type: 'reportBlock', block: each })),
        ]);
      },
    ),
  );
});

test.each<[string, number[], number]>([
  ['an empty packet', [], 0],
  ['only half a header', [0x80, 200], 0],
  ['a length beyond the data', [0x80, 200, 0xff, 0xff, 0, 0, 0, 1], 0],
  ['the wrong version', [0x40, 201, 0, 1, 0, 0, 0, 1], 0],
  ['missing report blocks', [0x9f, 201, 0, 1, 0, 0, 0, 1], 0],
  ['a goodbye', [0x81, 203, 0, 1, 0, 0, 0, 7], 1],
  ['a goodbye after an unknown packet', [0x80, 207, 0, 1, 0, 0, 0, 1, 0x81, 203, 0, 1, 0, 0, 0, 7], 1],
])('with %s, parsing stops at the first incomplete part', (_name, bytes, items) => {
  expect(parseRtcp(Uint8Array.from(bytes)).length).toBe(items);
});

test('the round-trip time excludes the time that the report spent at the other end', () => {
  const sent = 1_700_000_000_900;
  const packet = writeSenderReport({
    ssrc: 1,
    cname: 'a',
    now: sent,
    timestamp: 0,
    packets: 0,
    bytes: 0,
    blocks: [],
  });
  const [report] = parseRtcp(packet);
  if (report?.type !== 'senderReport') throw new Error('no report');
  const answer = {
    ...{ ssrc: 1, fraction: 0, lost: 0, highest: 0, jitter: 0 },
    lastReport: report.ntpMiddle,
    sinceReport: 65_536 * 2,
  };
  expect(roundTrip(answer, sent + 2250)).toBeCloseTo(250, 0);
  expect(roundTrip(answer, sent + 1999)).toBe(0);
  expect(roundTrip({ ...answer, lastReport: 0 }, sent + 2250)).toBeNull();
});

test('random bytes do not break the parser', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      if (bytes.length > 0) bytes[0] = 0x80 | ((bytes[0] ?? 0) & 0x1f);
      expect(parseRtcp(bytes).length).toBeLessThan(100);
    }),
  );
});
