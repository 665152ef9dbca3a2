import { expect, it } from 'vitest';
import { qualityFigures, reportedFigures, unmeasured, withSample, withWarning } from './quality-figures.ts';

const totals = (packetsSent: number, packetsReceived: number, packetsLost: number) => ({
  packetsSent,
  packetsReceived,
  packetsLost,
});

it('a call’s figures are the minimum, maximum and average', () => {
  const samples = [
    { codecName: 'opus', mos: null, rtt: 40, jitter: 1.111, totals: totals(50, 49, 0) },
    { codecName: 'opus', mos: 4.4, rtt: 60, jitter: 3, totals: totals(100, 98, 1) },
    { codecName: '', mos: 4, rtt: 80, jitter: Number.NaN, totals: totals(150, 140, 9) },
  ];
  const warned = withWarning(withWarning(samples.reduce(withSample, unmeasured), 'high-rtt'), 'high-rtt');
  expect(qualityFigures(warned)).toEqual({
    seconds: 3,
    codec: 'opus',
    mos: { average: 4.2, lowest: 4, highest: 4.4 },
    rtt_ms: { average: 60, lowest: 40, highest: 80 },
    jitter_ms: { average: 2.06, lowest: 1.11, highest: 3 },
    packets: { sent: 150, received: 140, lost: 9 },
    warnings: ['high-rtt'],
  });
});

it('a warning unknown to the server is logged but not reported', () => {
  const warned = ['low-mos', 'high-something-new', 'high-rtt'].reduce(withWarning, unmeasured);
  expect(qualityFigures(warned).warnings).toEqual(['low-mos', 'high-something-new', 'high-rtt']);
  expect(reportedFigures(warned).warnings).toEqual(['high-rtt', 'low-mos']);
});

it('a call without measurements has no figures', () => {
  expect(qualityFigures(withSample(unmeasured, {}))).toMatchObject({
    seconds: 1,
    codec: null,
    mos: null,
    rtt_ms: null,
  });
});
