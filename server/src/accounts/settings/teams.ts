/** Teams of an account: who is in them, when they work, and how their leads are called. */

import type { Announcement, NewTeam } from '@offhook/contract/console/console-entities';
import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { type Database, insert } from '../../platform/database/database.ts';
import { ownRow, requireOwn } from '../../platform/database/own-row.ts';
import {
  callUsers,
  leads,
  profiles,
  tags,
  teamMembers,
  teams,
  users,
} from '../../platform/database/schema.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { switchesOf } from '../core/recording-regions.ts';
import { scheduleFault } from '../core/schedule-pieces.ts';
import { utteranceFault } from '../core/utterance.ts';
import { type Acting, type Done, type Id, nextVersion, said } from './change.ts';
import type { ConsoleBody } from './request.ts';
import { accountOf } from './rules.ts';

export type TeamFields = ConsoleBody<'changeTeam'>;
type ProfileFields = NonNullable<TeamFields['profile']>;

/** With a profile of its own. */
export async function addTeam(
  acting: Acting,
  { name, ...wish }: TeamFields & Pick<NewTeam, 'name'>,
): Promise<Done & Id> {
  const { tx, accountId } = acting;
  const row = await insert(tx, teams, { account_id: accountId, name });
  await tx.insert(profiles).values({ account_id: accountId, team_id: row.id });
  await changeTeam(acting, { ...wish, id: row.id });
  return { id: row.id, subject: `team ${row.id}: added` };
}

/** @throws Refusal notFound, changedMeanwhile, badFallback, badSchedule, badMember, badGreeting, badLanguage, badTags, tagInUse */
export async function changeTeam(
  { tx, accountId }: Acting,
  { id, members, profile, version, ...own }: TeamFields & Id,
): Promise<Done> {
  // One change at a time: a team and its members hang together.
  await accountOf(tx, accountId);
  await ownRow(tx, teams, accountId, id);
  await nextVersion(tx, teams, id, version);
  if (own.schedule && scheduleFault(own.schedule.pieces) !== null) throw new Refusal('badSchedule');
  if (own.fallback_team_id) await requireOwn(tx, teams, accountId, own.fallback_team_id, 'badFallback');
  if (own.fallback_team_id === id) throw new Refusal('badFallback');
  if (own.is_default)
    await tx.update(teams).set({ is_default: false }).where(eq(teams.account_id, accountId));
  const set = said(own);
  if (Object.keys(set).length > 0) await tx.update(teams).set(set).where(eq(teams.id, id));
  if (members !== undefined) await setMembers(tx, accountId, id, members);
  const ofProfile = profile === undefined ? {} : await setProfile(tx, id, profile);
  const names = [
    ...Object.keys(set),
    ...(members === undefined ? [] : ['members']),
    ...Object.keys(ofProfile).map((name) => `profile ${name}`),
  ];
  return { subject: `team ${id}: ${names.length === 0 ? 'nothing' : names.join(', ')}` };
}

async function setMembers(
  tx: Database,
  accountId: number,
  teamId: number,
  members: NonNullable<TeamFields['members']>,
): Promise<void> {
  const ids = members.map(({ user_id }) => user_id);
  if (new Set(ids).size !== ids.length) throw new Refusal('badMember');
  if (ids.length > 0) {
    const found = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.account_id, accountId), inArray(users.id, ids)));
    if (found.length !== ids.length) throw new Refusal('badMember');
  }
  const ofTeam = eq(teamMembers.team_id, teamId);
  const before = await tx.select().from(teamMembers).where(ofTeam);
  const groups = (list: readonly { user_id: number; priority_group: number }[]) =>
    new Map(list.map(({ user_id, priority_group }) => [user_id, priority_group]));
  const [was, is] = [groups(before), groups(members)];
  for (const userId of [...new Set([...was.keys(), ...is.keys()])].sort((a, b) => a - b))
    if (was.get(userId) !== is.get(userId)) await nextVersion(tx, users, userId);
  await tx
    .delete(teamMembers)
    .where(ids.length === 0 ? ofTeam : and(ofTeam, notInArray(teamMembers.user_id, ids)));
  if (members.length === 0) return;
  await tx
    .insert(teamMembers)
    .values(members.map((member) => ({ team_id: teamId, ...member })))
    .onConflictDoUpdate({
      target: [teamMembers.team_id, teamMembers.user_id],
      set: { priority_group: sql`excluded.priority_group` },
    });
}

