/** Which column of somebody's file is which field of a lead. */
export const LEAD_FIELDS = [
  'phone_number',
  'fname',
  'lname',
  'label',
  'email',
  'company',
  'category',
  'crm',
  'source_id',
  'owner',
  'team_id',
  'time_zone',
  'consent_text',
  'consent_channel',
  'consent_given_at',
  'consent_method',
  'consent_source_url',
  'consent_ip',
  'consent_user_agent',
] as const;
export type LeadField = (typeof LEAD_FIELDS)[number];

/** What people call the fields, without spaces, marks and capitals. */
const OTHER_NAMES: Readonly<Record<string, LeadField>> = {
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

/** A field for each column, null for one that is nobody's. The first column of a field is it. */
export function fieldsOfHeading(heading: readonly string[]): (LeadField | null)[] {
  const taken = new Set<LeadField>();
  return heading.map((title) => {
    const name = title
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_');
    const field = LEAD_FIELDS.find((one) => one === name) ?? OTHER_NAMES[name.replaceAll('_', '')] ?? null;
    if (field === null || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

const OF_CONSENT = 'consent_';

/** A line as the intake takes it; what is empty says nothing, and without its sentence a consent is none. */
export function leadOfLine(
  fields: readonly (LeadField | null)[],
  cells: readonly string[],
): Record<string, unknown> {
  const lead: Record<string, unknown> = {};
  const consent: Record<string, string> = {};
  for (const [index, field] of fields.entries()) {
    const value = cells[index]?.trim() ?? '';
    if (field === null || value === '') continue;
    if (field.startsWith(OF_CONSENT)) consent[field.slice(OF_CONSENT.length)] = value;
    else lead[field] = field === 'team_id' ? Number(value) : value;
  }
  return consent['text'] === undefined ? lead : { ...lead, consent };
}
