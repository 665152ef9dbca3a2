import {
  IMPORT_FIELDS,
  type ImportField,
  type ImportProblem,
} from '@offhook/contract/console/leads/import-entities';
import { type ConsoleMessage, t } from '@offhook/i18n/console';

const STATUSES: Readonly<Record<string, ConsoleMessage & `import.status.${string}`>> = {
  receiving: 'import.status.receiving',
  draft: 'import.status.draft',
  running: 'import.status.running',
  paused: 'import.status.paused',
  removing: 'import.status.removing',
  complete: 'import.status.complete',
  canceled: 'import.status.canceled',
  undone: 'import.status.undone',
  failed: 'import.status.failed',
};

/** The status of a lead import, or why it stopped. */
export function importState({ status, error }: { readonly status: string; readonly error: string | null }) {
  const id = STATUSES[status];
  return error ?? (id === undefined ? status : t(id));
}

const FIELDS: Readonly<Record<Exclude<ImportField, 'field'>, ConsoleMessage & `${string}.${string}`>> = {
  full_name: 'import.field.fullName',
  fname: 'field.firstName',
  lname: 'field.lastName',
  phone_number: 'import.field.phone',
  email: 'field.email',
  company: 'field.company',
  source: 'import.field.source',
  owner: 'import.field.owner',
  time_zone: 'field.timeZone',
  category: 'field.category',
  crm: 'import.field.crm',
  source_id: 'import.field.crmId',
  consent_text: 'import.field.consentText',
  consent_channel: 'import.field.consentChannel',
  consent_given_at: 'import.field.consentDate',
  consent_method: 'import.field.consentMethod',
  consent_source_url: 'import.field.consentUrl',
  consent_ip: 'import.field.consentIp',
  consent_user_agent: 'import.field.consentBrowser',
};

/** @param heading of the column, after which a form field is named; null: the file has no header */
export function fieldChoices(heading: string | null): readonly (readonly [string, string])[] {
  return IMPORT_FIELDS.flatMap((field): (readonly [string, string])[] => {
    if (field !== 'field') return [[field, t(FIELDS[field])]];
    return heading === null || heading.trim() === ''
      ? []
      : [[field, t('import.field.form', { name: heading })]];
  });
}

const PROBLEMS: Readonly<Record<ImportProblem, ConsoleMessage & `import.problem.${string}`>> = {
  phoneMissing: 'import.problem.phoneMissing',
  phoneInvalid: 'import.problem.phoneInvalid',
  phoneNotAllowed: 'import.problem.phoneNotAllowed',
  duplicate: 'import.problem.duplicate',
  emailInvalid: 'import.problem.emailInvalid',
  doNotCall: 'import.problem.doNotCall',
  ownerUnknown: 'import.problem.ownerUnknown',
  timeZoneUnknown: 'import.problem.timeZoneUnknown',
  valueInvalid: 'import.problem.valueInvalid',
  unreadable: 'import.problem.unreadable',
};

export const problemName = (problem: ImportProblem) => t(PROBLEMS[problem]);

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** 'About 20 s', 'About 4 min', 'About 8 h'. */
export function aboutTime(seconds: number): string {
  if (seconds < 90) return t('import.about.seconds', { value: Math.max(1, Math.round(seconds)) });
  if (seconds < 90 * MINUTE_S) return t('import.about.minutes', { value: Math.round(seconds / MINUTE_S) });
  return t('import.about.hours', { value: Math.round(seconds / HOUR_S) });
}

/** Of a bar; each part that isn't empty can be seen. */
export function barParts(counts: readonly number[]): readonly number[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => (all === 0 ? 0 : count / all));
}
