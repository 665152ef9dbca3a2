/** Users of an account: rights, own phone, hours, teams, passwords and sessions. */
import { randomBytes } from 'node:crypto';
import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { ownRow, requireOwn } from '../../platform/database/own-row.ts';
import { sessions, teamMembers, teams, users } from '../../platform/database/schema.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { numberRulesOf, readNumberToCall } from '../../platform/phone-numbers/phone-numbers.ts';
import { scheduleFault } from '../core/schedule-pieces.ts';
import { endSessions } from '../sign-in/sessions.ts';
import { type Acting, type Done, type Id, nextVersion, said, subjectOf } from './change.ts';
import type { ConsoleBody } from './request.ts';
import { accountOf } from './rules.ts';

export type UserFields = ConsoleBody<'changeAgent'> &
  Partial<Pick<UserRow, 'hubspot_id' | 'salesforce_domain' | 'activecampaign_domain'>>;
export type UserRow = typeof users.$inferSelect;

export function madePassword(): string {
  return randomBytes(12).toString('base64url');
}

/** @throws Refusal emailTaken, invalidPhoneNumber, badSchedule, badTeam */
export async function addPerson(
  { tx, accountId, at }: Acting,
  {
    email,
    passwordHash,
    ...wish
  }: UserFields & { readonly email: string; readonly full_name: string; readonly passwordHash: string },
): Promise<Done & Id> {
  const account = await accountOf(tx, accountId);
  const [made] = await tx
    .insert(users)
    .values({
      account_id: accountId,
      email,
      full_name: wish.full_name,
      password_hash: passwordHash,
      time_zone: wish.time_zone ?? account.time_zone,
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  if (!made) throw new Refusal('emailTaken');
  await changePerson({ tx, accountId, by: null, at }, { ...wish, id: made.id });
  return { id: made.id, subject: `user ${made.id}: added` };
}

/**
 * Users cannot take their own right.
 * @throws Refusal notFound, changedMeanwhile, invalidPhoneNumber, badSchedule, badTeam, lastAdmin, ownRights
 */
export async function changePerson(
  { tx, accountId, by, at }: Acting,
  { id, teams: wishedTeams, phone_number, permissions, version, ...fields }: UserFields & Id,
): Promise<Done> {
  // One change of an account's rights at a time: two administrators cannot take each other's.
  const account = await accountOf(tx, accountId);
  const person = await ownRow(tx, users, accountId, id);
  await nextVersion(tx, users, id, version);
  if (fields.schedule && scheduleFault(fields.schedule.pieces) !== null) throw new Refusal('badSchedule');
  const country = fields.country_code ?? person.country_code ?? account.country_code;
  const number = phone_number
    ? readNumberToCall(phone_number, country, numberRulesOf(account)).phoneNumber
    : null;
  const set = said({
    ...fields,
    phone_number: phone_number === undefined ? undefined : number,
    permissions: permissions && [...new Set(permissions)],
  });
  await keepAnAdministrator(tx, person, set, by);
  if (Object.keys(set).length > 0) await tx.update(users).set(set).where(eq(users.id, id));
  if (set.active === false) await endSessionsOf(tx, id, at);
  if (wishedTeams !== undefined) await setTeams(tx, accountId, id, wishedTeams);
  return {
    subject: subjectOf(`user ${id}`, { ...set, ...(wishedTeams === undefined ? {} : { teams: true }) }),
  };
}

const isAdmin = (permissions: readonly string[]) => permissions.includes('admin');

async function keepAnAdministrator(
  tx: Database,
  person: UserRow,
  set: { permissions?: readonly string[]; active?: boolean },
  by: number | null,
): Promise<void> {
  const was = person.active && isAdmin(person.permissions);
  const is = (set.active ?? person.active) && isAdmin(set.permissions ?? person.permissions);
  if (!was || is || by === null) return;
  if (by === person.id) throw new Refusal('ownRights');
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      sql`${users.account_id} = ${person.account_id} and ${users.active} and ${users.id} <> ${person.id}
        and 'admin' = any(${users.permissions})`,
    )
    .limit(1);
  if (!other) throw new Refusal('lastAdmin');
}

async function setTeams(
  tx: Database,
  accountId: number,
  userId: number,
  wished: NonNullable<UserFields['teams']>,
): Promise<void> {
  const ids = wished.map(({ team_id }) => team_id);
  if (new Set(ids).size !== ids.length) throw new Refusal('badTeam');
  for (const id of ids) await requireOwn(tx, teams, accountId, id, 'badTeam');
  const ofUser = eq(teamMembers.user_id, userId);
  const before = await tx.select().from(teamMembers).where(ofUser);
  const groups = (list: readonly { team_id: number; priority_group: number }[]) =>
    new Map(list.map(({ team_id, priority_group }) => [team_id, priority_group]));
  const [was, is] = [groups(before), groups(wished)];
  for (const teamId of [...new Set([...was.keys(), ...is.keys()])].sort((a, b) => a - b))
    if (was.get(teamId) !== is.get(teamId)) await nextVersion(tx, teams, teamId);
  await tx
    .delete(teamMembers)
    .where(ids.length === 0 ? ofUser : and(ofUser, notInArray(teamMembers.team_id, ids)));
  if (ids.length === 0) return;
  await tx
    .insert(teamMembers)
    .values(wished.map((team) => ({ user_id: userId, ...team })))
    .onConflictDoUpdate({
      target: [teamMembers.team_id, teamMembers.user_id],
      set: { priority_group: sql`excluded.priority_group` },
    });
}

/** All sessions end with it. @throws Refusal notFound */
export async function setPassword(
  { tx, accountId, at }: Acting,
  { id, passwordHash }: Id & { readonly passwordHash: string },
): Promise<Done> {
  await ownRow(tx, users, accountId, id);
  await tx.update(users).set({ password_hash: passwordHash }).where(eq(users.id, id));
  await endSessionsOf(tx, id, at);
  return { subject: `user ${id}: password` };
}

/** @throws Refusal notFound @returns how many sessions ended */
export async function logOut(
  { tx, accountId, at }: Acting,
  { id }: Id,
): Promise<Done & { readonly ended: number }> {
  await ownRow(tx, users, accountId, id);
  return { ended: await endSessionsOf(tx, id, at), subject: `user ${id}: logged out` };
}

const endSessionsOf = (tx: Database, userId: number, at: number) =>
  endSessions(tx, eq(sessions.user_id, userId), at);
