import type { CallFilters } from '@offhook/contract/console/list-filters';
import { and, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { calls, callUsers, leads } from '../../platform/database/schema.ts';
import { supervisesCall, type Reader as Watcher } from '../../platform/database/team-scope.ts';
import { hasTextOrNumber } from '../../platform/database/text-search.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { given } from './given.ts';
import { isFirstCall, leadAgent, leadOutcome } from './lead-outcome.ts';
import { callSource } from './lead-source.ts';

type Reader = Watcher & Pick<SignedInUser, 'time_zone'>;

/** For calls with their leads joined. */
export function matchesCallFilters(reader: Reader, filters: CallFilters): SQL | undefined {
  const {
    search,
    agent_id,
    team_id,
    status,
    result,
    direction,
    taken_by,
    missed_by,
    outcome,
    last_agent_id,
    source,
    number_id,
    from,
    to,
    hour,
    weekday,
    time_zone = reader.time_zone,
  } = filters;
  const localStart = sql`(${calls.started_at} at time zone ${time_zone})`;
  const texts = sql`concat_ws(' ', ${calls.lead_label}, ${leads.label}, ${leads.company}, ${leads.email}, ${calls.phone_number})`;
  return and(
    eq(calls.account_id, reader.account_id),
    supervisesCall(reader),
    given(agent_id, (id) => eq(calls.agent_id, id)),
    given(team_id, (id) => eq(calls.team_id, id)),
    given(status, (one) => eq(calls.status, one)),
    given(result, (one) => (one === 'none' ? isNull(calls.result) : eq(calls.result, one))),
    given(direction, (one) => eq(calls.direction, one)),
    given(taken_by, (id) => inArray(calls.id, takenCalls(id))),
    given(missed_by, (id) => inArray(calls.id, missedCalls(id))),
    given(outcome, (one) => and(isFirstCall, sql`${leadOutcome} = ${one}`)),
    given(last_agent_id, (id) => and(isFirstCall, sql`${leadAgent} = ${id}`)),
    given(source, (one) => sql`${callSource} = ${one}`),
    given(number_id, (id) => eq(calls.number_id, id)),
    given(from, (at) => gte(calls.started_at, new Date(at))),
    given(to, (at) => lt(calls.started_at, new Date(at))),
    given(hour, (one) => sql`extract(hour from ${localStart}) = ${one}::integer`),
    given(weekday, (one) => sql`extract(isodow from ${localStart}) = ${one}::integer`),
    hasTextOrNumber(texts, calls.phone_number, search),
  );
}

const takenCalls = (userId: number): SQL => sql`(select part.call_id from ${callUsers} part
  where part.user_id = ${userId} and part.accepted_at is not null and part.status <> 'missed' and not part.consults
    and part.type not in ('listen', 'whisper', 'barge'))`;

const missedCalls = (userId: number): SQL => sql`(select part.call_id from ${callUsers} part
  where part.user_id = ${userId} and part.status = 'missed')`;
