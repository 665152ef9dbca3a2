import * as z from 'zod/mini';
import { CONSENT_CHANNELS } from '../leads/consent.ts';
import { CRMS } from '../leads/crms.ts';
import { leadLabel, sentence } from '../sentences.ts';
import { BAD_TEXT, isStorable, text } from '../text.ts';
import { CallFilters, WEBHOOK_EVENT_NAMES } from '../webhook-events.ts';
import {
  Named,
  nonEmptyText,
  nullableInt,
  nullableSentence,
  nullableText,
  Person,
  timestamp,
  version,
  versionField,
} from './fields.ts';

export const ConsoleWebhook = z.object({
  id: z.int(),
  version,
  /** `webhook`, or the name of a CRM. */
  kind: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  /** Only for `call_completed`. */
  filters: CallFilters,
  created_at: timestamp,
  /** Deliveries by state. */
  waiting: z.int(),
  delivered: z.int(),
  failed: z.int(),
});
export type ConsoleWebhook = z.infer<typeof ConsoleWebhook>;

const webhookUrl = z.url({ protocol: /^https?$/ }).check(z.maxLength(2000), z.refine(isStorable, BAD_TEXT));
const events = z.array(z.enum(WEBHOOK_EVENT_NAMES)).check(z.minLength(1), z.maxLength(20));
export const NewWebhook = z.object({
  url: webhookUrl,
  /** Default: all. */
  events: z.optional(events),
  filters: z.optional(CallFilters),
});
export type NewWebhook = z.input<typeof NewWebhook>;
export const WebhookChange = z.object({
  url: z.optional(webhookUrl),
  events: z.optional(events),
  filters: z.optional(CallFilters),
  ...versionField,
});
export type WebhookChange = z.input<typeof WebhookChange>;

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const;

export const ConsoleDelivery = z.object({
  id: z.int(),
  event_id: z.int(),
  type: z.string(),
  is_test: z._default(z.boolean(), false),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  /** null: no answer. */
  last_status: nullableInt,
  last_error: nullableSentence,
  due_at: timestamp,
  concluded_at: z.nullable(timestamp),
  /** Time of the event. */
  created_at: timestamp,
});
export type ConsoleDelivery = z.infer<typeof ConsoleDelivery>;

export const ConsoleApiKey = z.object({
  id: z.int(),
  name: z.string(),
  created_at: timestamp,
  revoked_at: z.nullable(timestamp),
});
export type ConsoleApiKey = z.infer<typeof ConsoleApiKey>;

export const WebForm = z.object({
  id: z.int(),
  version,
  name: z.string(),
  /** Where the form's HTML sends it: `webFormPath`. */
  key: z.string(),
  /** null: the account's default team. */
  team: z.nullable(Named),
  origins: z.array(z.string()),
  thank_you_url: nullableText,
  /** What a visitor agrees to with the form's checkbox; null: the form asks for no consent. */
  consent: z.nullable(z.object({ channel: z.enum(CONSENT_CHANNELS), text: z.string() })),
  created_at: timestamp,
  revoked_at: z.nullable(timestamp),
});
export type WebForm = z.infer<typeof WebForm>;

const pageUrl = z.url({ protocol: /^https?$/ }).check(z.maxLength(2000), z.refine(isStorable, BAD_TEXT));
/** Any address of the website. */
const origin = z.pipe(
  pageUrl,
  z.transform((url) => new URL(url).origin),
);
const webFormFields = {
  name: nonEmptyText(100),
  origins: z.array(origin).check(z.minLength(1), z.maxLength(20)),
  team_id: z.optional(nullableInt),
  /** null: a short page of this server. */
  thank_you_url: z.optional(z.nullable(pageUrl)),
  consent: z.optional(z.nullable(z.object({ channel: z.enum(CONSENT_CHANNELS), text: nonEmptyText(2000) }))),
};
export const NewWebForm = z.object(webFormFields);
export type NewWebForm = z.input<typeof NewWebForm>;
export const WebFormChange = z.object({
  ...webFormFields,
  name: z.optional(webFormFields.name),
  origins: z.optional(webFormFields.origins),
  ...versionField,
});
export type WebFormChange = z.input<typeof WebFormChange>;

/** The newest of the account's newest leads that a form or CRM sent: no test, and not only from an imported file. */
export const ReceivedLead = z.object({ id: z.int(), label: leadLabel, received_at: timestamp });
export type ReceivedLead = z.infer<typeof ReceivedLead>;

export const ConsoleImport = z.object({
  id: z.int(),
  /** running, complete, failed, … */
  status: z.string(),
  lines: z.int(),
  taken: z.int(),
  refused: z.int(),
  error: nullableSentence,
  created_at: timestamp,
  ended_at: z.nullable(timestamp),
  /** null: imported with an API key, or by an older version. */
  file_name: z._default(nullableText, null),
  user: z._default(z.nullable(Person), null),
});
export type ConsoleImport = z.infer<typeof ConsoleImport>;

export const ImportLine = z.object({
  line: z.int(),
  /** The lead it created or updated. */
  lead_id: nullableInt,
  outcome: sentence,
  reason: sentence,
  /** When the call that it scheduled is due; null also from older servers. */
  scheduled_for: z._default(z.nullable(timestamp), null),
});
export type ImportLine = z.infer<typeof ImportLine>;

export const ConsoleCrm = z.object({
  id: z.int(),
  kind: z.enum(CRMS),
  url: z.string(),
  makes_contacts: z.boolean(),
  links_recordings: z.boolean(),
  tag_field: z.string(),
  /** The last attempt of a delivery or test decides: false before the first. True also from older servers. */
  is_tested: z._default(z.boolean(), true),
  /** The error of that attempt; null: it succeeded. */
  trouble: nullableSentence,
  trouble_at: z.nullable(timestamp),
  paused_until: z.nullable(timestamp),
  created_at: timestamp,
});
export type ConsoleCrm = z.infer<typeof ConsoleCrm>;

export const NewConsoleCrm = z.object({
  kind: z.enum(CRMS),
  /** Access token or API key; for Salesforce, the client secret. */
  token: nonEmptyText(500),
  /** For CRMs with a URL per customer. */
  url: z.optional(text(200)),
  /** Salesforce only. */
  client_id: z.optional(text(500)),
  makes_contacts: z.optional(z.boolean()),
  links_recordings: z.optional(z.boolean()),
  tag_field: z.optional(text(100)),
});
export type NewConsoleCrm = z.input<typeof NewConsoleCrm>;

export const AUDIT_KINDS = ['changes', 'plays'] as const;

/** What entries of the audit log refer to by ID and that has a name. */
export const AUDIT_NAMED_KINDS = [
  'account',
  'api key',
  'crm',
  'file',
  'invitation',
  'lead',
  'number',
  'team',
  'user',
  'web form',
  'webhook',
] as const;
export type AuditNamedKind = (typeof AUDIT_NAMED_KINDS)[number];

export const AuditEntry = z.object({
  id: z.int(),
  at: timestamp,
  /** null: not a user of the account; see `address`. */
  user: z.nullable(Person),
  action: z.string(),
  subject: z.string(),
  address: nullableText,
  /** Of what the subject refers to by ID and that still exists. Of a CRM, its kind; of a webhook, its host. */
  names: z._default(z.array(z.object({ kind: z.string(), id: z.int(), name: z.string() })), []),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
