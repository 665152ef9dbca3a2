import type { ConsoleTeam, ConsoleTeamDetail } from '@offhook/contract/console/people/team-entities';
import { isInSchedule } from '@offhook/contract/weekly-schedule';
import { asc, eq, sql } from 'drizzle-orm';
import { toAnnouncement } from '../accounts/core/recording-regions.ts';
import { pictureUrl } from '../accounts/pictures/picture-url.ts';
import { readGreetingFiles } from '../accounts/settings/greeting-view.ts';
import { withHolidays } from '../accounts/settings/hours/team-hours.ts';
import { getUserAccount } from '../accounts/sign-in/api-keys.ts';
import type { Database } from '../platform/database/database.ts';
import type { QueryTime } from '../platform/database/query-time.ts';
import {
  callUsers,
  leads,
  numbers,
  profiles,
  tags,
  teamMembers,
  teams,
  users,
} from '../platform/database/schema.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import { formatPhoneNumber } from '../platform/phone-numbers/phone-numbers.ts';
import { readAgentStates, readTeamsByUser } from './agent-states.ts';

export async function listTeams(
  db: Database,
  user: SignedInUser,
  moment: QueryTime,
): Promise<(ConsoleTeam & Pick<ConsoleTeamDetail, 'version'>)[]> {
  const rows = await db
    .select()
    .from(teams)
    .where(eq(teams.account_id, user.account_id))
    .orderBy(asc(teams.name), asc(teams.id));
  const lines = await db
    .select()
    .from(numbers)
    .where(eq(numbers.account_id, user.account_id))
    .orderBy(asc(numbers.id));
  const account = await getUserAccount(db, user);
  const agents = await readAgentStates(db, user.account_id, moment, [eq(users.active, true)]);
  const memberships = await readTeamsByUser(db, user.account_id);
  return rows.map(({ account_id: _, ...team }) => {
    const teamAgents = agents.filter(({ user: { id } }) =>
      memberships.get(id)?.some(({ team_id }) => team_id === team.id),
    );
    return {
      ...team,
      is_open: isInSchedule(withHolidays(team.schedule, account.holidays), moment.now),
      schedule: scheduleView(team.schedule),
      agents: teamAgents.length,
      available: teamAgents.filter(({ state }) => state === 'available').length,
      numbers: lines
        .filter(({ team_id }) => team_id === team.id)
        .map(({ id, name, phone_number }) => ({
          id,
          name,
          phone_number_formatted: formatPhoneNumber(phone_number, user.country_code),
        })),
    };
  });
}

export async function readTeam(
  db: Database,
  user: SignedInUser,
  id: number,
  moment: QueryTime,
): Promise<ConsoleTeamDetail> {
  const team = (await listTeams(db, user, moment)).find((one) => one.id === id);
  if (!team) throw new ApiError('notFound');
  const members = await db
    .select()
    .from(teamMembers)
    .where(eq(teamMembers.team_id, id))
    .orderBy(asc(teamMembers.priority_group));
  const ofTeam = sql`exists (select from ${teamMembers} where ${teamMembers.user_id} = ${users.id}
    and ${teamMembers.team_id} = ${id})`;
  const states = await readAgentStates(db, user.account_id, moment, [ofTeam]);
  const [profile] = await db.select().from(profiles).where(eq(profiles.team_id, id));
  const ofProfile = profile
    ? await db
        .select({ id: tags.id, key: tags.key, name: tags.name, color: tags.color, uses: USES })
        .from(tags)
        .where(eq(tags.profile_id, profile.id))
        .orderBy(asc(tags.position), asc(tags.id))
    : [];
  const [welcomeFile = null, voicemailFile = null] = await readGreetingFiles(db, user.account_id, [
    profile?.welcome_file,
    profile?.voicemail_file,
  ]);
  const groupOf = new Map(members.map((member) => [member.user_id, member.priority_group]));
  return {
    ...team,
    members: states
      .map(({ user: one, state }) => ({
        user_id: one.id,
        full_name: one.full_name,
        profile_picture: pictureUrl('users', one.id, one.profile_picture) ?? '',
        active: one.active,
        priority_group: groupOf.get(one.id) ?? 1,
        state,
      }))
      .sort((a, b) => a.priority_group - b.priority_group),
    profile: {
      mode: profile?.mode ?? 'simultaneous',
      whisper_template: profile?.whisper_template ?? null,
      is_deal_whispertext: profile?.is_deal_whispertext ?? false,
      retry_minutes: profile?.retry_minutes ?? [],
      followup_minutes: profile?.followup_minutes ?? [],
      records: profile?.records ?? true,
      recording_announcement: profile ? toAnnouncement(profile) : 'never',
      announces_recording: profile?.announces_recording ?? false,
      delay_seconds: profile?.delay_seconds ?? 0,
      calls_per_minute: profile?.calls_per_minute ?? null,
      missed_text: profile?.missed_text ?? null,
      welcome_message: profile?.welcome_message ?? null,
      voicemail_greeting: profile?.voicemail_greeting ?? null,
      welcome_file: welcomeFile,
      voicemail_file: voicemailFile,
      greeting_language: profile?.greeting_language ?? null,
      script: profile?.script ?? null,
      shares_recordings: profile?.shares_recordings ?? false,
      wrap_up: profile?.wrap_up ?? 'none',
      wrap_up_seconds: profile?.wrap_up_seconds ?? 30,
      tags: ofProfile,
    },
  };
}

const USES = sql<number>`((select count(*) from ${leads} lead where lead.tag_id = ${tags}.id)
  + (select count(*) from ${callUsers} chosen where chosen.tag_id = ${tags}.id))::int`;

export function scheduleView(schedule: typeof teams.$inferSelect.schedule): ConsoleTeam['schedule'] {
  return schedule && { time_zone: schedule.time_zone, pieces: [...schedule.pieces] };
}
