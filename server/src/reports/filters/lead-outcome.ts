/** What became of a lead and who had it last, by its first call, as reports count it. */
import { type SQL, sql } from 'drizzle-orm';
import { calls, scheduledCalls } from '../../platform/database/schema.ts';

/** Of a chain of attempts. */
export const isFirstCall = sql`(${calls.type} in ('lead', 'inbound', 'outbound') and ${calls.previous_call_id} is null
  and ${calls.lead_id} is not null)`;

const isContact = sql.raw(`(not (link.status = 'missed' and link.talk_started_at is not null)
  and (link.result = 'contacted' or link.result is null and link.talk_started_at is not null))`);

const ofChain = (value: SQL): SQL => sql`(with recursive link as (
    select one.id, one.status, one.result, one.talk_started_at, one.started_at, one.ended_at, one.agent_id
      from ${calls} one where one.id = ${calls.id}
    union all
    select next.id, next.status, next.result, next.talk_started_at, next.started_at, next.ended_at, next.agent_id
      from link join ${calls} next on next.previous_call_id = link.id and next.id > link.id
  ) select ${value} from link)`;

export const leadOutcome = ofChain(sql`case
      when bool_or(link.result is not distinct from 'removed') then 'removed' when bool_or(${isContact}) then 'contacted'
      when bool_or(link.ended_at is null) or exists (select from ${scheduledCalls} plan
        where plan.lead_id = ${calls.lead_id} and plan.ended_at is null and plan.previous_call_id = any (array_agg(link.id))) then 'open'
      when bool_or(link.result is not distinct from 'voicemail') then 'voicemail' else 'missed' end`);

/** The agent of the last attempt that has one. */
export const leadAgent = ofChain(
  sql`(array_agg(link.agent_id order by link.started_at desc, link.id desc) filter (where link.agent_id is not null))[1]`,
);
