/** What a lead is after news of it: what is not said stays as it is. */
import { fullName, type LeadName } from './call-name.ts';
import { type Crm, isCrm } from './crm-names.ts';

export type Origin = 'intake' | 'agent' | 'inbound';

/** What is said of a lead. Nothing, null and an empty text say nothing. */
export interface LeadFields {
  readonly fname?: string | null | undefined;
  readonly lname?: string | null | undefined;
  readonly label?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly company?: string | null | undefined;
  readonly category?: string | null | undefined;
  readonly crm?: string | null | undefined;
  readonly source_id?: string | null | undefined;
  readonly profile_picture?: string | null | undefined;
  readonly ownerId?: number | null;
  readonly teamId?: number | null;
  /** IANA name. */
  readonly time_zone?: string | null | undefined;
}

/** The columns that are written. */
export interface LeadColumns extends LeadName {
  readonly email: string | null;
  readonly company: string | null;
  readonly category: string | null;
  readonly crm: string | null;
  readonly source_id: string | null;
  readonly profile_picture: string | null;
  readonly owner_user_id: number | null;
  readonly team_id: number | null;
  readonly time_zone: string | null;
}

/** @param formatted the lead's number, as it is shown: the label of a lead without a name */
export function newLead(said: LeadFields, formatted: string): LeadColumns {
  const name = { fname: said.fname ?? '', lname: said.lname ?? '' };
  return {
    ...name,
    label: said.label || saidName(said) || formatted,
    email: said.email || null,
    company: said.company || null,
    category: said.category || null,
    crm: said.crm || null,
    source_id: said.source_id || null,
    profile_picture: said.profile_picture || null,
    owner_user_id: said.ownerId ?? null,
    team_id: said.teamId ?? null,
    time_zone: said.time_zone || null,
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
    email: next.email ?? known.email,
    company: next.company ?? known.company,
    category: next.category ?? known.category,
    crm: next.crm ?? known.crm,
    source_id: next.source_id ?? known.source_id,
    profile_picture: next.profile_picture ?? known.profile_picture,
    owner_user_id: next.owner_user_id ?? known.owner_user_id,
    team_id: next.team_id ?? known.team_id,
    time_zone: next.time_zone ?? known.time_zone,
  };
}

function saidName({ fname, lname }: LeadFields): string {
  return [fname, lname].filter((part) => part).join(' ');
}

/** The CRM that said it: it is not told its own news. */
export function crmThatSaid({ crm, source_id }: LeadFields, origin: Origin): Crm | null {
  return origin === 'intake' && source_id && isCrm(crm) ? crm : null;
}
