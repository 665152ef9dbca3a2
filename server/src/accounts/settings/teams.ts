import type { Announcement, NewTeam } from '@offhook/contract/console/people/team-entities';
import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { getAccountRow, requireAccountRow } from '../../platform/database/account-rows.ts';
import { type Database, insert } from '../../platform/database/database.ts';
import {
  callUsers,
  leads,
  profiles,
  tags,
  teamMembers,
  teams,
  users,
} from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { findGreetingProblem } from '../core/greeting.ts';
import { toAnnouncementColumns } from '../core/recording-regions.ts';
import { findScheduleProblem } from '../core/schedule-validation.ts';
import { bumpVersion, type ChangeContext, type ChangeResult, type Id, pickDefined } from './change.ts';
import { chooseGreetingFiles } from './greeting-choice.ts';
import { requestRescheduling } from './hours/reschedule.ts';
import type { ConsoleBody } from './request.ts';
import { lockAccount } from './rules.ts';

export type TeamFields = ConsoleBody<'changeTeam'>;
type ProfileFields = NonNullable<TeamFields['profile']>;

/** Teams record from the start, and some laws require everyone's consent. */
const NEW_TEAM_ANNOUNCEMENT: Announcement = 'by_region';

/** A lead that finds every agent busy is called again, until someone chooses otherwise. */
const NEW_TEAM_RETRY_MINUTES = [1, 5, 30];

export async function addTeam(
  context: ChangeContext,
  { name, ...input }: TeamFields & Pick<NewTeam, 'name'>,
): Promise<ChangeResult & Id> {
  const { tx, accountId } = context;
  const row = await insert(tx, teams, { account_id: accountId, name });
  await tx.insert(profiles).values({
    account_id: accountId,
    team_id: row.id,
    retry_minutes: NEW_TEAM_RETRY_MINUTES,
    ...toAnnouncementColumns(NEW_TEAM_ANNOUNCEMENT),
  });
  await changeTeam(context, { ...input, id: row.id });
  return { id: row.id, subject: `team ${row.id}: added` };
}

/**
 * @throws ApiError notFound, changedMeanwhile, badFallback, badSchedule, badMember, badGreeting, greetingExpired,
 *   badLanguage, badTags, tagInUse
 */
export async function changeTeam(
  context: ChangeContext,
  { id, members, profile, version, ...fields }: TeamFields & Id,
): Promise<ChangeResult> {
  const { tx, accountId } = context;
  await lockAccount(tx, accountId);
  await getAccountRow(tx, teams, accountId, id);
  await bumpVersion(tx, teams, id, version);
  if (fields.schedule && findScheduleProblem(fields.schedule.pieces) !== null)
    throw new ApiError('badSchedule');
  if (fields.fallback_team_id)
    await requireAccountRow(tx, teams, accountId, fields.fallback_team_id, 'badFallback');
  if (fields.fallback_team_id === id) throw new ApiError('badFallback');
  if (fields.is_default)
    await tx.update(teams).set({ is_default: false }).where(eq(teams.account_id, accountId));
  const set = pickDefined(fields);
  if (Object.keys(set).length > 0) await tx.update(teams).set(set).where(eq(teams.id, id));
  if (fields.schedule !== undefined) await requestRescheduling(context, id);
  if (members !== undefined) await setMembers(tx, accountId, id, members);
  const profileChanges = profile === undefined ? {} : await setProfile(context, id, profile);
  const names = [
    ...Object.keys(set),
    ...(members === undefined ? [] : ['members']),
    ...Object.keys(profileChanges).map((name) => `profile ${name}`),
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
  if (new Set(ids).size !== ids.length) throw new ApiError('badMember');
  if (ids.length > 0) {
    const found = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.account_id, accountId), inArray(users.id, ids)));
    if (found.length !== ids.length) throw new ApiError('badMember');
  }
  const byTeam = eq(teamMembers.team_id, teamId);
  const before = await tx.select().from(teamMembers).where(byTeam);
  const groups = (list: readonly { user_id: number; priority_group: number }[]) =>
    new Map(list.map(({ user_id, priority_group }) => [user_id, priority_group]));
  const [oldGroups, newGroups] = [groups(before), groups(members)];
  for (const userId of [...new Set([...oldGroups.keys(), ...newGroups.keys()])].sort((a, b) => a - b))
    if (oldGroups.get(userId) !== newGroups.get(userId)) await bumpVersion(tx, users, userId);
  await tx
    .delete(teamMembers)
    .where(ids.length === 0 ? byTeam : and(byTeam, notInArray(teamMembers.user_id, ids)));
  if (members.length === 0) return;
  await tx
    .insert(teamMembers)
    .values(members.map((member) => ({ team_id: teamId, ...member })))
    .onConflictDoUpdate({
      target: [teamMembers.team_id, teamMembers.user_id],
      set: { priority_group: sql`excluded.priority_group` },
    });
}

