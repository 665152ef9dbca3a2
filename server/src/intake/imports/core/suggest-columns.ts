// Which field a column of an uploaded file probably holds: by its heading, in English or Spanish, else by its values.
import type { ImportField } from '@offhook/contract/console/leads/import-entities';

/** Without case, accents, spaces and punctuation. */
const HEADINGS: Readonly<Record<Exclude<ImportField, 'field'>, readonly string[]>> = {
  full_name: [
    ...['name', 'fullname', 'contact', 'contactname', 'leadname', 'customer', 'customername', 'client'],
    ...['nombrecompleto', 'nombreyapellido', 'nombreyapellidos', 'contacto', 'cliente', 'prospecto', 'label'],
  ],
  fname: ['fname', 'firstname', 'first', 'givenname', 'forename', 'nombre', 'nombres', 'primernombre'],
  lname: ['lname', 'lastname', 'last', 'surname', 'familyname', 'apellido', 'apellidos'],
  phone_number: [
    ...['phone', 'phonenumber', 'phoneno', 'telephone', 'telephonenumber', 'tel', 'mobile', 'mobilephone'],
    ...[
      'mobilenumber',
      'cell',
      'cellphone',
      'cellnumber',
      'number',
      'contactnumber',
      'homephone',
      'workphone',
    ],
    ...['telefono', 'numerodetelefono', 'numerotelefono', 'numero', 'celular', 'movil', 'telefonomovil'],
    ...['telefonocelular', 'whatsapp', 'primaryphone', 'phone1'],
  ],
  email: [
    ...['email', 'emailaddress', 'mail', 'emailaddr', 'workemail', 'primaryemail', 'correo'],
    ...['correoelectronico', 'direccioncorreo', 'direcciondecorreo'],
  ],
  company: [
    ...['company', 'companyname', 'organization', 'organisation', 'business', 'businessname', 'account'],
    ...['employer', 'empresa', 'compania', 'organizacion', 'negocio', 'razonsocial'],
  ],
  source: [
    ...['source', 'leadsource', 'campaign', 'utmsource', 'utmcampaign', 'channel', 'form', 'formname'],
    ...['origen', 'fuente', 'campana', 'canal', 'formulario'],
  ],
  owner: [
    ...[
      'owner',
      'owneremail',
      'leadowner',
      'agent',
      'agentemail',
      'assignedto',
      'assignee',
      'rep',
      'salesrep',
    ],
    ...['responsable', 'propietario', 'agente', 'asesor', 'vendedor', 'asignadoa'],
  ],
  time_zone: ['timezone', 'tz', 'zonahoraria', 'husohorario'],
  category: ['category', 'type', 'leadtype', 'segment', 'categoria', 'tipo', 'segmento'],
  crm: ['crm', 'crmname'],
  source_id: ['sourceid', 'crmid', 'recordid', 'contactid', 'leadid', 'idcrm', 'iddelcrm'],
  consent_text: ['consenttext', 'textodeconsentimiento'],
  consent_channel: ['consentchannel'],
  consent_given_at: ['consentgivenat', 'consentdate', 'fechadeconsentimiento'],
  consent_method: ['consentmethod'],
  consent_source_url: ['consentsourceurl', 'consenturl'],
  consent_ip: ['consentip'],
  consent_user_agent: ['consentuseragent'],
};

const BY_HEADING = new Map(
  Object.entries(HEADINGS).flatMap(([field, names]) =>
    names.map((name): [string, ImportField] => [name, field as ImportField]),
  ),
);

/** Columns that number the rows, or identify them elsewhere, aren't worth a form field. */
const IGNORED = /^(id|no|nr|num|row|index|uuid|guid|fila|internalid|externalid|idinterno)?$/;

export function normalizeHeading(heading: string): string {
  return heading
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '');
}

const fieldOfHeading = (heading: string) => BY_HEADING.get(normalizeHeading(heading)) ?? null;

const isEmail = (value: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);

/** Long dates and amounts have fewer digits, or letters and signs that a number has not. */
function isPhoneNumber(value: string): boolean {
  const digits = value.replace(/\D/g, '').length;
  return (
    digits >= 7 &&
    digits <= 15 &&
    /^\+?[\d\s().\-/]+$/.test(value) &&
    !/^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/.test(value)
  );
}

/** What most of the values are. */
function fieldOfValues(values: readonly string[]): 'email' | 'phone_number' | null {
  const filled = values.map((value) => value.trim()).filter((value) => value !== '');
  const isMost = (test: (value: string) => boolean) =>
    filled.length > 0 && filled.filter(test).length / filled.length >= 0.6;
  if (isMost(isEmail)) return 'email';
  return isMost(isPhoneNumber) ? 'phone_number' : null;
}

/** The first row of a file without a header has values that are no names. */
export function looksLikeHeader(first: readonly string[]): boolean {
  if (first.some((cell) => fieldOfHeading(cell) !== null)) return true;
  return first.length > 0 && !first.some((cell) => isEmail(cell.trim()) || isPhoneNumber(cell.trim()));
}

/** @param headings null if the file has no header @param rows the first rows after it */
export function suggestColumns(
  headings: readonly string[] | null,
  rows: readonly (readonly string[])[],
): readonly (ImportField | null)[] {
  const count = headings?.length ?? Math.max(0, ...rows.map(({ length }) => length));
  const used = new Set<ImportField>();
  const fields: (ImportField | null)[] = Array.from({ length: count }, () => null);
  const take = (index: number, field: ImportField | null) => {
    if (field === null || used.has(field)) return;
    fields[index] = field;
    used.add(field);
  };
  const valuesOf = (index: number) => rows.map((row) => row[index] ?? '');
  for (const [index, heading] of (headings ?? []).entries()) {
    const field = fieldOfHeading(heading);
    // An owner is found by email. A name in that column is kept as a form field.
    take(index, field === 'owner' && fieldOfValues(valuesOf(index)) !== 'email' ? null : field);
  }
  // "Name" beside a last name is the first name.
  const fullName = fields.indexOf('full_name');
  if (fullName >= 0 && used.has('lname') && !used.has('fname')) fields[fullName] = 'fname';
  for (const [index, field] of fields.entries())
    if (field === null) take(index, fieldOfValues(valuesOf(index)));
  return fields.map((field, index) => {
    const heading = headings?.[index] ?? '';
    if (field !== null || heading.trim() === '') return field;
    return IGNORED.test(normalizeHeading(heading)) ? null : 'field';
  });
}
