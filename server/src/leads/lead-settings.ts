import { eq } from 'drizzle-orm';
import {
  auditSubject,
  bumpVersion,
  type ChangeContext,
  type ChangeResult,
  type Id,
  pickDefined,
} from '../accounts/settings/change.ts';
import type { ConsoleBody } from '../accounts/settings/request.ts';
import { getAccountRow, requireAccountRow } from '../platform/database/account-rows.ts';
import { leads, teams, users } from '../platform/database/schema.ts';
import { changeLeads } from './change-leads.ts';

/** @throws ApiError notFound, badMember (for the owner), badTeam */
export async function changeLead(
  { tx, accountId, at: now }: ChangeContext,
  { id, removed, version, ...fields }: ConsoleBody<'changeLead'> & Id,
): Promise<ChangeResult & { readonly set: object }> {
  const lead = await getAccountRow(tx, leads, accountId, id);
  await bumpVersion(tx, leads, id, version);
  if (fields.owner_user_id) await requireAccountRow(tx, users, accountId, fields.owner_user_id, 'badMember');
  await requireAccountRow(tx, teams, accountId, fields.team_id, 'badTeam');
  const at = new Date(now);
  const set = pickDefined({
    ...fields,
    removed_at: removed === undefined ? undefined : removed ? (lead.removed_at ?? at) : null,
  });
  if (Object.keys(set).length > 0)
    await changeLeads(tx, eq(leads.id, id), {
      ...set,
      // The administrator's choice overrides the lead's STOP.
      ...(fields.do_not_call === undefined ? {} : { stopped_at: null }),
      updated_at: at,
    });
  return { set, subject: auditSubject(`lead ${id}`, set) };
}
