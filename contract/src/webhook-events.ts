import * as z from 'zod/mini';
import { CALL_DIRECTIONS, CALL_STATUSES } from './calls/call-kinds.ts';
import { DISPOSITIONS } from './calls/dispositions.ts';
import { nullableText } from './nullable-text.ts';

const timestamp = z.string();

export const WebhookLead = z.object({
  id: z.int(),
  fname: z.string(),
  lname: z.string(),
  label: z.string(),
  /** + and digits. */
  phone_number: z.string(),
  email: nullableText,
  company: nullableText,
  category: nullableText,
  crm: nullableText,
  source_id: nullableText,
  /** Name of the form that the person last sent. */
  form: nullableText,
  /** What else the form contained. */
  fields: z.record(z.string(), z.string()),
  /** Email of the lead's agent. */
  owner: nullableText,
  team_id: z.nullable(z.int()),
  /** Key of the last tag. */
  tag: nullableText,
  do_not_call: z.boolean(),
  removed: z.boolean(),
  origin: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type WebhookLead = z.infer<typeof WebhookLead>;

export const WebhookCall = z.object({
  id: z.int(),
  type: z.string(),
  direction: z.string(),
  status: z.string(),
  result: nullableText,
  /** Talk time. */
  seconds: z.int(),
  started_at: timestamp,
  talk_started_at: z.nullable(timestamp),
  ended_at: timestamp,
  retry: z.nullable(z.int()),
  lead_retry: z.nullable(z.int()),
  /** The other party. */
  phone_number: nullableText,
  team: z.nullable(z.object({ id: z.int(), name: z.string() })),
  number: z.nullable(z.object({ id: z.int(), name: nullableText, phone_number: z.string() })),
  agent: z.nullable(z.object({ id: z.int(), full_name: z.string(), email: z.string() })),
  lead: z.nullable(WebhookLead),
  notes: z.array(z.string()),
  /** When the recording was paused. Omitted if it never was. */
  recording_pauses: z.optional(
    z.array(
      z.object({
        user: z.object({ id: z.int(), full_name: z.string(), email: z.string() }),
        paused_at: timestamp,
        /** null: until the end of the call. */
        resumed_at: z.nullable(timestamp),
      }),
    ),
  ),
});
export type WebhookCall = z.infer<typeof WebhookCall>;

export const WebhookStatus = z.object({
  key: z.string(),
  /** In English for built-in statuses. */
  name: z.string(),
});
export const WebhookStatusChange = z.object({
  agent: z.object({ id: z.int(), full_name: z.string(), email: z.string() }),
  /** null: signed out. */
  status: z.nullable(WebhookStatus),
  previous: z.nullable(z.object({ ...WebhookStatus.shape, started_at: timestamp, seconds: z.int() })),
  changed_at: timestamp,
});
export type WebhookStatusChange = z.infer<typeof WebhookStatusChange>;

export const WebhookCallback = z.object({
  id: z.int(),
  due_at: timestamp,
  set_by: z.object({ id: z.int(), full_name: z.string(), email: z.string() }),
  /** Rung first; null: the team. */
  agent: z.nullable(z.object({ id: z.int(), full_name: z.string(), email: z.string() })),
  team: z.nullable(z.object({ id: z.int(), name: z.string() })),
  /** Why it was canceled. */
  canceled: nullableText,
  lead: WebhookLead,
});
export type WebhookCallback = z.infer<typeof WebhookCallback>;

const event = <T extends string, D extends z.ZodMiniType>(type: T, data: D) =>
  z.object({ id: z.string(), type: z.literal(type), created_at: timestamp, account_id: z.int(), data });

export const WEBHOOK_EVENTS = {
  call_completed: {
    summary: 'Call completed',
    schema: event('call_completed', z.object({ call: WebhookCall })),
  },
  call_updated: {
    summary: 'Call updated: result changed, note added or voicemail received',
    schema: event('call_updated', z.object({ call: WebhookCall })),
  },
  lead_created: {
    summary: 'Lead created',
    schema: event('lead_created', z.object({ lead: WebhookLead })),
  },
  lead_updated: {
    summary: 'Lead updated',
    schema: event('lead_updated', z.object({ lead: WebhookLead })),
  },
  agent_status_changed: {
    summary: 'Agent status changed',
    schema: event('agent_status_changed', WebhookStatusChange),
  },
  callback_scheduled: {
    summary: 'Callback scheduled',
    schema: event('callback_scheduled', z.object({ callback: WebhookCallback })),
  },
  callback_changed: {
    summary: 'Callback changed: another time, agent or team',
    schema: event('callback_changed', z.object({ callback: WebhookCallback })),
  },
  callback_canceled: {
    summary: 'Callback canceled',
    schema: event('callback_canceled', z.object({ callback: WebhookCallback })),
  },
} as const;
export type WebhookEventName = keyof typeof WEBHOOK_EVENTS;
/**
 * Subscribing to `call_completed` includes `call_updated`, so no late result is missed, and to `callback_scheduled` what
 * becomes of the callback.
 */
export const WEBHOOK_EVENT_NAMES = [
  'call_completed',
  'lead_created',
  'lead_updated',
  'agent_status_changed',
  'callback_scheduled',
] as const;
export type WebhookEvent = z.infer<(typeof WEBHOOK_EVENTS)[WebhookEventName]['schema']>;

const ids = z.optional(z.array(z.int()));
/** For `call_completed`; omitted fields don't filter. */
export const CallFilters = z.strictObject({
  direction: z.optional(z.array(z.enum(CALL_DIRECTIONS))),
  status: z.optional(z.array(z.enum(CALL_STATUSES))),
  /** `none`: calls without a result. */
  result: z.optional(z.array(z.enum([...DISPOSITIONS, 'none']))),
  team: ids,
  number: ids,
});
export type CallFilters = z.infer<typeof CallFilters>;

const LEAD: WebhookLead = {
  id: 41,
  fname: 'Ada',
  lname: 'Form',
  label: 'Ada Form',
  phone_number: '+14155550105',
  email: 'ada@example.com',
  company: 'Acme',
  category: 'Solar',
  crm: 'hubspot',
  source_id: '501',
  form: 'Solar form',
  fields: { Roof: 'Flat, 12 years old', 'Power bill': '$640 a month' },
  owner: 'agent@demo.test',
  team_id: 1,
  tag: null,
  do_not_call: false,
  removed: false,
  origin: 'intake',
  created_at: '2026-03-02T16:00:00.000Z',
  updated_at: '2026-03-02T16:00:00.000Z',
};
const CALL: WebhookCall = {
  id: 1042,
  type: 'lead',
  direction: 'outbound',
  status: 'completed',
  result: 'contacted',
  seconds: 140,
  started_at: '2026-03-02T16:00:01.000Z',
  talk_started_at: '2026-03-02T16:00:20.000Z',
  ended_at: '2026-03-02T16:02:40.000Z',
  retry: null,
  lead_retry: null,
  phone_number: '+14155550105',
  team: { id: 1, name: 'Sales' },
  number: { id: 1, name: 'Main line', phone_number: '+14155550199' },
  agent: { id: 1, full_name: 'Ann Reyes', email: 'agent@demo.test' },
  lead: LEAD,
  notes: [],
};
const CALLBACK: WebhookCallback = {
  id: 31,
  due_at: '2026-03-03T17:00:00.000Z',
  set_by: { id: 1, full_name: 'Ann Reyes', email: 'agent@demo.test' },
  agent: { id: 1, full_name: 'Ann Reyes', email: 'agent@demo.test' },
  team: { id: 1, name: 'Sales' },
  canceled: null,
  lead: LEAD,
};
const head = { id: 'evt_7', created_at: '2026-03-02T16:03:10.000Z', account_id: 100 };

export const WEBHOOK_EXAMPLES = {
  call_completed: { ...head, type: 'call_completed', data: { call: CALL } },
  call_updated: {
    ...head,
    type: 'call_updated',
    data: { call: { ...CALL, notes: ['Wants a quote by Friday.'] } },
  },
  lead_created: { ...head, type: 'lead_created', data: { lead: LEAD } },
  lead_updated: { ...head, type: 'lead_updated', data: { lead: { ...LEAD, tag: 'quote' } } },
  agent_status_changed: {
    ...head,
    type: 'agent_status_changed',
    data: {
      agent: { id: 1, full_name: 'Ann Reyes', email: 'agent@demo.test' },
      status: { key: 'break', name: 'Break' },
      previous: {
        key: 'available',
        name: 'Available',
        started_at: '2026-03-02T14:21:02.000Z',
        seconds: 6128,
      },
      changed_at: '2026-03-02T16:03:10.000Z',
    },
  },
  callback_scheduled: { ...head, type: 'callback_scheduled', data: { callback: CALLBACK } },
  callback_changed: {
    ...head,
    type: 'callback_changed',
    data: { callback: { ...CALLBACK, due_at: '2026-03-04T17:00:00.000Z' } },
  },
  callback_canceled: {
    ...head,
    type: 'callback_canceled',
    data: { callback: { ...CALLBACK, canceled: 'Canceled by an agent' } },
  },
} as const satisfies Record<WebhookEventName, unknown>;
