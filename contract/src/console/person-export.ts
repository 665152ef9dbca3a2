/**
 * Everything stored about one person, exported by the console and by `npm run admin -- person export`. Times are ISO
 * 8601 in UTC. Ids of users, teams and numbers belong to the account.
 */
import * as z from 'zod/mini';
import { DO_NOT_CALL_SOURCES } from '../entities.ts';
import { list } from './console-entities.ts';

const id = z.int();
const text = z.string();
const moment = z.string();
const yes = z.boolean();
const maybe = <T extends z.ZodMiniType>(one: T) => z.nullable(one);

export const PersonExport = z.object({
  exported_at: moment,
  /** + and digits; null: no longer stored. */
  phone_number: maybe(text),
  /** The do-not-call list's entry; null for none. */
  do_not_call_number: maybe(
    z.object({ phone_number: text, source: z.enum(DO_NOT_CALL_SOURCES), created_at: moment }),
  ),
  /** null: the number isn't a lead. */
  lead: maybe(
    z.object({
      id,
      phone_number: text,
      fname: text,
      lname: text,
      label: text,
      email: maybe(text),
      company: maybe(text),
      category: maybe(text),
      crm: maybe(text),
      source_id: maybe(text),
      profile_picture: maybe(text),
      owner_user_id: maybe(id),
      team_id: maybe(id),
      time_zone: maybe(text),
      origin: text,
      do_not_call: yes,
      stopped_at: maybe(moment),
      tag_id: maybe(id),
      tag: maybe(text),
      removed_at: maybe(moment),
      missed_text_at: maybe(moment),
      erased_at: maybe(moment),
      created_at: moment,
      updated_at: moment,
    }),
  ),
  lead_consents: list({
    id,
    channel: text,
    text,
    method: maybe(text),
    source_url: maybe(text),
    ip: maybe(text),
    user_agent: maybe(text),
    given_at: moment,
    created_at: moment,
  }),
  calls: list({
    id,
    type: text,
    direction: text,
    status: text,
    result: maybe(text),
    team_id: maybe(id),
    lead_id: maybe(id),
    number_id: maybe(id),
    phone_number: maybe(text),
    /** Digits dialed after the answer. */
    extension: maybe(text),
    /** The lead's name at the time of the call; null: unknown. */
    lead_fname: maybe(text),
    lead_lname: maybe(text),
    lead_label: maybe(text),
    retry: maybe(id),
    lead_retry: maybe(id),
    previous_call_id: maybe(id),
    agent_id: maybe(id),
    reasons: z.array(text),
    started_at: moment,
    talk_started_at: maybe(moment),
    ended_at: maybe(moment),
    /** Talk time. */
    seconds: z.int(),
    voicemail_at: maybe(moment),
    voicemail_seconds: maybe(id),
    intake_key: maybe(text),
    asked_by: maybe(id),
    is_fallback: yes,
    requested_at: maybe(moment),
    planned_for: maybe(moment),
    erased_at: maybe(moment),
  }),
  /** One row per user the call was offered to. */
  call_users: list({
    id,
    call_id: id,
    user_id: id,
    type: text,
    status: text,
    created_at: moment,
    rung_at: maybe(moment),
    acknowledged_at: maybe(moment),
    accepted_at: maybe(moment),
    hung_up_at: maybe(moment),
    ended_at: maybe(moment),
    result: maybe(text),
    tag_id: maybe(id),
    taken_by: maybe(id),
    reason: maybe(text),
  }),
  /** Connections of the person and of users. */
  legs: list({
    id,
    call_id: id,
    kind: text,
    status: text,
    created_at: moment,
    answered_at: maybe(moment),
    joined_at: maybe(moment),
    left_at: maybe(moment),
    ended_at: maybe(moment),
  }),
  recordings: list({
    id,
    call_id: id,
    status: text,
    /** Where a session of the account can play it; null: no audio. */
    address: maybe(text),
    bytes: maybe(id),
    agent_channel: maybe(id),
    duration_seconds: maybe(id),
    is_voicemail: yes,
    created_at: moment,
    completed_at: maybe(moment),
  }),
  notes: list({ id, call_id: id, user_id: id, content: text, created_at: moment }),
  messages: list({
    id,
    direction: text,
    call_id: maybe(id),
    user_id: maybe(id),
    from_number: text,
    to_number: text,
    body: text,
    status: text,
    not_sent_reason: maybe(text),
    delivery: maybe(text),
    delivery_error: maybe(id),
    created_at: moment,
    concluded_at: maybe(moment),
  }),
  planned_calls: list({
    id,
    team_id: maybe(id),
    due_at: moment,
    retry: maybe(id),
    lead_retry: maybe(id),
    previous_call_id: maybe(id),
    is_fallback: yes,
    asked_by: maybe(id),
    reason: text,
    requested_at: moment,
    intake_key: maybe(text),
    created_at: moment,
    ended_at: maybe(moment),
    call_id: maybe(id),
    cancelled: maybe(text),
  }),
  /** Routing decisions with their reasons. */
  routing_decisions: list({
    id,
    call_id: id,
    at: moment,
    outcome: text,
    agents: list({ user_id: id, verdict: text, reason: text }),
  }),
  /** Lines of lead imports. */
  import_lines: list({
    import_id: id,
    line: z.int(),
    outcome: text,
    reason: text,
    scheduled_for: maybe(moment),
  }),
  /** Events for webhooks and CRMs. */
  outward_events: list({
    id,
    type: text,
    call_id: maybe(id),
    source: maybe(text),
    due_at: moment,
    created_at: moment,
    told_at: maybe(moment),
    body: maybe(text),
  }),
  outward_deliveries: list({
    id,
    event_id: id,
    destination_id: id,
    /** A webhook's host, or a CRM's name. */
    recipient: text,
    status: text,
    attempts: z.int(),
    last_status: maybe(id),
    last_error: maybe(text),
    concluded_at: maybe(moment),
  }),
  crm_contacts: z.array(
    z.object({ destination_id: id, recipient: text, contact_id: maybe(text), made_at: maybe(moment) }),
  ),
  crm_calls: list({ destination_id: id, recipient: text, call_id: id, entry_id: maybe(text) }),
  /** Audit log entries about the lead and its recordings. */
  audit_log: list({ id, user_id: maybe(id), action: text, subject: text, at: moment }),
});
export type PersonExport = z.infer<typeof PersonExport>;
