import { TEST_LEAD_FORM } from '@offhook/contract/console/leads/test-lead';
import { fullName, type LeadName } from './call-name.ts';
import { type Crm, isCrm } from './crm-names.ts';

export type Origin = 'intake' | 'agent' | 'inbound';

/** For these fields the latest value wins. `time_zone` is an IANA name. */
const DETAILS = [
  'email',
  'company',
  'category',
  'crm',
  'source_id',
  'profile_picture',
  'time_zone',
  'form',
] as const;
type Detail = (typeof DETAILS)[number];

/** Undefined, null and empty values mean "no change". */
export interface LeadFields
  extends Readonly<Partial<Record<keyof LeadName | Detail, string | null | undefined>>> {
  readonly ownerId?: number | null;
  readonly teamId?: number | null;
  readonly formFields?: FormFields | undefined;
}

export interface LeadColumns extends LeadName, Readonly<Record<Detail, string | null>> {
  readonly owner_user_id: number | null;
  readonly team_id: number | null;
  readonly fields: FormFields;
}

type FormFields = readonly (readonly [name: string, value: string])[];

/** Undefined if the form has no values, so that the earlier ones stay. */
export function toFormFields(
  input: Readonly<Record<string, string | number | boolean | null>> | null | undefined,
): FormFields | undefined {
  const fields = Object.entries(input ?? {}).flatMap(
    ([name, value]): FormFields => (value === null || value === '' ? [] : [[name, String(value)]]),
  );
  return fields.length === 0 ? undefined : fields;
}

const mapDetails = (readDetail: (name: Detail) => string | null) =>
  Object.fromEntries(DETAILS.map((name) => [name, readDetail(name)])) as Record<Detail, string | null>;

/** @param formatted the lead's formatted number: the label of an unnamed lead */
export function newLead(input: LeadFields, formatted: string): LeadColumns {
  return {
    fname: input.fname ?? '',
    lname: input.lname ?? '',
    label: input.label || fullNameOf(input) || formatted,
    ...mapDetails((detail) => input[detail] || null),
    owner_user_id: input.ownerId ?? null,
    team_id: input.teamId ?? null,
    fields: input.formFields ?? [],
  };
}

/** A real form that has no name must not count as a test. */
const formThatStays = ({ form }: LeadColumns, origin: Origin): string | null =>
  form === TEST_LEAD_FORM && origin === 'intake' ? null : form;

/** A custom label survives a new name. A name typed by an agent applies only to an unnamed lead: renaming is explicit. */
export function mergeLead(
  current: LeadColumns,
  input: LeadFields,
  origin: Origin,
  formatted: string,
): LeadColumns {
  const next = newLead(input, formatted);
  const keepsName = origin === 'agent' && (current.fname !== '' || current.lname !== '');
  const name = keepsName
    ? { fname: current.fname, lname: current.lname }
    : { fname: next.fname || current.fname, lname: next.lname || current.lname };
  const followsName = current.label === formatted || current.label === fullName(current);
  const isRenamed = !keepsName && fullNameOf(input) !== '';
  return {
    ...name,
    label: input.label || (isRenamed && followsName ? fullName(name) : current.label),
    ...mapDetails((detail) => next[detail] ?? current[detail]),
    form: next.form ?? formThatStays(current, origin),
    owner_user_id: next.owner_user_id ?? current.owner_user_id,
    team_id: next.team_id ?? current.team_id,
    fields: input.formFields ?? current.fields,
  };
}

function fullNameOf({ fname, lname }: LeadFields): string {
  return [fname, lname].filter((part) => part).join(' ');
}

/** A CRM isn't notified of its own change. */
export function sourceCrm({ crm, source_id }: LeadFields, origin: Origin): Crm | null {
  return origin === 'intake' && source_id && isCrm(crm) ? crm : null;
}