/** @returns what was changed; the profile is made where an older team has none */
async function setProfile(
  tx: Database,
  teamId: number,
  { tags: wishedTags, greeting_language, recording_announcement, ...fields }: ProfileFields,
): Promise<object> {
  for (const text of [fields.welcome_message, fields.voicemail_greeting])
    if (text && utteranceFault(text) !== null) throw new Refusal('badGreeting');
  const set = said({
    ...fields,
    ...switches(recording_announcement, fields.announces_recording),
    greeting_language: greeting_language ? canonicalLanguage(greeting_language) : greeting_language,
  });
  const [profile] = await tx
    .insert(profiles)
    .values({
      account_id: sql`(select account_id from ${teams} where id = ${teamId})`,
      team_id: teamId,
      ...set,
    })
    .onConflictDoUpdate({ target: profiles.team_id, set: { team_id: teamId, ...set } })
    .returning({ id: profiles.id });
  if (!profile) throw new Error('the insert returned no row');
  if (wishedTags === undefined) return set;
  await setTags(tx, profile.id, wishedTags);
  return { ...set, tags: true };
}

/** An older client's yes or no is always or never. */
function switches(announcement: Announcement | undefined, announces: boolean | undefined) {
  if (announcement !== undefined) return switchesOf(announcement);
  return announces === undefined ? {} : switchesOf(announces ? 'always' : 'never');
}

/** As the standard writes it. @throws Refusal badLanguage */
function canonicalLanguage(text: string): string {
  try {
    const [language] = Intl.getCanonicalLocales(text);
    if (language !== undefined) return language;
  } catch {
    // It is told below.
  }
  throw new Refusal('badLanguage');
}

async function setTags(
  tx: Database,
  profileId: number,
  wished: NonNullable<ProfileFields['tags']>,
): Promise<void> {
  const known = await tx.select().from(tags).where(eq(tags.profile_id, profileId));
  const byId = new Map(known.map((tag) => [tag.id, tag]));
  const taken = new Set<string>();
  const rows = wished.map((tag, position) => {
    const old = tag.id === undefined ? undefined : byId.get(tag.id);
    if (tag.id !== undefined && !old) throw new Refusal('badTags');
    const key = tag.key ?? old?.key ?? keyOf(tag.name);
    if (key === '' || taken.has(key)) throw new Refusal('badTags');
    taken.add(key);
    return { id: old?.id, key, name: tag.name, color: tag.color, position };
  });
  const kept = rows.flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (new Set(kept).size !== kept.length) throw new Refusal('badTags');
  const gone = known.flatMap(({ id }) => (kept.includes(id) ? [] : [id]));
  if (gone.length > 0) {
    const [given] = await tx.select({ id: leads.id }).from(leads).where(inArray(leads.tag_id, gone)).limit(1);
    const [chosen] = await tx
      .select({ id: callUsers.id })
      .from(callUsers)
      .where(inArray(callUsers.tag_id, gone))
      .limit(1);
    if (given || chosen) throw new Refusal('tagInUse');
    await tx.delete(tags).where(inArray(tags.id, gone));
  }
  // Two tags may swap their keys: none is in another's way while they are written.
  if (kept.length > 0)
    await tx
      .update(tags)
      .set({ key: sql`${tags.key} || ' ' || ${tags.id}` })
      .where(inArray(tags.id, kept));
  for (const { id, ...row } of rows) {
    if (id === undefined) await tx.insert(tags).values({ profile_id: profileId, ...row });
    else await tx.update(tags).set(row).where(eq(tags.id, id));
  }
}

/** `Call back later` → `call-back-later` */
function keyOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100);
}

/** The agent's first team. */
export async function teamOfAgent(tx: Database, userId: number): Promise<number | null> {
  const [row] = await tx
    .select({ id: teamMembers.team_id })
    .from(teamMembers)
    .where(eq(teamMembers.user_id, userId))
    .orderBy(asc(teamMembers.team_id))
    .limit(1);
  return row?.id ?? null;
}
