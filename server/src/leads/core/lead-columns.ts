import { LEAD_FILE_COLUMNS, type LeadFileColumn } from '@offhook/contract/leads/lead-file-columns';

const ALIASES: Readonly<Record<string, LeadFileColumn>> = {
  phone: 'phone_number',
  telephone: 'phone_number',
  mobile: 'phone_number',
  mobilephone: 'phone_number',
  firstname: 'fname',
  lastname: 'lname',
  surname: 'lname',
  emailaddress: 'email',
  organization: 'company',
  organisation: 'company',
  team: 'team_id',
  timezone: 'time_zone',
};

export function fieldsFromHeading(heading: readonly string[]): (LeadFileColumn | null)[] {
  const used = new Set<LeadFileColumn>();
  return heading.map((title) => {
    const name = title
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_');
    const field = LEAD_FILE_COLUMNS.find((one) => one === name) ?? ALIASES[name.replaceAll('_', '')] ?? null;
    if (field === null || used.has(field)) return null;
    used.add(field);
    return field;
  });
}

const CONSENT_PREFIX = 'consent_';

/** Skips empty cells, and a consent without its text. */
export function leadFromCells(
  fields: readonly (LeadFileColumn | null)[],
  cells: readonly string[],
): Record<string, unknown> {
  const lead: Record<string, unknown> = {};
  const consent: Record<string, string> = {};
  for (const [index, field] of fields.entries()) {
    const value = cells[index]?.trim() ?? '';
    if (field === null || value === '') continue;
    if (field.startsWith(CONSENT_PREFIX)) consent[field.slice(CONSENT_PREFIX.length)] = value;
    else lead[field] = field === 'team_id' ? Number(value) : value;
  }
  return consent['text'] === undefined ? lead : { ...lead, consent };
}
