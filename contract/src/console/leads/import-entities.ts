/** Lead imports in the console: a file is uploaded as a draft, its columns are mapped, and an administrator starts it. */
import * as z from 'zod/mini';
import { sentence } from '../../sentences.ts';
import { text } from '../../text.ts';
import {
  Named,
  nullableInt,
  nullableSentence,
  nullableText,
  optionalText,
  Person,
  timestamp,
} from '../fields.ts';

/** What a column of the file can hold. `field`: a form field named after the column. */
export const IMPORT_FIELDS = [
  'full_name',
  'fname',
  'lname',
  'phone_number',
  'email',
  'company',
  'source',
  'owner',
  'time_zone',
  'category',
  'crm',
  'source_id',
  'consent_text',
  'consent_channel',
  'consent_given_at',
  'consent_method',
  'consent_source_url',
  'consent_ip',
  'consent_user_agent',
  'field',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** Why a row isn't imported. */
export const IMPORT_PROBLEMS = [
  'phoneMissing',
  'phoneInvalid',
  'phoneNotAllowed',
  'duplicate',
  'emailInvalid',
  'doNotCall',
  'ownerUnknown',
  'timeZoneUnknown',
  'valueInvalid',
  'unreadable',
] as const;
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number];

export const IMPORT_STATUSES = [
  'receiving',
  'draft',
  'running',
  'paused',
  'removing',
  'complete',
  'canceled',
  'undone',
  'failed',
] as const;

/** Larger files must be split. */
export const MAX_IMPORT_ROWS = 200_000;
export const MAX_IMPORT_COLUMNS = 100;
export const MAX_FILE_NAME_LENGTH = 200;
/** How long a file waits for its start. */
export const IMPORT_DRAFT_HOURS = 24;
/** How long rejected rows can be downloaded. */
export const REJECTED_ROWS_DAYS = 7;

const field = z.nullable(z.enum(IMPORT_FIELDS));
const known = z.enum(['update', 'skip']);
/** `at`: from a set time, in the time zone of each lead. */
const callStart = z.enum(['at', 'now', 'none']);
const date = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const minute = z.int().check(z.minimum(0), z.maximum(1_439));

export const ImportPlan = z.object({
  /** Sent with the start, so that it starts what was shown. */
  revision: z.int(),
  has_header: z.boolean(),
  columns: z.array(
    z.object({
      /** null: the file has no header. */
      heading: nullableText,
      /** The first value that isn't empty. */
      example: z.string(),
      field,
    }),
  ),
  team: z.nullable(Named),
  source: nullableText,
  known,
  calls: callStart,
  call_date: nullableText,
  call_minute: z.int(),
  expires_at: timestamp,
});

/** What the file would do. It is counted again after each change of the mapping. */
export const ImportCheck = z.object({
  rows: z.int(),
  new_leads: z.int(),
  known_leads: z.int(),
  invalid: z.array(z.object({ problem: z.enum(IMPORT_PROBLEMS), count: z.int() })),
  is_complete: z.boolean(),
});
export type ImportCheck = z.infer<typeof ImportCheck>;

export const LeadImport = z.object({
  id: z.int(),
  status: z.enum(IMPORT_STATUSES),
  file_name: z.string(),
  started_by: z.nullable(Person),
  started_at: z.nullable(timestamp),
  ended_at: z.nullable(timestamp),
  error: nullableSentence,
  plan: ImportPlan,
  /** null until the first rows are counted. */
  check: z.nullable(ImportCheck),
  /** Rows that were read, of those that the check counted. */
  progress: z.object({
    done: z.int(),
    rows: z.int(),
    new_leads: z.int(),
    known_leads: z.int(),
    rejected: z.int(),
    rows_per_second: nullableInt,
    seconds_left: nullableInt,
  }),
  /** Who would make the calls, and about how long that takes; null without enough calls to tell. */
  agents: z.nullable(z.object({ count: z.int(), seconds: nullableInt })),
  /** No call to one of its new leads was made. */
  can_undo: z.boolean(),
  /** The rejected rows can still be downloaded. */
  keeps_rejected: z.boolean(),
  /** Leads that the undo removed. null: not undone. Older servers don't send it. */
  undone: z._default(z.nullable(z.object({ leads: z.int(), at: timestamp, by: z.nullable(Person) })), null),
});
export type LeadImport = z.infer<typeof LeadImport>;

export const LeadImportChange = z.object({
  has_header: z.optional(z.boolean()),
  columns: z.optional(z.array(field).check(z.maxLength(MAX_IMPORT_COLUMNS))),
  team_id: z.optional(z.nullable(z.int())),
  source: optionalText(200),
  known: z.optional(known),
  calls: z.optional(callStart),
  call_date: z.optional(z.nullable(date)),
  call_minute: z.optional(minute),
});
export type LeadImportChange = z.infer<typeof LeadImportChange>;

export const LeadImportRow = z.object({
  line: z.int(),
  name: z.string(),
  phone: z.string(),
  company: z.string(),
  result: z.enum(['new', 'known', 'invalid']),
  /** Why it isn't imported. */
  reason: z.nullable(sentence),
  lead_id: nullableInt,
});
export type LeadImportRow = z.infer<typeof LeadImportRow>;

/** Uploads a file: `POST` with the file's name as the query `name`. */
export const LEAD_IMPORT_FILES = '/api/v1/console/imports';
export const UploadQuery = z.object({ name: z._default(text(1_000), '') });
/** Downloads rejected rows as CSV. */
export const rejectedRowsPath = (id: number | string) => `${LEAD_IMPORT_FILES}/${id}/rejected`;