/** Inserts a missing profile: teams created by older versions have none. @returns the changed fields */
async function setProfile(
  { tx, accountId, at }: ChangeContext,
  teamId: number,
  { tags: newTags, greeting_language, recording_announcement, ...fields }: ProfileFields,
): Promise<object> {
  for (const text of [fields.welcome_message, fields.voicemail_greeting])
    if (text && findGreetingProblem(text) !== null) throw new ApiError('badGreeting');
  const [before] = await tx.select().from(profiles).where(eq(profiles.team_id, teamId));
  const { welcome_file: _, voicemail_file: __, ...others } = fields;
  const set = pickDefined({
    ...others,
    ...(await chooseGreetingFiles(tx, accountId, before, fields, at)),
    ...announcementColumns(recording_announcement, fields.announces_recording),
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
  if (newTags === undefined) return set;
  await setTags(tx, profile.id, newTags);
  return { ...set, tags: true };
}

/** Older clients send a boolean: true means always, false means never. */
function announcementColumns(announcement: Announcement | undefined, announces: boolean | undefined) {
  if (announcement !== undefined) return toAnnouncementColumns(announcement);
  return announces === undefined ? {} : toAnnouncementColumns(announces ? 'always' : 'never');
}

/** @throws ApiError badLanguage */
function canonicalLanguage(text: string): string {
  try {
    const [language] = Intl.getCanonicalLocales(text);
    if (language !== undefined) return language;
  } catch {
    // Invalid languages are rejected below.
  }
  throw new ApiError('badLanguage');
}

async function setTags(
  tx: Database,
  profileId: number,
  newTags: NonNullable<ProfileFields['tags']>,
): Promise<void> {
  const known = await tx.select().from(tags).where(eq(tags.profile_id, profileId));
  const byId = new Map(known.map((tag) => [tag.id, tag]));
  const usedKeys = new Set<string>();
  const rows = newTags.map((tag, position) => {
    const old = tag.id === undefined ? undefined : byId.get(tag.id);
    if (tag.id !== undefined && !old) throw new ApiError('badTags');
    const key = tag.key ?? old?.key ?? toTagKey(tag.name);
    if (key === '' || usedKeys.has(key)) throw new ApiError('badTags');
    usedKeys.add(key);
    return { id: old?.id, key, name: tag.name, color: tag.color, position };
  });
  const keptIds = rows.flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (new Set(keptIds).size !== keptIds.length) throw new ApiError('badTags');
  const removedIds = known.flatMap(({ id }) => (keptIds.includes(id) ? [] : [id]));
  if (removedIds.length > 0) {
    const [taggedLead] = await tx
      .select({ id: leads.id })
      .from(leads)
      .where(inArray(leads.tag_id, removedIds))
      .limit(1);
    const [taggedCall] = await tx
      .select({ id: callUsers.id })
      .from(callUsers)
      .where(inArray(callUsers.tag_id, removedIds))
      .limit(1);
    if (taggedLead || taggedCall) throw new ApiError('tagInUse');
    await tx.delete(tags).where(inArray(tags.id, removedIds));
  }
  // Two tags may swap their keys, so keys are made unique before they're written.
  if (keptIds.length > 0)
    await tx
      .update(tags)
      .set({ key: sql`${tags.key} || ' ' || ${tags.id}` })
      .where(inArray(tags.id, keptIds));
  for (const { id, ...row } of rows) {
    if (id === undefined) await tx.insert(tags).values({ profile_id: profileId, ...row });
    else await tx.update(tags).set(row).where(eq(tags.id, id));
  }
}

function toTagKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100);
}

export async function findFirstTeam(tx: Database, userId: number): Promise<number | null> {
  const [row] = await tx
    .select({ id: teamMembers.team_id })
    .from(teamMembers)
    .where(eq(teamMembers.user_id, userId))
    .orderBy(asc(teamMembers.team_id))
    .limit(1);
  return row?.id ?? null;
}
