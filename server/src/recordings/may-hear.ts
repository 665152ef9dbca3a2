import { type SQL, sql } from 'drizzle-orm';
import { calls, callUsers, profiles, recordings } from '../platform/database/schema.ts';

/** For queries of `recordings` with their `calls`. Agents who were rung for a call may hear its voicemail. */
export function tookPartIn(userId: number): SQL {
  return sql`exists (select from ${callUsers} part where part.call_id = ${calls.id} and part.user_id = ${userId}
    and (part.accepted_at is not null or ${recordings.is_voicemail}))`;
}

/** The team shares its recordings, and the user is being offered a call with the same lead, or is in it. */
export function isSharedWith(userId: number): SQL {
  return sql`(exists (select from ${profiles} profile where profile.id = ${calls.profile_id} and profile.shares_recordings)
    and exists (select from ${callUsers} part join ${calls} running on running.id = part.call_id
      where part.user_id = ${userId} and part.ended_at is null and running.lead_id = ${calls.lead_id}))`;
}
