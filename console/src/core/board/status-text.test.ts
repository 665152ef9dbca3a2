import type { ShownStatus } from '@offhook/contract/console/board-entities';
import { expect, it } from 'vitest';
import { agentStatusText, countStatuses } from './status-text.ts';

const status = (fields: Partial<ShownStatus> = {}): ShownStatus => ({
  key: 'break',
  name: null,
  icon: 'coffee',
  since: '2026-03-02T16:00:00.000Z',
  minutes_per_day: 30,
  used_seconds: 600,
  ...fields,
});

it.each<[string, Partial<ShownStatus>]>([
  ['Break', {}],
  ['Break · 4 min over', { used_seconds: 34 * 60 - 20 }],
  ['Break', { minutes_per_day: null, used_seconds: 9_000 }],
  ['Break after this call', { since: null }],
  ['Coaching', { key: 'coaching', name: 'Coaching' }],
  ['Do not disturb', { key: 'do_not_disturb' }],
])('a status is shown as %s', (text, fields) => {
  expect(agentStatusText(status(fields))).toBe(text);
});

it('counts agents by the status that makes them unavailable, most first', () => {
  const lunch = status({ key: 'lunch' });
  const away = (of: ShownStatus | null) => ({ state: 'unavailable', status: of });
  const counts = countStatuses([
    away(status()),
    away(lunch),
    away(lunch),
    away(null),
    { state: 'oncall', status: status({ since: null }) },
  ]);
  expect(counts.map(({ status: { key }, count }) => [key, count])).toEqual([
    ['lunch', 2],
    ['break', 1],
  ]);
});
