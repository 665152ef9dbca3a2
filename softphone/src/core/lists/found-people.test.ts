import type { Agent } from '@offhook/contract/agent/agent';
import { expect, test } from 'vitest';
import { availableFirst, searchFor } from './found-people.ts';

const agent = (full_name: string, fields: Partial<Agent> = {}): Agent => ({
  id: 1,
  full_name,
  on_call_id: null,
  is_available: true,
  is_app_only: false,
  is_online_app: true,
  is_mobile: false,
  permissions: [],
  team_ids: [],
  integrations: { hubspot_id: null, salesforce_domain: null, activecampaign_domain: null },
  country_code: null,
  ...fields,
});
const free = agent('Ann');
const talking = agent('Ben', { on_call_id: 55, is_available: false });
const away = agent('Cid', { is_available: false });

test.each([
  ['an available colleague', free, 'online'],
  ['a colleague on a call', talking, 'oncall'],
  ['a colleague who is away', away, 'all'],
] as const)(
  'the panel for %s searches the name with a filter that lists the colleague',
  (_, found, status) => {
    expect(searchFor(found)).toEqual({ search: found.full_name, status, toTeam: false });
  },
);

test('available colleagues are found first, otherwise in the server’s order', () => {
  expect(availableFirst([away, free, talking]).map(({ full_name }) => full_name)).toEqual([
    'Ann',
    'Cid',
    'Ben',
  ]);
});
