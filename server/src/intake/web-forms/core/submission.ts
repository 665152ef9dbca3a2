import { CONSENT_FIELD, TRAP_FIELD, WEB_FORM_FIELDS } from '@offhook/contract/leads/web-form';
import { FORM_FIELD_MAX_LENGTH, FORM_FIELD_NAME_MAX_LENGTH, MAX_FORM_FIELDS } from '@offhook/contract/limits';

export interface Submission {
  /** Not parsed yet. */
  readonly lead: Readonly<Record<string, unknown>>;
  readonly hasConsent: boolean;
  /** Filled in by a program. */
  readonly isTrapped: boolean;
}

const DENIALS = new Set(['', '0', 'false', 'no', 'off']);
const OWN_FIELDS = new Set<string>([...WEB_FORM_FIELDS, CONSENT_FIELD, TRAP_FIELD]);

/** Long values are cut: a visitor can't correct what a page's developer didn't limit, and the lead would be lost. */
export function readSubmission(body: unknown): Submission {
  const entries = Object.entries(typeof body === 'object' && body !== null ? body : {});
  const values = new Map(entries.map(([name, value]) => [name, toText(value)]));
  const textOf = (name: string) => values.get(name) ?? '';
  const known = WEB_FORM_FIELDS.map((name): [string, string] => [name, cut(textOf(name), MAX_LENGTHS[name])]);
  const others = [...values]
    .filter(([name, value]) => name.trim() !== '' && value !== '' && !OWN_FIELDS.has(name))
    .slice(0, MAX_FORM_FIELDS)
    .map(([name, value]) => [
      cut(name.trim(), FORM_FIELD_NAME_MAX_LENGTH),
      cut(value, FORM_FIELD_MAX_LENGTH),
    ]);
  return {
    lead: { ...Object.fromEntries(known), fields: Object.fromEntries(others) },
    hasConsent: !DENIALS.has(textOf(CONSENT_FIELD).toLowerCase()),
    isTrapped: textOf(TRAP_FIELD) !== '',
  };
}

/** Those of `LeadIntake`, except for the number: a part of one would be another number. */
const MAX_LENGTHS: Readonly<Record<(typeof WEB_FORM_FIELDS)[number], number>> = {
  phone_number: 251,
  fname: 100,
  lname: 100,
  email: 254,
  company: 200,
  category: 200,
};

/** Checkboxes of one name arrive as a list. */
function toText(value: unknown): string {
  const parts = [value].flat().filter((part) => typeof part === 'string');
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ');
}

/** Half of a surrogate pair couldn't be stored. */
function cut(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}
