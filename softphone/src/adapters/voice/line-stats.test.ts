import { expect, test } from 'vitest';
import { readLineStats } from './line-stats.ts';

const at = { timestamp: 1_700_000_000_000 };
const chromium = [
  { ...at, type: 'codec' },
  { ...at, type: 'inbound-rtp', kind: 'audio', packetsReceived: 120 },
  { ...at, type: 'outbound-rtp', kind: 'audio', packetsSent: 130 },
  { ...at, type: 'remote-inbound-rtp', kind: 'audio', fractionLost: 0.25, timestamp: 1_699_999_999_000 },
  { ...at, type: 'media-source', kind: 'audio', totalAudioEnergy: 0.5 },
  { ...at, type: 'transport' },
];

test("a call's audio is read from the browser's statistics", () => {
  expect(readLineStats(chromium)).toEqual({
    packetsReceived: 120,
    packetsSent: 130,
    report: { at: 1_699_999_999_000, lost: 0.25 },
    microphone: 0.5,
  });
});

test('values that a browser omits are unknown, not zero', () => {
  const firefox = chromium.map(({ type, timestamp }) => ({ type, timestamp, kind: 'audio' }));
  expect(readLineStats(firefox)).toMatchObject({
    packetsReceived: null,
    packetsSent: null,
    microphone: null,
  });
  expect(readLineStats([])).toEqual({
    packetsReceived: null,
    packetsSent: null,
    report: null,
    microphone: null,
  });
});
