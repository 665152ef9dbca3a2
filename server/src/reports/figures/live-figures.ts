/** Figures straight from the rows. Buckets store the same, so a report has them from either. */
import { CALL_STATUSES } from '@offhook/contract/calls/call-kinds';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { RING_DELAY_REASONS } from '../../leads/core/call-times/ring-delay.ts';
import {
  agentCallTimes,
  calls,
  callUsers,
  leads,
  legs,
  messages,
  recordings,
  scheduledCalls,
} from '../../platform/database/schema.ts';
import { isOneOf } from '../../platform/database/team-scope.ts';
import type { HourRange } from './core/buckets.ts';
import {
  bitOf,
  COUNTS,
  type CountName,
  DIMENSIONS,
  type Dimension,
  type Filters,
  LAST_ATTEMPT,
  MEASURES,
  type Measure,
} from './core/figure-columns.ts';

export interface LiveQuery {
  readonly accountId: number;
  readonly zone: string;
  readonly ranges: readonly HourRange[];
  readonly filters: Filters;
  /** Groups of the counts. Those with agents count each agent's part, the others each call. */
  readonly sets: readonly (readonly Dimension[])[];
  /** Groups of all measures; the other ones have only the speed to lead. */
  readonly isMeasured: (set: readonly Dimension[]) => boolean;
}

const name = (text: string) => sql.raw(text);
const names = (list: readonly string[]) => name(list.join(', '));

/** In the order of the table. */
const COLUMNS = ['level', 'start', 'shape', ...DIMENSIONS, ...COUNTS, 'measures', 'amounts', 'counts'];
export const FIGURE_COLUMNS = name(COLUMNS.join(', '));
/** Without the team, so that the rows of several teams add up. */
export const POOLED_COLUMNS = name(
  COLUMNS.map((one) => (one === 'team_id' ? 'null::bigint as team_id' : one)).join(', '),
);

export const intArray = (values: readonly number[]) => sql`${`{${values.join()}}`}::integer[]`;

const isContact = (row: string, result: string) =>
  name(`(not (${row}.status = 'missed' and ${row}.talk_started_at is not null)
    and (${result} = 'contacted' or ${result} is null and ${row}.talk_started_at is not null))`);

/** A form wins over a CRM. */
const SOURCE = sql`case when l.id is null then 'unknown' when l.form <> '' then 'form:' || l.form
  when l.crm <> '' then 'crm:' || l.crm else l.origin end`;

/** Not scheduled, or only because of the team's delay. `ended_at` is indexed, and is when the scheduled call started. */
export const isPrompt = (call: string): SQL =>
  sql`(${name(`${call}.planned_for is null`)} or exists (select from ${scheduledCalls} delayed
    where ${name(`delayed.account_id = ${call}.account_id and delayed.ended_at = ${call}.started_at and delayed.call_id = ${call}.id`)}
      and delayed.reason like ${RING_DELAY_REASONS}))`;

/** As exact as a page shows: 10 ms up to a second, 0.1 s up to 10 minutes, then a second. At most 24 days. */
const duration = (from: string, to: string) =>
  name(`(select case when ms < 0 then 0 when ms < 1000 then round(ms, -1) when ms < 600000 then round(ms, -2)
      when ms >= 600000 then least(round(ms, -3), 2147483000) end
    from (select extract(epoch from ${to} - ${from}) * 1000 as ms) as elapsed)::integer`);

const minutes = (seconds: string) => `greatest(1, ceil(${seconds} / 60.0))::integer`;
const ms = (from: string, to: string) => `(extract(epoch from ${to} - ${from}) * 1000)`;

/** Local hours as an instant, with a margin for a change of the clocks. */
const instant = (hour: string, zone: string, margin: string) =>
  sql`(timestamp '1970-01-01' + ${name(hour)} * interval '1 hour') at time zone ${zone} ${name(margin)}`;

const inRanges = (
  column: string,
  zone: string,
) => sql`${name(column)} >= ${instant('range.lo', zone, "- interval '2 hours'")}
  and ${name(column)} < ${instant('range.hi', zone, "+ interval '2 hours'")}
  and report_hour(${name(column)}, ${zone}) >= range.lo and report_hour(${name(column)}, ${zone}) < range.hi`;

/**
 * By the index. The planner overestimates the calls of a few hours and would read the whole table for them; `offset 0`
 * keeps it from merging the lookup into the join.
 */
