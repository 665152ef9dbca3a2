// A row of an uploaded file, with the fields that its columns were mapped to, becomes a lead or a problem.
import type { ImportField, ImportProblem } from '@offhook/contract/console/leads/import-entities';
import { FORM_FIELD_MAX_LENGTH, FORM_FIELD_NAME_MAX_LENGTH, MAX_FORM_FIELDS } from '@offhook/contract/limits';
import { LeadIntake } from '@offhook/contract/requests/intake-requests';
import { UNKNOWN_CRM } from '@offhook/contract/text';
import * as z from 'zod/mini';
import { isTimeZone } from '../../../platform/core/local-time.ts';
import { english } from '../../../platform/core/sentences.ts';

export interface Mapping {
  readonly columns: readonly (string | null)[];
  /** Empty for a file without a header. */
  readonly headings: readonly string[];
  /** Of leads whose row has none. */
  readonly source: string | null;
}

export interface RowFacts {
  readonly readPhone: (
    text: string,
  ) =>
    | { readonly phoneNumber: string; readonly country: string | null }
    | { readonly problem: ImportProblem; readonly reason: string };
  /** Active users by lowercase email. */
  readonly owners: ReadonlyMap<string, number>;
}

export type RowResult =
  | {
      readonly kind: 'lead';
      readonly phoneNumber: string;
      readonly country: string | null;
      readonly lead: LeadIntake;
      readonly ownerId: number | null;
    }
  | { readonly kind: 'invalid'; readonly problem: ImportProblem; readonly reason: string };

const Email = z.email();
const invalid = (problem: ImportProblem, reason: string): RowResult => ({ kind: 'invalid', problem, reason });

/** Without the apostrophe that keeps spreadsheets from reading a value as a formula. */
const plainValue = (cell: string | undefined) => (cell?.trim() ?? '').replace(/^'(?=[=+\-@])/, '');

/** The mapped cells by field. Empty cells are left out. */
export function readCells({ columns }: Pick<Mapping, 'columns'>, cells: readonly string[]) {
  const values = new Map<ImportField, string>();
  for (const [index, field] of columns.entries()) {
    const value = plainValue(cells[index]);
    if (field !== null && field !== 'field' && value !== '') values.set(field as ImportField, value);
  }
  return values;
}

/** 'Novak, Teresa' and 'Teresa Novak' have the same parts. */
export function splitName(name: string): { readonly fname: string; readonly lname: string } {
  const comma = name.indexOf(',');
  if (comma > 0) return { fname: name.slice(comma + 1).trim(), lname: name.slice(0, comma).trim() };
  const [first = '', ...rest] = name.split(/\s+/);
  return { fname: first, lname: rest.join(' ') };
}

export function nameOf(values: ReadonlyMap<ImportField, string>): string {
  const parts = [values.get('fname'), values.get('lname')].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(' ') : (values.get('full_name') ?? '');
}

/** @param cells an error text if the row can't be parsed */
export function readRow(mapping: Mapping, cells: readonly string[] | string, facts: RowFacts): RowResult {
  if (typeof cells === 'string') return invalid('unreadable', cells);
  const values = readCells(mapping, cells);
  const phone = values.get('phone_number');
  if (phone === undefined) return invalid('phoneMissing', english({ id: 'import.phoneMissing' }));
  const number = facts.readPhone(phone);
  if ('problem' in number) return invalid(number.problem, number.reason);
  const email = values.get('email');
  if (email !== undefined && !z.safeParse(Email, email).success)
    return invalid('emailInvalid', english({ id: 'import.emailInvalid' }));
  const zone = values.get('time_zone');
  if (zone !== undefined && !isTimeZone(zone))
    return invalid('timeZoneUnknown', english({ id: 'import.unknownTimeZone' }));
  const owner = values.get('owner')?.toLowerCase();
  const ownerId = owner === undefined ? null : (facts.owners.get(owner) ?? 'unknown');
  if (ownerId === 'unknown') return invalid('ownerUnknown', english({ id: 'import.ownerUnknown' }));
  const parsed = z.safeParse(LeadIntake, toLead(mapping, cells, values, phone));
  const { phoneNumber, country } = number;
  if (parsed.success) return { kind: 'lead', phoneNumber, country, lead: parsed.data, ownerId };
  const [issue] = parsed.error.issues;
  return invalid(
    'valueInvalid',
    issue?.message === UNKNOWN_CRM
      ? english({ id: 'error.unknownCrm' })
      : english({ id: 'import.badColumn', values: { column: columnOf(mapping, issue?.path ?? []) } }),
  );
}

const PREFIX = 'consent_';

function toLead(
  mapping: Mapping,
  cells: readonly string[],
  values: ReadonlyMap<ImportField, string>,
  phone: string,
): Record<string, unknown> {
  const { full_name, source, owner, phone_number, ...details } = Object.fromEntries(values);
  const consent = Object.fromEntries(
    Object.entries(details).flatMap(([name, value]) =>
      name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), value]] : [],
    ),
  );
  const plain = Object.fromEntries(Object.entries(details).filter(([name]) => !name.startsWith(PREFIX)));
  const fields = formFields(mapping, cells);
  return {
    ...(full_name === undefined ? {} : splitName(full_name)),
    ...plain,
    phone_number: phone,
    form: source ?? mapping.source,
    // Consent without its text is no evidence.
    ...(consent['text'] === undefined ? {} : { consent }),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
  };
}

/** Too long values are cut, so that a comment doesn't cost the lead. */
function formFields({ columns, headings }: Mapping, cells: readonly string[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [index, field] of columns.entries()) {
    const value = plainValue(cells[index]);
    const name = headings[index]?.trim().slice(0, FORM_FIELD_NAME_MAX_LENGTH) ?? '';
    if (field !== 'field' || value === '' || name === '') continue;
    if (Object.keys(fields).length < MAX_FORM_FIELDS) fields[name] = value.slice(0, FORM_FIELD_MAX_LENGTH);
  }
  return fields;
}

function columnOf({ columns, headings }: Mapping, path: readonly PropertyKey[]): string {
  const [first, second] = path.map(String);
  const name = first === 'consent' ? `${PREFIX}${second}` : first === 'form' ? 'source' : (first ?? '');
  const index = columns.findIndex(
    (field) => field === name || (field === 'full_name' && /^[fl]name$/.test(name)),
  );
  return headings[index]?.trim() || name;
}
