import { eq } from 'drizzle-orm';
import {
  type Acting,
  type Done,
  type Id,
  nextVersion,
  said,
  subjectOf,
} from '../accounts/settings/change.ts';
import type { ConsoleBody } from '../accounts/settings/request.ts';
import { ownRow, requireOwn } from '../platform/database/own-row.ts';
import { leads, teams, users } from '../platform/database/schema.ts';
import { changeLeads } from './change-leads.ts';

/** @throws Refusal notFound, badMember (of the owner), badTeam */
export async function changeLead(
  { tx, accountId, at: now }: Acting,
  { id, removed, version, ...fields }: ConsoleBody<'changeLead'> & Id,
): Promise<Done & { readonly set: object }> {
  const lead = await ownRow(tx, leads, accountId, id);
  await nextVersion(tx, leads, id, version);
  if (fields.owner_user_id) await requireOwn(tx, users, accountId, fields.owner_user_id, 'badMember');
  await requireOwn(tx, teams, accountId, fields.team_id, 'badTeam');
  const at = new Date(now);
  const set = said({
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
  return { set, subject: subjectOf(`lead ${id}`, set) };
}