const rowsOf = (table: SQLWrapper, condition: string) =>
  sql`(select * from ${table} where ${name(condition)} offset 0)`;

type Fact = Partial<Readonly<Record<CountName | Measure, string>>> & {
  readonly agent_id?: string;
};

/** A row of facts, from a row `c` of `picked` or similar. */
function facts(from: string, fact: Fact): SQL {
  const { agent_id = 'null::bigint', ...values } = fact;
  const column = (one: CountName | Measure) => `${values[one] ?? 'null'}::integer as ${measureOrCount(one)}`;
  return name(
    `select c.hour, c.team_id, ${agent_id} as agent_id, c.source, c.number_id, ${[...COUNTS, ...MEASURES].map(column).join(', ')} from ${from}`,
  );
}

const measureOrCount = (one: CountName | Measure) => (isMeasure(one) ? `m_${one}` : one);
const isMeasure = (one: CountName | Measure): one is Measure => MEASURES.some((measure) => measure === one);

const LEAD_FACTS: Fact = {
  leads: '1',
  contacted: "(chain.outcome = 'contacted')::integer",
  voicemail: "(chain.outcome = 'voicemail')::integer",
  missed: "(chain.outcome = 'missed')::integer",
  removed: "(chain.outcome = 'removed')::integer",
  attempt: `case when chain.outcome = 'contacted' then least(chain.attempt, ${LAST_ATTEMPT}) end`,
  lost: "case when chain.outcome = 'missed' then chain.last_status end",
};

const CALL_FACTS: Fact = {
  calls: '1',
  contacted_calls: 'c.is_contact::integer',
  missed_rings: 'c.missed_rings',
  talk_seconds: 'c.seconds',
  hold_ms: 'c.hold_ms',
  wrap_up_ms: 'c.wrap_up_ms',
  dialed: 'c.is_dialed::integer',
  answered: 'c.is_answered::integer',
  inbound: "(c.type = 'inbound')::integer",
  inbound_taken: "(c.type = 'inbound' and c.claimed_by is not null)::integer",
  browser_minutes: 'c.browser_minutes',
  outbound_minutes: 'c.lead_minutes + c.external_minutes',
  inbound_minutes: 'c.caller_minutes',
  recording_minutes: 'c.recording_minutes',
};

const TIMES: Fact = {
  speed: 'c.speed',
  intake: 'c.intake',
  schedule: 'c.schedule',
  routing: 'c.routing',
  ring: 'c.ring',
  accept: 'c.accept',
  dial: 'c.dial',
  answer: 'c.answer',
};

const PART_FACTS: Fact = {
  agent_id: 'part.user_id',
  calls: 'part.is_own::integer',
  contacted_calls: '(part.is_own and part.is_contact)::integer',
  missed_rings: 'part.missed_rings',
  talk_seconds: 'part.talk_seconds',
  hold_ms: 'part.hold_ms',
  wrap_up_ms: 'part.wrap_up_ms',
  dialed: '(part.is_own and c.is_dialed)::integer',
  answered: '(part.is_own and c.is_answered)::integer',
  inbound: "(part.is_own and c.type = 'inbound')::integer",
  inbound_taken: "(part.is_own and c.type = 'inbound')::integer",
  browser_minutes: 'part.browser_minutes',
  outbound_minutes: 'part.external_minutes',
  ...(Object.fromEntries(
    Object.entries(TIMES).map(([step, column]) => [
      step,
      `case when part.user_id = c.first_user then ${column} end`,
    ]),
  ) as Fact),
};

/** The agent who handled the call last pays for its other legs. */
const REST_FACTS: Fact = {
  agent_id: 'c.agent_id',
  outbound_minutes: 'c.lead_minutes',
  inbound_minutes: 'c.caller_minutes',
  recording_minutes: 'c.recording_minutes',
};

