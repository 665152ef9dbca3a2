/** The queries of the lists of calls and leads from the parameters of an address. Unknown values filter nothing. */

import { CALL_DIRECTIONS, CALL_STATUSES } from '@offhook/contract/calls/call-kinds';
import { DISPOSITIONS } from '@offhook/contract/calls/dispositions';
import { LEAD_STATES } from '@offhook/contract/console/list-filters';
import { LEAD_OUTCOMES } from '@offhook/contract/console/report-entities';

type Value = (name: string) => string;

const MAX_ID = Number.MAX_SAFE_INTEGER;
const MAX_SEARCH = 100;
const MAX_SOURCE = 300;

export interface Bounds {
  readonly from?: string;
  readonly to?: string;
}

export function callQuery(value: Value, zone: string, bounds: Bounds) {
  return {
    search: value('search').trim().slice(0, MAX_SEARCH),
    agent_id: whole(value('agent'), 1, MAX_ID),
    team_id: whole(value('team'), 1, MAX_ID),
    status: oneOf(CALL_STATUSES, value('status')),
    result: oneOf([...DISPOSITIONS, 'none'], value('result')),
    direction: oneOf(CALL_DIRECTIONS, value('direction')),
    taken_by: whole(value('taken'), 1, MAX_ID),
    missed_by: whole(value('missed'), 1, MAX_ID),
    outcome: oneOf(LEAD_OUTCOMES, value('outcome')),
    last_agent_id: whole(value('last'), 1, MAX_ID),
    source: value('source').slice(0, MAX_SOURCE) || undefined,
    number_id: whole(value('number'), 1, MAX_ID),
    hour: whole(value('hour'), 0, 23),
    weekday: whole(value('weekday'), 1, 7),
    time_zone: zone,
    ...bounds,
  };
}

export function leadQuery(value: Value, zone: string, bounds: Bounds) {
  return {
    search: value('search').trim().slice(0, MAX_SEARCH),
    team_id: whole(value('team'), 1, MAX_ID),
    owner_id: whole(value('owner'), 1, MAX_ID),
    source: value('source').slice(0, MAX_SOURCE) || undefined,
    tag_id: whole(value('tag'), 1, MAX_ID),
    state: oneOf(LEAD_STATES, value('state')),
    time_zone: zone,
    ...bounds,
  };
}

function oneOf<const V extends string>(values: readonly V[], text: string): V | undefined {
  return values.find((value) => value === text);
}

function whole(text: string, min: number, max: number): number | undefined {
  const value = Number(text);
  return /^\d{1,16}$/.test(text) && value >= min && value <= max ? value : undefined;
}
