import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../platform/database/database.ts';
import { calls, callUsers, users } from '../platform/database/schema.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { findLeadBusy, type LeadBusy, leadBusySentence, type OpenCall } from './core/lead-busy.ts';

export interface LeadToCall {
  readonly accountId: number;
  readonly leadId: number | null;
  /** Unknown callers have no lead. */
  readonly phoneNumber: string;
  readonly exceptCallId?: number;
}

/** A transaction that places a call locks the lead's row first, so it sees a concurrent request's call. */
export async function readLeadBusy(
  db: Database,
  userId: number,
  { accountId, leadId, phoneNumber, exceptCallId = 0 }: LeadToCall,
): Promise<LeadBusy | null> {
  const rows = await queryRows<OpenCall>(
    db,
    sql`select call.direction, call.talk_started_at is not null as "isTalking",
        call.voicemail_at is not null as "isVoicemail", call.parked is not null as "isParked", call.agent_id as "agentId",
        case when requester.id is null then null
          else json_build_object('userId', requester.id, 'name', requester.full_name) end as "requestedBy",
        (select coalesce(json_agg(json_build_object('userId', agent.id, 'name', agent.full_name, 'type', participant.type,
            'status', participant.status) order by participant.id), '[]')
          from ${callUsers} participant join ${users} agent on agent.id = participant.user_id
          where participant.call_id = call.id and participant.ended_at is null) as participants
      from ${calls} call left join ${users} requester on requester.id = call.asked_by
      where call.account_id = ${accountId} and call.ended_at is null and call.id <> ${exceptCallId}
        and (call.lead_id = ${leadId}::bigint or call.phone_number = ${phoneNumber})
      order by call.id`,
  );
  const open = rows.map((row) => ({ ...row, agentId: row.agentId === null ? null : Number(row.agentId) }));
  return findLeadBusy(open, userId);
}

/** @throws ApiError leadBusy, with the agents' names */
export async function rejectBusyLead(tx: Database, userId: number, lead: LeadToCall): Promise<void> {
  const busy = await readLeadBusy(tx, userId, lead);
  if (busy !== null) throw new ApiError('leadBusy', leadBusySentence(busy));
}