function factRows({ accountId, zone, ranges }: LiveQuery): SQL {
  const range = sql`unnest(${intArray(ranges.map(({ lo }) => lo))}, ${intArray(ranges.map(({ hi }) => hi))}) as range(lo, hi)`;
  const status = name(
    `array_position(array[${CALL_STATUSES.map((one) => `'${one}'`).join()}], chain_link.status) - 1`,
  );
  return sql`picked as materialized (
      select c.id, c.type, c.status, c.result, c.team_id, c.lead_id, c.number_id, c.agent_id, c.claimed_by, c.previous_call_id,
        c.started_at, c.talk_started_at, c.ended_at, c.seconds, report_hour(c.started_at, ${zone}) as hour, ${SOURCE} as source,
        ${isContact('c', 'c.result')} as is_contact,
        coalesce(rings.missed, 0) as missed_rings, coalesce(spent.hold_ms, 0) as hold_ms, coalesce(spent.wrap_up_ms, 0) as wrap_up_ms,
        c.type <> 'inbound' and lead_leg.created_at is not null as is_dialed,
        c.type <> 'inbound' and lead_leg.answered_at is not null as is_answered,
        coalesce(leg.lead_minutes, 0) as lead_minutes, coalesce(leg.caller_minutes, 0) as caller_minutes,
        coalesce(leg.browser_minutes, 0) as browser_minutes, coalesce(leg.external_minutes, 0) as external_minutes,
        coalesce(recorded.minutes, 0) as recording_minutes, rings.first_user,
        case when first.is_first and c.status <> 'missed' and rings.accepted_at is not null
          and lead_leg.answered_by is distinct from 'machine' and ${isPrompt('c')} then ${duration('c.requested_at', 'lead_leg.answered_at')} end as speed,
        case when first.is_first and c.planned_for is null then ${duration('c.requested_at', 'c.started_at')} end as intake,
        case when first.is_first and c.planned_for is not null then ${duration('c.requested_at', 'c.started_at')} end as schedule,
        case when first.is_first then ${duration('c.started_at', 'rings.rung_at')} end as routing,
        case when first.is_first then ${duration('rings.rung_at', 'rings.acknowledged_at')} end as ring,
        case when first.is_first then ${duration('coalesce(rings.acknowledged_at, rings.rung_at)', 'rings.accepted_at')} end as accept,
        case when first.is_first then ${duration('rings.accepted_at', 'lead_leg.created_at')} end as dial,
        case when first.is_first then ${duration('lead_leg.created_at', 'lead_leg.answered_at')} end as answer
      from ${range} join ${calls} c on c.account_id = ${accountId} and ${inRanges('c.started_at', zone)}
        and c.type in ('lead', 'inbound', 'outbound')
      left join lateral ${rowsOf(leads, 'id = c.lead_id')} l on true
      cross join lateral (select c.type = 'lead' and c.previous_call_id is null as is_first) first
      left join lateral (select count(*) filter (where u.status = 'missed') as missed,
          (array_agg(u.user_id order by u.accepted_at, u.id) filter (where u.accepted_at is not null))[1] as first_user,
          (array_agg(u.accepted_at order by u.accepted_at, u.id) filter (where u.accepted_at is not null))[1] as accepted_at,
          (array_agg(u.rung_at order by u.accepted_at, u.id) filter (where u.accepted_at is not null))[1] as rung_at,
          (array_agg(u.acknowledged_at order by u.accepted_at, u.id) filter (where u.accepted_at is not null))[1] as acknowledged_at
        from ${callUsers} u where u.call_id = c.id) rings on true
      left join lateral (select created_at, answered_at, answered_by from ${legs}
        where call_id = c.id and kind = 'lead' order by id limit 1) lead_leg on true
      left join lateral (select sum(billed.minutes) filter (where g.kind = 'lead') as lead_minutes,
          sum(billed.minutes) filter (where g.kind = 'caller') as caller_minutes,
          sum(billed.minutes) filter (where g.kind = 'agent' and u.own_number is null) as browser_minutes,
          sum(billed.minutes) filter (where g.kind = 'agent' and u.own_number is not null) as external_minutes
        from ${legs} g left join ${callUsers} u on u.id = g.call_user_id
          cross join lateral (select ${name(minutes('extract(epoch from g.ended_at - g.answered_at)'))} as minutes) billed
        where g.call_id = c.id and g.answered_at is not null and g.ended_at is not null) leg on true
      left join lateral (select sum(${name(minutes('duration_seconds'))}) as minutes from ${recordings}
        where call_id = c.id and duration_seconds is not null) recorded on true
      left join lateral (select round(sum(${name(ms('started_at', 'ended_at'))}) filter (where kind = 'hold')) as hold_ms,
          round(sum(${name(ms('started_at', 'ended_at'))}) filter (where kind = 'wrap_up')) as wrap_up_ms
        from ${agentCallTimes} where call_id = c.id) spent on true
    ), part as (
      select u.call_id, u.user_id, bool_or(own.is_own) as is_own, count(*) filter (where u.status = 'missed') as missed_rings,
        bool_or(own.is_own and ${isContact('c', 'u.result')}) as is_contact,
        round(coalesce(sum(greatest(0, extract(epoch from u.ended_at - greatest(c.talk_started_at, u.accepted_at))))
          filter (where own.is_own and c.talk_started_at is not null and u.ended_at is not null), 0)) as talk_seconds,
        coalesce(sum(billed.browser), 0) as browser_minutes, coalesce(sum(billed.external), 0) as external_minutes,
        (select round(sum(${name(ms('t.started_at', 't.ended_at'))})) from ${agentCallTimes} t
          where t.call_id = u.call_id and t.user_id = u.user_id and t.kind = 'hold') as hold_ms,
        (select round(sum(${name(ms('t.started_at', 't.ended_at'))})) from ${agentCallTimes} t
          where t.call_id = u.call_id and t.user_id = u.user_id and t.kind = 'wrap_up') as wrap_up_ms
      from picked c cross join lateral ${rowsOf(callUsers, 'call_id = c.id')} u
      cross join lateral (select u.accepted_at is not null and u.status <> 'missed' and not u.consults
        and u.type not in ('listen', 'whisper', 'barge') as is_own) own
      left join lateral (select sum(one.minutes) filter (where u.own_number is null) as browser,
          sum(one.minutes) filter (where u.own_number is not null) as external
        from ${legs} g cross join lateral (select ${name(minutes('extract(epoch from g.ended_at - g.answered_at)'))} as minutes) one
        where g.call_id = c.id and g.call_user_id = u.id and g.kind = 'agent' and g.answered_at is not null
          and g.ended_at is not null) billed on true
      group by u.call_id, u.user_id
    ), chain as (
      with recursive link as (
        select id as root, id, status, result, talk_started_at, ended_at, started_at, agent_id from picked
          where previous_call_id is null and lead_id is not null
        union all
        select link.root, n.id, n.status, n.result, n.talk_started_at, n.ended_at, n.started_at, n.agent_id
          from link join ${calls} n on n.previous_call_id = link.id and n.id > link.id
      ), chain_link as (
        select *, row_number() over (partition by root order by started_at, id) as nth, ${isContact('link', 'link.result')} as is_contact
        from link
      )
      select root, attempt, summed.agent_id, last_status, case
          when is_removed then 'removed' when attempt is not null then 'contacted'
          when is_open or exists (select from ${scheduledCalls} p where p.lead_id = c.lead_id and p.ended_at is null
            and p.previous_call_id = any (ids)) then 'open'
          when is_voicemail then 'voicemail' else 'missed' end as outcome
      from (select root, bool_or(result is not distinct from 'removed') as is_removed, min(nth) filter (where is_contact) as attempt,
          bool_or(ended_at is null) as is_open, bool_or(result is not distinct from 'voicemail') as is_voicemail, array_agg(id) as ids,
          (array_agg(${status} order by nth desc))[1] as last_status,
          (array_agg(agent_id order by nth desc) filter (where agent_id is not null))[1] as agent_id
        from chain_link group by root) summed join picked c on c.id = summed.root
    ), sent as (
      select report_hour(m.created_at, ${zone}) as hour, c.team_id, c.number_id, m.user_id, ${SOURCE} as source
      from ${range} join ${messages} m on m.account_id = ${accountId} and ${inRanges('m.created_at', zone)}
        and (m.direction = 'inbound' or m.status = 'sent')
      left join ${calls} c on c.id = m.call_id left join ${leads} l on l.id = m.lead_id
    ), call_facts as (
      ${facts('picked c left join chain on chain.root = c.id', {
        ...CALL_FACTS,
        ...TIMES,
        ...Object.fromEntries(
          Object.entries(LEAD_FACTS).map(([column, value]) => [
            column,
            value === '1' ? '(chain.root is not null)::integer' : value,
          ]),
        ),
      })}
      union all ${facts('sent c', { texts: '1' })}
    ), agent_facts as (
      ${facts('part join picked c on c.id = part.call_id where part.is_own or part.missed_rings > 0 or part.browser_minutes > 0 or part.external_minutes > 0', PART_FACTS)}
      union all ${facts('chain join picked c on c.id = chain.root where chain.agent_id is not null', { ...LEAD_FACTS, agent_id: 'chain.agent_id' })}
      union all ${facts('picked c where c.agent_id is not null and c.lead_minutes + c.caller_minutes + c.recording_minutes > 0', REST_FACTS)}
      union all ${facts('sent c where c.user_id is not null', { agent_id: 'c.user_id', texts: '1' })}
    )`;
}

