import '@offhook/i18n/english';
import { expect, test } from 'vitest';
import { agentCounts } from './lead-timeline.ts';

type Decisions = Parameters<typeof agentCounts>[0]['decisions'];
const round = (...verdicts: ('rung' | 'skipped')[]): Decisions[number] => ({
  at: '2026-03-02T17:00:00.000Z',
  outcome: 'No agent is available',
  agents: verdicts.map((verdict, n) => ({
    user_id: n + 1,
    full_name: `Agent ${n + 1}`,
    verdict,
    reason: 'On another call',
  })),
});

test.each<[string, Decisions, string | null]>([
  ['each agent once', [round('rung', 'skipped', 'skipped')], '1 agent rung, 2 not rung'],
  [
    'an agent who was rung in one of several rounds as rung',
    [
      round('rung', 'skipped', 'skipped'),
      round('skipped', 'rung', 'skipped'),
      round('skipped', 'skipped', 'skipped'),
    ],
    '2 agents rung, 1 not rung',
  ],
  ['no agent who was rung', [round('skipped', 'skipped')], 'No agent rung'],
  ['the reason of a round without agents', [round()], 'No agent is available'],
  ['nothing without a round', [], null],
])('the agents of a call count %s', (_, decisions, expected) => {
  expect(agentCounts({ decisions })).toBe(expected);
});
