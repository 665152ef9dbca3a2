import { randomBytes } from 'node:crypto';
import { and, eq, notInArray, sql } from 'drizzle-orm';
import { getAccountRow, requireAccountRow } from '../../platform/database/account-rows.ts';
import type { Database } from '../../platform/database/database.ts';
import { externalLinks, sessions, teamMembers, teams, users } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { readNumberToCall, toNumberRules } from '../../platform/phone-numbers/phone-numbers.ts';
import { type NewEffect, scheduleEffects } from '../../platform/work-queue/effect-rows.ts';
import { findScheduleProblem } from '../core/schedule-validation.ts';
import { endSteps } from '../second-factor/steps.ts';
import { endSessions } from '../sign-in/sessions.ts';
import { deleteTokens } from '../sign-in-links/sign-in-tokens.ts';
import { chooseStatus, endStatus, setDoNotDisturb } from '../status/agent-status.ts';
import {
  auditSubject,
  bumpVersion,
  type ChangeContext,
  type ChangeResult,
  type Id,
  pickDefined,
} from './change.ts';
import type { ConsoleBody } from './request.ts';
import { lockAccount } from './rules.ts';

export type UserFields = ConsoleBody<'changeAgent'> &
  Partial<Pick<UserRow, 'hubspot_id' | 'salesforce_domain' | 'activecampaign_domain'>>;
export type UserRow = typeof users.$inferSelect;

export function generatePassword(): string {
  return randomBytes(12).toString('base64url');
}

