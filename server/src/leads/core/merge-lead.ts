/** What a lead is after news of it: what is not said stays as it is. */
import { fullName, type LeadName } from './call-name.ts';
import { type Crm, isCrm } from './crm-names.ts';

export type Origin = 'intake' | 'agent' | 'inbound';

/** What is kept of a lead as it was said last. The time zone by its IANA name. */
const DETAILS = ['email', 'company', 'category', 'crm', 'source_id', 'profile_picture', 'time_zone'] as const;
type Detail = (typeof DETAILS)[number];

/** What is said of a lead. Nothing, null and an empty text say nothing. */
export interface LeadFields
  extends Readonly<Partial<Record<keyof LeadName | Detail, string | null | undefined>>> {
  readonly ownerId?: number | null;
  readonly teamId?: number | null;
}

/** The columns that are written. */
export interface LeadColumns extends LeadName, Readonly<Record<Detail, string | null>> {
  readonly owner_user_id: number | null;
  readonly team_id: number | null;
}

const detailsBy = (of: (name: Detail) => string | null) =>
  Object.fromEntries(DETAILS.map((name) => [name, of(name)])) as Record<Detail, string | null>;

/** @param formatted the lead's number, as it is shown: the label of a lead without a name */
export function newLead(said: LeadFields, formatted: string): LeadColumns {
  return {
    fname: said.fname ?? '',
    lname: said.lname ?? '',
    label: said.label || saidName(said) || formatted,
    ...detailsBy((detail) => said[detail] || null),
    owner_user_id: said.ownerId ?? null,
    team_id: said.teamId ?? null,
  };
}

/**
 * A label that somebody gave outlives a new name. What an agent types names only a lead without a name: to rename one is
 * a request of its own.
 */
export function mergeLead(
  known: LeadColumns,
  said: LeadFields,
  origin: Origin,
  formatted: string,
): LeadColumns {
  const next = newLead(said, formatted);
  const keepsName = origin === 'agent' && (known.fname !== '' || known.lname !== '');
  const name = keepsName
    ? { fname: known.fname, lname: known.lname }
    : { fname: next.fname || known.fname, lname: next.lname || known.lname };
  const followsName = known.label === formatted || known.label === fullName(known);
  const isRenamed = !keepsName && saidName(said) !== '';
  return {
    ...name,
    label: said.label || (isRenamed && followsName ? fullName(name) : known.label),
    ...detailsBy((detail) => next[detail] ?? known[detail]),
    owner_user_id: next.owner_user_id ?? known.owner_user_id,
    team_id: next.team_id ?? known.team_id,
  };
}

function saidName({ fname, lname }: LeadFields): string {
  return [fname, lname].filter((part) => part).join(' ');
}

/** The CRM that said it: it is not told its own news. */
export function crmThatSaid({ crm, source_id }: LeadFields, origin: Origin): Crm | null {
  return origin === 'intake' && source_id && isCrm(crm) ? crm : null;
}
