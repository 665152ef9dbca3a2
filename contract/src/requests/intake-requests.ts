/** Requests with an API key; no page loads them. */
import * as z from 'zod/mini';
import { CONSENT_CHANNELS } from '../leads/consent.ts';
import { parseCrm } from '../leads/crms.ts';
import { Lead } from '../leads/lead.ts';
import { FORM_FIELD_MAX_LENGTH, FORM_FIELD_NAME_MAX_LENGTH, MAX_FORM_FIELDS } from '../limits.ts';
import { sentence } from '../sentences.ts';
import { BAD_TEXT, isStorable, text, timestampText, UNKNOWN_CRM } from '../text.ts';
import { answer, type Row, rowsFor } from './request-rows.ts';

const { row: apiKey } = rowsFor('api-key');

/** `outcome`: what will happen; `reason`: why. Both are for people to read. */
const LeadReceipt = answer({
  lead: Lead,
  call_id: z.nullable(z.int()),
  outcome: z.string(),
  reason: sentence,
  /** null: no call is scheduled. */
  scheduled_for: z.optional(z.nullable(z.string())),
});

const address = z.url({ protocol: /^https?$/ }).check(z.maxLength(2000), z.refine(isStorable, BAD_TEXT));

/** Evidence of consent; stored unchanged, in addition to earlier evidence. */
export const LeadConsent = z.object({
  channel: z.enum(CONSENT_CHANNELS),
  /** The exact text that the person agreed to. */
  text: text(2000).check(z.minLength(1)),
  /** When the person agreed; default: when the request arrived. */
  given_at: z.optional(z.nullable(timestampText)),
  /** For example, web_form or phone. */
  method: z.optional(z.nullable(text(100))),
  source_url: z.optional(z.nullable(address)),
  ip: z.optional(z.nullable(z.union([z.ipv4(), z.ipv6()]))),
  user_agent: z.optional(z.nullable(text(500))),
});
export type LeadConsent = z.infer<typeof LeadConsent>;

const crmName = z.pipe(
  text(50).check(z.refine((name) => name === '' || parseCrm(name) !== null, UNKNOWN_CRM)),
  z.transform(parseCrm),
);

/** Names and values, in the form's order. Empty values are dropped. */
const IntakeFields = z
  .record(
    text(FORM_FIELD_NAME_MAX_LENGTH).check(z.minLength(1)),
    z.nullable(z.union([text(FORM_FIELD_MAX_LENGTH), z.number(), z.boolean()])),
  )
  .check(z.refine((fields) => Object.keys(fields).length <= MAX_FORM_FIELDS));

/** National numbers are interpreted in the account's country. */
export const LeadIntake = z.object({
  phone_number: text(250),
  fname: z.optional(z.nullable(text(100))),
  lname: z.optional(z.nullable(text(100))),
  label: z.optional(z.nullable(text(200))),
  email: z.optional(z.nullable(text(254))),
  company: z.optional(z.nullable(text(200))),
  category: z.optional(z.nullable(text(200))),
  /** HubSpot, Salesforce, ActiveCampaign or Follow Up Boss; case and spacing don't matter. */
  crm: z.optional(z.nullable(crmName)),
  source_id: z.optional(z.nullable(text(200))),
  /** Only the server fetches it, never a browser. */
  profile_picture: z.optional(z.nullable(text(2000))),
  /** Email of the lead's agent. */
  owner: z.optional(z.nullable(text(254))),
  team_id: z.optional(z.nullable(z.int())),
  /** IANA name, if it differs from the number's area. */
  time_zone: z.optional(z.nullable(text(64))),
  consent: z.optional(z.nullable(LeadConsent)),
  /** Name of the form that the person sent. */
  form: z.optional(z.nullable(text(200))),
  /** What else the form contained. Replaces the earlier form's fields. */
  fields: z.optional(z.nullable(IntakeFields)),
});
export type LeadIntake = z.infer<typeof LeadIntake>;

export const INTAKE_REQUESTS = {
  postLead: apiKey('POST', '/api/v1/leads', {
    body: LeadIntake,
    response: LeadReceipt,
  }),
  /** Schedules a call for `at`, or for the first later minute at which calling is allowed. */
  scheduleCall: apiKey('POST', '/api/v1/calls', {
    /** ISO 8601; default: now. */
    body: z.object({ ...LeadIntake.shape, at: z.optional(z.nullable(timestampText)) }),
    response: LeadReceipt,
  }),
} as const satisfies Record<string, Row>;
