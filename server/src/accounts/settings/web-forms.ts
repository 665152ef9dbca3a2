import { randomBytes } from 'node:crypto';
import type { WebForm } from '@offhook/contract/console/integration-entities';
import { and, desc, eq, isNull, type SQL } from 'drizzle-orm';
import { getAccountRow, requireAccountRow } from '../../platform/database/account-rows.ts';
import { type Database, insert } from '../../platform/database/database.ts';
import { teams, webForms } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import {
  auditSubject,
  bumpVersion,
  type ChangeContext,
  type ChangeResult,
  type Id,
  pickChanged,
  pickDefined,
} from './change.ts';
import type { ConsoleBody } from './request.ts';

export type WebFormRow = typeof webForms.$inferSelect;

/** @throws ApiError badTeam */
export async function addWebForm(
  { tx, accountId, at }: ChangeContext,
  { name, origins, team_id = null, thank_you_url = null, consent = null }: ConsoleBody<'addWebForm'>,
): Promise<ChangeResult & { readonly row: WebFormRow }> {
  await requireAccountRow(tx, teams, accountId, team_id, 'badTeam');
  const row = await insert(tx, webForms, {
    account_id: accountId,
    name,
    public_key: `form_${randomBytes(12).toString('base64url')}`,
    team_id,
    origins: [...new Set(origins)],
    thank_you_url,
    ...toColumns(consent),
    created_at: new Date(at),
  });
  return { row, subject: `web form ${row.id}: added` };
}

/** @throws ApiError notFound, badTeam, changedMeanwhile */
export async function changeWebForm(
  { tx, accountId }: ChangeContext,
  { id, version, consent, origins, ...fields }: ConsoleBody<'changeWebForm'> & Id,
): Promise<ChangeResult> {
  await getAccountRow(tx, webForms, accountId, id, isNull(webForms.revoked_at));
  await requireAccountRow(tx, teams, accountId, fields.team_id, 'badTeam');
  await bumpVersion(tx, webForms, id, version);
  // Read once the row is locked, so that nothing changes it in between.
  const before = await getAccountRow(tx, webForms, accountId, id);
  const unique = origins && [...new Set(origins)];
  const plain = pickChanged(before, pickDefined({ ...fields, origins: unique }));
  const columns = pickChanged(before, consent === undefined ? {} : toColumns(consent));
  const set = { ...plain, ...columns };
  if (Object.keys(set).length > 0) await tx.update(webForms).set(set).where(eq(webForms.id, id));
  const changed = { ...plain, ...(Object.keys(columns).length > 0 ? { consent } : {}) };
  return { subject: auditSubject(`web form ${id}`, changed) };
}

/** @throws ApiError notFound if there is no such form or it's revoked */
export async function revokeWebForm({ tx, accountId, at }: ChangeContext, { id }: Id): Promise<ChangeResult> {
  const [row] = await tx
    .update(webForms)
    .set({ revoked_at: new Date(at) })
    .where(and(eq(webForms.id, id), eq(webForms.account_id, accountId), isNull(webForms.revoked_at)))
    .returning();
  if (!row) throw new ApiError('notFound');
  return { subject: `web form ${id}: revoked` };
}

export async function listWebForms(
  db: Database,
  accountId: number,
  where: SQL | undefined = undefined,
): Promise<WebForm[]> {
  const rows = await db
    .select({ form: webForms, team: { id: teams.id, name: teams.name } })
    .from(webForms)
    .leftJoin(teams, eq(teams.id, webForms.team_id))
    .where(and(eq(webForms.account_id, accountId), where))
    .orderBy(desc(webForms.id));
  return rows.map(({ form, team }) => ({
    id: form.id,
    version: form.version,
    name: form.name,
    key: form.public_key,
    team,
    origins: form.origins,
    thank_you_url: form.thank_you_url,
    consent: consentOf(form),
    created_at: form.created_at.toISOString(),
    revoked_at: form.revoked_at?.toISOString() ?? null,
  }));
}

/** @throws ApiError notFound */
export async function readWebForm(db: Database, accountId: number, id: number): Promise<WebForm> {
  const [form] = await listWebForms(db, accountId, eq(webForms.id, id));
  if (!form) throw new ApiError('notFound');
  return form;
}

export function consentOf({ consent_channel, consent_text }: WebFormRow): WebForm['consent'] {
  if (consent_channel === null || consent_text === null) return null;
  return { channel: consent_channel, text: consent_text };
}

const toColumns = (consent: WebForm['consent']) => ({
  consent_channel: consent?.channel ?? null,
  consent_text: consent?.text ?? null,
});
