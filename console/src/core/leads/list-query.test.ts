import { expect, it } from 'vitest';
import { callQuery, leadQuery } from './list-query.ts';

const valuesIn = (address: string) => {
  const params = new URLSearchParams(address);
  return (name: string) => params.get(name) ?? '';
};
const defined = (query: object) =>
  Object.fromEntries(Object.entries(query).filter(([, one]) => one !== undefined));

const calls: readonly [address: string, query: object][] = [
  ['', {}],
  [
    'search=%20Ada%20&agent=3&team=4&status=missed',
    { search: 'Ada', agent_id: 3, team_id: 4, status: 'missed' },
  ],
  [
    'result=none&direction=inbound&taken=5&missed=6&outcome=missed&last=7',
    {
      result: 'none',
      direction: 'inbound',
      taken_by: 5,
      missed_by: 6,
      outcome: 'missed',
      last_agent_id: 7,
    },
  ],
  [
    'source=form%3ASolar&number=7&hour=0&weekday=7',
    { source: 'form:Solar', number_id: 7, hour: 0, weekday: 7 },
  ],
  ['agent=x&team=-1&status=lost&result=maybe&direction=up&outcome=up&hour=24&weekday=0&number=1.5', {}],
];

it.each(calls)('an address gives the query of the list of calls: %s', (address, query) => {
  expect(defined(callQuery(valuesIn(address), 'UTC', { from: 'a' }))).toEqual({
    search: '',
    time_zone: 'UTC',
    from: 'a',
    ...query,
  });
});

const leads: readonly [address: string, query: object][] = [
  [
    'team=4&owner=3&tag=2&state=removed&source=crm%3Ahubspot',
    { team_id: 4, owner_id: 3, tag_id: 2, state: 'removed', source: 'crm:hubspot' },
  ],
  ['state=lost&tag=0&owner=9999999999999999999', {}],
];

it.each(leads)('an address gives the query of the list of leads: %s', (address, query) => {
  expect(defined(leadQuery(valuesIn(address), 'UTC', {}))).toEqual({
    search: '',
    time_zone: 'UTC',
    ...query,
  });
});