/** @throws ApiError emailTaken, invalidPhoneNumber, badSchedule, badTeam */
export async function addUser(
  { tx, accountId, at }: ChangeContext,
  {
    email,
    passwordHash,
    ...input
  }: UserFields & { readonly email: string; readonly full_name: string; readonly passwordHash: string },
): Promise<ChangeResult & Id> {
  const account = await lockAccount(tx, accountId);
  const [created] = await tx
    .insert(users)
    .values({
      account_id: accountId,
      email,
      full_name: input.full_name,
      password_hash: passwordHash,
      time_zone: input.time_zone ?? account.time_zone,
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  if (!created) throw new ApiError('emailTaken');
  await changeUser({ tx, accountId, by: null, at }, { ...input, id: created.id });
  return { id: created.id, subject: `user ${created.id}: added` };
}

/**
 * Administrators can't remove their own admin permission.
 * @throws ApiError notFound, changedMeanwhile, invalidPhoneNumber, badSchedule, badTeam, lastAdmin, ownRights
 */
export async function changeUser(
  { tx, accountId, by, at }: ChangeContext,
  {
    id,
    teams: newTeams,
    phone_number,
    permissions,
    supervised_team_ids,
    do_not_disturb,
    version,
    ...fields
  }: UserFields & Id,
): Promise<ChangeResult> {
  // Two administrators must not remove each other's permission concurrently.
  const account = await lockAccount(tx, accountId);
  const user = await getAccountRow(tx, users, accountId, id);
  // Sessions are locked before their user, as by a presence report.
  if (fields.active === false) await endSessions(tx, eq(sessions.user_id, id), at);
  await bumpVersion(tx, users, id, version);
  if (fields.schedule && findScheduleProblem(fields.schedule.pieces) !== null)
    throw new ApiError('badSchedule');
  const country = fields.country_code ?? user.country_code ?? account.country_code;
  const number = phone_number
    ? readNumberToCall(phone_number, country, toNumberRules(account)).phoneNumber
    : null;
  const set = pickDefined({
    ...fields,
    phone_number: phone_number === undefined ? undefined : number,
    permissions: permissions && [...new Set(permissions)],
    supervised_team_ids: supervised_team_ids && [...new Set(supervised_team_ids)],
  });
  for (const teamId of supervised_team_ids ?? [])
    await requireAccountRow(tx, teams, accountId, teamId, 'badTeam');
  await requireRemainingAdmin(tx, user, set, by);
  if (Object.keys(set).length > 0) await tx.update(users).set(set).where(eq(users.id, id));
  if (do_not_disturb !== undefined)
    await scheduleNow(tx, await setDoNotDisturb(tx, id, do_not_disturb, at), at);
  if (set.active === false) await endStatus(tx, id, at);
  if (newTeams !== undefined) await setTeams(tx, accountId, id, newTeams);
  const revoked = set.active === undefined ? 0 : await revokeLinksOf(tx, user, set.active, at);
  return {
    subject: auditSubject(`user ${id}`, {
      ...set,
      ...pickDefined({ do_not_disturb }),
      ...(newTeams === undefined ? {} : { teams: true }),
      ...(revoked === 0 ? {} : { [`external links ${revoked}`]: true }),
    }),
  };
}

/** A user who is activated again gets no old links back. @returns the number of links that worked */
async function revokeLinksOf(tx: Database, user: UserRow, active: boolean, at: number): Promise<number> {
  if (active && user.active) return 0;
  const links = await tx
    .delete(externalLinks)
    .where(eq(externalLinks.user_id, user.id))
    .returning({ expiresAt: externalLinks.expires_at });
  return user.active ? links.filter(({ expiresAt }) => expiresAt.getTime() > at).length : 0;
}

const isAdmin = (permissions: readonly string[]) => permissions.includes('admin');

async function requireRemainingAdmin(
  tx: Database,
  user: UserRow,
  set: { permissions?: readonly string[]; active?: boolean },
  by: number | null,
): Promise<void> {
  const wasAdmin = user.active && isAdmin(user.permissions);
  const staysAdmin = (set.active ?? user.active) && isAdmin(set.permissions ?? user.permissions);
  if (!wasAdmin || staysAdmin || by === null) return;
  if (by === user.id) throw new ApiError('ownRights');
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      sql`${users.account_id} = ${user.account_id} and ${users.active} and ${users.id} <> ${user.id}
        and 'admin' = any(${users.permissions})`,
    )
    .limit(1);
  if (!other) throw new ApiError('lastAdmin');
}

async function setTeams(
  tx: Database,
  accountId: number,
  userId: number,
  newTeams: NonNullable<UserFields['teams']>,
): Promise<void> {
  const ids = newTeams.map(({ team_id }) => team_id);
  if (new Set(ids).size !== ids.length) throw new ApiError('badTeam');
  for (const id of ids) await requireAccountRow(tx, teams, accountId, id, 'badTeam');
  const byUser = eq(teamMembers.user_id, userId);
  const before = await tx.select().from(teamMembers).where(byUser);
  const groups = (list: readonly { team_id: number; priority_group: number }[]) =>
    new Map(list.map(({ team_id, priority_group }) => [team_id, priority_group]));
  const [oldGroups, newGroups] = [groups(before), groups(newTeams)];
  for (const teamId of [...new Set([...oldGroups.keys(), ...newGroups.keys()])].sort((a, b) => a - b))
    if (oldGroups.get(teamId) !== newGroups.get(teamId)) await bumpVersion(tx, teams, teamId);
  await tx
    .delete(teamMembers)
    .where(ids.length === 0 ? byUser : and(byUser, notInArray(teamMembers.team_id, ids)));
  if (ids.length === 0) return;
  await tx
    .insert(teamMembers)
    .values(newTeams.map((team) => ({ user_id: userId, ...team })))
    .onConflictDoUpdate({
      target: [teamMembers.team_id, teamMembers.user_id],
      set: { priority_group: sql`excluded.priority_group` },
    });
}

/** Ends the user's sessions. @throws ApiError notFound */
export async function setPassword(
  { tx, accountId, at }: ChangeContext,
  { id, passwordHash }: Id & { readonly passwordHash: string },
): Promise<ChangeResult> {
  await getAccountRow(tx, users, accountId, id);
  await endUserSessions(tx, id, at);
  await deleteTokens(tx, { user_id: id });
  await endSteps(tx, id);
  await tx.update(users).set({ password_hash: passwordHash }).where(eq(users.id, id));
  return { subject: `user ${id}: password` };
}

/** @throws ApiError notFound @returns the number of ended sessions */
export async function logOut(
  { tx, accountId, at }: ChangeContext,
  { id }: Id,
): Promise<ChangeResult & { readonly ended: number }> {
  await getAccountRow(tx, users, accountId, id);
  return { ended: await endUserSessions(tx, id, at), subject: `user ${id}: logged out` };
}

async function endUserSessions(tx: Database, userId: number, at: number): Promise<number> {
  const ended = await endSessions(tx, eq(sessions.user_id, userId), at);
  await endStatus(tx, userId, at);
  return ended;
}

/** @throws ApiError notFound, unknownStatus, forbidden, statusLocked */
export async function setAgentStatus(
  { tx, accountId, at }: ChangeContext,
  { id, status, by, presenceCutoff }: StatusRequest & Id,
): Promise<ChangeResult> {
  await getAccountRow(tx, users, accountId, id);
  const rings = await chooseStatus(tx, id, status, { now: at, presenceCutoff }, by);
  await scheduleNow(tx, rings, at);
  return { subject: `user ${id}: status ${status}` };
}

/** For the next poll, which follows the commit. */
const scheduleNow = (tx: Database, effects: readonly NewEffect[], at: number) =>
  scheduleEffects(
    tx,
    effects.map((effect) => ({ ...effect, dueAt: at })),
    at,
  );

interface StatusRequest {
  readonly status: string;
  readonly by: { readonly permissions: readonly string[] };
  readonly presenceCutoff: number;
}