const HOUR_OF_WEEK = sql`((hour / 24 + 3) % 7 * 24 + hour % 24)::smallint as hour_of_week`;
const TYPES: Readonly<Record<Dimension, string>> = {
  team_id: 'bigint',
  agent_id: 'bigint',
  source: 'text',
  number_id: 'bigint',
  hour_of_week: 'smallint',
};

/** The shape and the dimensions. `grouping` is 1 for a column that the row isn't about, and knows only columns of a group. */
function groupKeys(sets: LiveQuery['sets']): SQL {
  const used = DIMENSIONS.filter((one) => sets.some((set) => set.includes(one)));
  const bits = ['0', ...used.map((one) => `(1 - grouping(${one})) * ${bitOf(one)}`)];
  const columns = DIMENSIONS.map((one) => (used.includes(one) ? one : `null::${TYPES[one]} as ${one}`));
  return name(`(${bits.join(' + ')})::smallint as shape, ${columns.join(', ')}`);
}

/** A column is one of the filters' values. */
export const isFilteredBy = (column: string, value: Filters[keyof Filters]): SQL =>
  typeof value === 'object' ? isOneOf(name(column), value) : sql`${name(column)} = ${value}`;

function filtered(from: string, filters: Filters): SQL {
  const conditions = Object.entries(filters).map(([column, value]) => isFilteredBy(column, value));
  return sql`(select *, ${HOUR_OF_WEEK} from ${name(from)} ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`}) facts`;
}

function counted(from: SQL, sets: LiveQuery['sets']): SQL {
  const sums = COUNTS.map((one) => `nullif(sum(${one}), 0)`).join(', ');
  const groups = sets.map((set) => `(${['hour', ...set].join(', ')})`).join(', ');
  return sql`select 1, hour, ${groupKeys(sets)}, ${name(sums)}, null::integer[], null::integer[], null::integer[]
    from ${from} group by grouping sets (${name(groups)})`;
}

function measured(from: SQL, sets: LiveQuery['sets'], all: boolean): SQL {
  const groups = sets.map((set) => `(${['hour', ...set, 'measure', 'amount'].join(', ')})`).join(', ');
  const measures = MEASURES.slice(0, all ? MEASURES.length : 1)
    .map((one, n) => `(${n}, m_${one})`)
    .join(', ');
  const none = COUNTS.map(() => 'null::bigint').join(', ');
  return sql`select 1, hour, shape, ${names(DIMENSIONS)}, ${name(none)}, array_agg(measure), array_agg(amount), array_agg(count)
    from (select hour, ${groupKeys(sets)}, measure, amount, count(*)::integer as count
      from ${from} cross join lateral (values ${name(measures)}) as measured(measure, amount) where amount is not null
      group by grouping sets (${name(groups)})) as counted
    group by hour, shape, ${names(DIMENSIONS)}`;
}

/**
 * Compiling a statement of this size takes longer than running it. With PostgreSQL's default of 4 MB, the values of 90
 * days are sorted on disk.
 */
export const figuresSettings = sql`select set_config('jit', 'off', true),
  set_config('work_mem', greatest(setting::integer, 32768) || 'kB', true) from pg_settings where name = 'work_mem'`;

/** A CTE list that ends with `live`, in the columns of `FIGURE_COLUMNS`. */
export function liveFigures(query: LiveQuery): SQL {
  const { filters, sets, isMeasured } = query;
  const ofAgents = (set: readonly Dimension[]) => set.includes('agent_id') || filters.agent_id !== undefined;
  const parts: SQL[] = [];
  for (const [table, isIn] of [
    ['agent_facts', ofAgents],
    ['call_facts', (set: readonly Dimension[]) => !ofAgents(set)],
  ] as const) {
    const own = sets.filter(isIn);
    if (own.length === 0) continue;
    const from = filtered(table, filters);
    parts.push(counted(from, own));
    const withAll = own.filter(isMeasured);
    if (withAll.length > 0) parts.push(measured(from, withAll, true));
    const withSpeed = own.filter((set) => !isMeasured(set) && !set.includes('hour_of_week'));
    if (withSpeed.length > 0) parts.push(measured(from, withSpeed, false));
  }
  return sql`${factRows(query)}, live (${FIGURE_COLUMNS}) as (${sql.join(parts, sql` union all `)})`;
}
