import { expect, it } from 'vitest';
import { filterTexts, scheduleText } from './report-mail-text.ts';

const CHOICES = {
  teams: [{ id: 1, name: 'Sales' }],
  agents: [{ id: 3, full_name: 'Ann Reyes' }],
  numbers: [
    { id: 5, name: null, phone_number_formatted: '(415) 555-0199' },
    { id: 6, name: 'Main line', phone_number_formatted: '(415) 555-0198' },
  ],
};

it.each([
  ['daily', 0, 'Every day at 12 AM, of the day before'],
  ['weekly', 480, 'Every Monday at 8 AM, of last week'],
  ['monthly', 1_095, 'On the 1st of the month at 6:15 PM, of last month'],
] as const)('a %s mail at minute %i is sent ‘%s’', (frequency, minute, text) => {
  expect(scheduleText({ frequency, minute })).toBe(text);
});

it('names each filter, and shows the id of one that no longer exists', () => {
  expect(filterTexts({}, CHOICES)).toEqual([]);
  expect(filterTexts({ team_id: 1, agent_id: 3, source: 'form:Solar form', number_id: 5 }, CHOICES)).toEqual([
    'Team: Sales',
    'Agent: Ann Reyes',
    'Source: Solar form',
    'Number: (415) 555-0199',
  ]);
  expect(filterTexts({ team_id: 9, number_id: 6 }, CHOICES)).toEqual(['Team: 9', 'Number: Main line']);
});
