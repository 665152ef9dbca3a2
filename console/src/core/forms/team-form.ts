/** A team as its page edits it: one flat set of fields, texts instead of nothing, pauses as they are typed. */
import type { Announcement, ConsoleTeamDetail, TeamChange } from '@offhook/contract/console/console-entities';
import { type WeekForm, weekForm, weekWish } from '../schedule/week-form.ts';
import { readMinutes, writeMinutes } from './minutes-list.ts';
import { inOrder, type Member } from './ringing-order.ts';

export interface TagForm {
  /** null: it is new. */
  readonly id: number | null;
  readonly name: string;
  readonly color: string;
  /** Leads and calls that have it. */
  readonly uses: number;
}

export interface TeamForm {
  readonly name: string;
  readonly is_default: boolean;
  readonly fallback_team_id: number | null;
  readonly schedule: WeekForm;
  readonly members: readonly Member[];
  readonly mode: 'simultaneous' | 'round_robin';
  readonly retries: string;
  readonly followups: string;
  readonly delay: string;
  readonly records: boolean;
  readonly recording_announcement: Announcement;
  readonly is_deal_whispertext: boolean;
  readonly whisper_template: string;
  readonly missed_text: string;
  readonly welcome_message: string;
  readonly voicemail_greeting: string;
  readonly greeting_language: string;
  readonly tags: readonly TagForm[];
  readonly [field: string]: unknown;
}

export function teamForm({ profile, ...team }: ConsoleTeamDetail): TeamForm {
  return {
    name: team.name,
    is_default: team.is_default,
    fallback_team_id: team.fallback_team_id,
    schedule: weekForm(team.schedule),
    members: inOrder(team.members.map(({ user_id, priority_group }) => ({ user_id, priority_group }))),
    mode: profile.mode,
    retries: writeMinutes(profile.retry_minutes),
    followups: writeMinutes(profile.followup_minutes),
    delay: String(profile.delay_seconds),
    records: profile.records,
    recording_announcement: profile.recording_announcement,
    is_deal_whispertext: profile.is_deal_whispertext,
    whisper_template: profile.whisper_template ?? '',
    missed_text: profile.missed_text ?? '',
    welcome_message: profile.welcome_message ?? '',
    voicemail_greeting: profile.voicemail_greeting ?? '',
    greeting_language: profile.greeting_language ?? '',
    tags: profile.tags.map(({ id, name, color, uses }) => ({ id, name, color, uses })),
  };
}

export type TeamProblems = { readonly [F in 'name' | 'retries' | 'followups' | 'delay' | 'tags']?: string };

/** As the contract has them: pauses of a month at most, and twenty. */
const PAUSES = { most: 43_200, count: 20 };
const LONGEST_DELAY = 3_600;

/** What cannot be saved so, by field. */
export function teamProblems(form: TeamForm): TeamProblems {
  const retries = readMinutes(form.retries, PAUSES);
  const followups = readMinutes(form.followups, PAUSES);
  return {
    ...(form.name.trim() === '' && { name: 'A team needs a name.' }),
    ...(!retries.ok && { retries: retries.error }),
    ...(!followups.ok && { followups: followups.error }),
    ...(readSeconds(form.delay) === null && { delay: 'Whole seconds, an hour at most.' }),
    ...(form.tags.some(({ name }) => name.trim() === '') && { tags: 'Every tag needs a name.' }),
  };
}

function readSeconds(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return 0;
  return /^\d{1,4}$/.test(trimmed) && Number(trimmed) <= LONGEST_DELAY ? Number(trimmed) : null;
}

/** The fields that differ, as the API takes them; only of a form without problems. */
export function teamChange(changed: Partial<TeamForm>): TeamChange {
  const minutes = (text: string) => {
    const read = readMinutes(text, PAUSES);
    return read.ok ? [...read.minutes] : [];
  };
  const { schedule, members, tags, retries, followups, delay, ...rest } = changed;
  const profile = {
    ...(rest.mode !== undefined && { mode: rest.mode }),
    ...(retries !== undefined && { retry_minutes: minutes(retries) }),
    ...(followups !== undefined && { followup_minutes: minutes(followups) }),
    ...(delay !== undefined && { delay_seconds: readSeconds(delay) ?? 0 }),
    ...(rest.records !== undefined && { records: rest.records }),
    ...(rest.recording_announcement !== undefined && {
      recording_announcement: rest.recording_announcement,
    }),
    ...(rest.is_deal_whispertext !== undefined && { is_deal_whispertext: rest.is_deal_whispertext }),
    ...(rest.whisper_template !== undefined && { whisper_template: rest.whisper_template }),
    ...(rest.missed_text !== undefined && { missed_text: rest.missed_text }),
    ...(rest.welcome_message !== undefined && { welcome_message: rest.welcome_message }),
    ...(rest.voicemail_greeting !== undefined && { voicemail_greeting: rest.voicemail_greeting }),
    ...(rest.greeting_language !== undefined && { greeting_language: rest.greeting_language.trim() }),
    ...(tags !== undefined && {
      tags: tags.map(({ id, name, color }) => ({ ...(id !== null && { id }), name: name.trim(), color })),
    }),
  };
  return {
    ...(rest.name !== undefined && { name: rest.name.trim() }),
    ...(rest.is_default === true && { is_default: true as const }),
    ...(rest.fallback_team_id !== undefined && { fallback_team_id: rest.fallback_team_id }),
    ...(schedule !== undefined && { schedule: weekWish(schedule) }),
    ...(members !== undefined && { members: members.map((member) => ({ ...member })) }),
    ...(Object.keys(profile).length > 0 && { profile }),
  };
}
