import type { Lead } from '@offhook/contract/entities';
import { sql } from 'drizzle-orm';
import { pictureAddress } from '../accounts/pictures/picture-address.ts';
import { type Database, queryRows } from '../platform/database/database.ts';
import { leads } from '../platform/database/schema.ts';
import { formattedNumber } from '../platform/phone-numbers/phone-numbers.ts';
import { beingRemoved } from './being-removed.ts';
import { listed } from './do-not-call.ts';
export interface LeadRow extends LeadFacts {
  readonly phone_number: string;
  readonly owner_user_id: number | null;
  /** It was marked so, or its number is on the account's list. */
  readonly do_not_call: boolean;
  readonly is_removed: boolean;
  readonly time_zone: string | null;
}

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

/**
 * One lead per account and phone number: found and updated with what is new, or made. What an intake does not say
 * stays as it is. The label: from the intake, else the full name, else the formatted number; one that somebody gave
 * outlives a new name. What an agent types names only a lead without a name: to rename one is a request of its own.
 */
export async function upsertLead(
  tx: Database,
  accountId: number,
  phoneNumber: string,
  country: string,
  origin: 'intake' | 'agent' | 'inbound',
  fields: LeadFields,
  now: number,
): Promise<LeadRow> {
  const fullName = [fields.fname, fields.lname].filter((part) => part).join(' ');
  const label = fields.label || (fullName === '' ? formattedNumber(phoneNumber, country) : fullName);
  const at = new Date(now).toISOString();
  const keepsName = sql`(${origin === 'agent'}::boolean and (known.fname <> '' or known.lname <> ''))`;
  const [row] = await queryRows<LeadRow>(
    tx,
    sql`insert into ${leads} as known (account_id, phone_number, fname, lname, label, email, company, category, crm,
        source_id, profile_picture, owner_user_id, team_id, time_zone, origin, created_at, updated_at)
      values (${accountId}, ${phoneNumber}, ${fields.fname ?? ''}, ${fields.lname ?? ''}, ${label},
        ${fields.email || null}, ${fields.company || null}, ${fields.category || null}, ${fields.crm || null},
        ${fields.source_id || null}, ${fields.profile_picture || null}, ${fields.ownerId ?? null},
        ${fields.teamId ?? null}, ${fields.time_zone || null}, ${origin}, ${at}, ${at})
      on conflict (account_id, phone_number) do update set
        fname = case when ${keepsName} then known.fname else coalesce(nullif(excluded.fname, ''), known.fname) end,
        lname = case when ${keepsName} then known.lname else coalesce(nullif(excluded.lname, ''), known.lname) end,
        label = case when ${fields.label ?? ''} <> '' then excluded.label
          when ${fullName} = '' or ${keepsName} then known.label
          when known.label in (${formattedNumber(phoneNumber, country)}, trim(concat(known.fname, ' ', known.lname)))
            then trim(concat(coalesce(nullif(excluded.fname, ''), known.fname), ' ',
              coalesce(nullif(excluded.lname, ''), known.lname)))
          else known.label end,
        email = coalesce(excluded.email, known.email), company = coalesce(excluded.company, known.company),
        category = coalesce(excluded.category, known.category), crm = coalesce(excluded.crm, known.crm),
        source_id = coalesce(excluded.source_id, known.source_id),
        profile_picture = coalesce(excluded.profile_picture, known.profile_picture),
        owner_user_id = coalesce(excluded.owner_user_id, known.owner_user_id),
        team_id = coalesce(excluded.team_id, known.team_id),
        time_zone = coalesce(excluded.time_zone, known.time_zone), updated_at = excluded.updated_at
      returning known.id, fname, lname, label, phone_number, email, company, category, crm, source_id,
        profile_picture, owner_user_id, do_not_call or ${listed(sql`known`)} as do_not_call, time_zone,
        removed_at is not null or ${beingRemoved(sql`known.id`)} as is_removed`,
  );
  if (!row) throw new Error('the upsert returned no row');
  return {
    ...row,
    id: Number(row.id),
    owner_user_id: row.owner_user_id === null ? null : Number(row.owner_user_id),
  };
}

/** Of a lead's row, what travels. */
export type LeadFacts = Pick<
  typeof leads.$inferSelect,
  | 'id'
  | 'fname'
  | 'lname'
  | 'label'
  | 'phone_number'
  | 'email'
  | 'company'
  | 'category'
  | 'crm'
  | 'source_id'
  | 'profile_picture'
>;

export function leadView(lead: LeadFacts, country: string): Lead {
  return {
    id: lead.id,
    fname: lead.fname,
    lname: lead.lname,
    label: lead.label,
    phone_number: lead.phone_number,
    phone_number_formatted: formattedNumber(lead.phone_number, country),
    email: lead.email,
    company: lead.company,
    category: lead.category,
    crm: lead.crm,
    source_id: lead.source_id,
    profile_picture: pictureAddress('leads', lead.id, lead.profile_picture),
  };
}
