import type { ReportTotals } from '@offhook/contract/console/report-entities';
import { describe, expect, test } from 'vitest';
import { periodRows } from './charts/period-table.ts';
import { keyFigures } from './key-figures.ts';

const totals: ReportTotals = {
  leads: 1_284,
  contacted: 552,
  voicemail: 0,
  missed: 0,
  removed: 0,
  open: 0,
  contact_rate: 0.43,
  calls: 2_486,
  contacted_calls: 560,
  missed_rings: 96,
  talk_seconds: 532_800,
  hold_seconds: 600,
  wrap_up_seconds: 3_600,
  speed: { p50_ms: 6_400, p90_ms: 19_000, count: 1_284 },
  dialed: 200,
  answered: 90,
  answer_rate: 0.45,
  inbound: 40,
  inbound_taken: 30,
  minutes: 0,
  cost: 0,
};
const before: ReportTotals = {
  ...totals,
  leads: 1_189,
  contact_rate: 0.4,
  speed: { p50_ms: 7_500, p90_ms: 20_000, count: 1_189 },
  calls: 2_437,
  missed_rings: 84,
  talk_seconds: 511_200,
  inbound: 0,
  inbound_taken: 0,
};
const period = {
  current: totals,
  before,
  isRunning: false,
  calls: '/calls?all',
  contacted: '/calls?some',
};

describe('the six figures', () => {
  test('have their unit, their change and what they were before', () => {
    const texts = keyFigures(period).map(
      ({ name, figure, delta, before: was }) =>
        `${name}: ${figure.text} ${figure.unit}, ${delta?.direction} ${delta?.amount} ${delta?.tone}, from ${was}`,
    );
    expect(texts).toEqual([
      'Leads: 1,284 , up 8% better, from 1,189',
      'Contacted: 43 %, up 3 pts better, from 40%',
      'Speed to lead: 6.4 s, down 1.1 s better, from 7.5 s',
      'Calls: 2,486 , up 2% neutral, from 2,437',
      'Missed by agents: 96 , up 12 worse, from 84',
      'Talk time: 148 h, up 4% neutral, from 142 h',
    ]);
  });

  test('of calls link to them', () => {
    expect(keyFigures(period).map(({ to }) => to)).toEqual([
      null,
      '/calls?some',
      null,
      '/calls?all',
      null,
      null,
    ]);
  });

  test('that only grow aren’t worse while the period runs; rates and speeds are compared', () => {
    const half = { ...totals, leads: 600, contact_rate: 0.3, missed_rings: 40 };
    const tones = (isRunning: boolean) =>
      keyFigures({ ...period, current: half, isRunning }).map(({ delta }) => delta?.tone);
    expect(tones(true)).toEqual(['neutral', 'worse', 'better', 'neutral', 'neutral', 'neutral']);
    expect(tones(false)).toEqual(['worse', 'worse', 'better', 'neutral', 'better', 'neutral']);
  });

  test('aren’t compared without a period before', () => {
    const alone = keyFigures({ ...period, before: null });
    expect(alone.every(({ delta, before: was }) => delta === null && was === null)).toBe(true);
  });
});

describe('answers and times', () => {
  test('are counted per call in which an agent talked, beside the period before', () => {
    expect(
      periodRows(totals, before).map(({ name, figure, perCall, before: was }) => [
        name,
        figure,
        perCall,
        was,
      ]),
    ).toEqual([
      ['Answered by leads', '90 of 200 (45%)', '', '45%'],
      ['Inbound taken by agents', '30 of 40 (75%)', '', '–'],
      ['Talk', '148:00:00', '1:14:00', '142:00:00'],
      ['On hold', '0:10:00', '0:00:05', '0:10:00'],
      ['Wrap-up', '1:00:00', '0:00:30', '1:00:00'],
    ]);
    expect(periodRows(totals, null).every(({ before: was }) => was === null)).toBe(true);
  });
});
