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

/** A line as the intake takes it; what is empty says nothing. */
export function leadOfLine(
  fields: readonly (LeadField | null)[],
  cells: readonly string[],
): Record<string, string | number> {
  const lead: Record<string, string | number> = {};
  for (const [index, field] of fields.entries()) {
    const value = cells[index]?.trim() ?? '';
    if (field === null || value === '') continue;
    lead[field] = field === 'team_id' ? Number(value) : value;
  }
  return lead;
}
