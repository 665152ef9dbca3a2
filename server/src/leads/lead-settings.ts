/** What an administrator changes of a lead. */
import { and, eq } from 'drizzle-orm';
import {
  type Acting,
  type Done,
  type Id,
  nextVersion,
  said,
  subjectOf,
} from '../accounts/settings/change.ts';
import type { ConsoleBody } from '../accounts/settings/request.ts';
import { requireTeam } from '../accounts/settings/teams.ts';
import type { Database } from '../platform/database/database.ts';
import { leads, users } from '../platform/database/schema.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { changeLeads } from './change-leads.ts';

export type LeadRow = typeof leads.$inferSelect;

/** @throws Refusal notFound */
export async function leadOf(tx: Database, accountId: number, id: number): Promise<LeadRow> {
  const [row] = await tx
    .select()
    .from(leads)
    .where(and(eq(leads.id, id), eq(leads.account_id, accountId)));
  if (!row) throw new Refusal('notFound');
  return row;
}

/** @throws Refusal notFound, badMember (of the owner), badTeam */
export async function changeLead(
  { tx, accountId, at: now }: Acting,
  { id, removed, version, ...fields }: ConsoleBody<'changeLead'> & Id,
): Promise<Done & { readonly set: object }> {
  const lead = await leadOf(tx, accountId, id);
  await nextVersion(tx, leads, id, version);
  if (fields.owner_user_id) {
    const [owner] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, fields.owner_user_id), eq(users.account_id, accountId)));
    if (!owner) throw new Refusal('badMember');
  }
  await requireTeam(tx, accountId, fields.team_id);
  const at = new Date(now);
  const set = said({
    ...fields,
    removed_at: removed === undefined ? undefined : removed ? (lead.removed_at ?? at) : null,
  });
  if (Object.keys(set).length > 0)
    await changeLeads(tx, eq(leads.id, id), {
      ...set,
      // The administrator's word takes the place of the person's own.
      ...(fields.do_not_call === undefined ? {} : { stopped_at: null }),
      updated_at: at,
    });
  return { set, subject: subjectOf(`lead ${id}`, set) };
}
