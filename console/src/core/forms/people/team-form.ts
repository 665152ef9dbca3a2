import type { ConsoleTeamDetail, TeamChange } from '@offhook/contract/console/people/team-entities';
import {
  MAX_CALLS_PER_MINUTE,
  MAX_RETRIES,
  MAX_RETRY_DELAY_MINUTES,
  MAX_RING_DELAY_S,
  MAX_WRAP_UP_S,
  MIN_WRAP_UP_S,
} from '@offhook/contract/limits';
import { t } from '@offhook/i18n/console';
import { toSchedule, weekForm } from '../../schedule/week-form.ts';
import { toChange } from '../changes-count.ts';
import { formatLimit, parseLimit } from '../limit.ts';
import { formatMinutes, parseMinutes } from '../minutes-list.ts';
import { sortedById } from './ringing-order.ts';

export interface TagForm {
  /** null: new. */
  readonly id: number | null;
  readonly name: string;
  readonly color: string;
  /** How many leads and calls have the tag. */
  readonly uses: number;
}

export type TeamForm = Readonly<ReturnType<typeof teamForm>>;

export function teamForm({ profile, ...team }: ConsoleTeamDetail) {
  return {
    name: team.name,
    is_default: team.is_default,
    fallback_team_id: team.fallback_team_id,
    schedule: weekForm(team.schedule),
    members: sortedById(team.members.map(({ user_id, priority_group }) => ({ user_id, priority_group }))),
    mode: profile.mode,
    retries: formatMinutes(profile.retry_minutes),
    followups: formatMinutes(profile.followup_minutes),
    delay: String(profile.delay_seconds),
    pace: formatLimit(profile.calls_per_minute),
    wrap_up: profile.wrap_up,
    wrap_up_seconds: String(profile.wrap_up_seconds),
    records: profile.records,
    recording_announcement: profile.recording_announcement,
    is_deal_whispertext: profile.is_deal_whispertext,
    whisper_template: profile.whisper_template ?? '',
    missed_text: profile.missed_text ?? '',
    welcome_message: profile.welcome_message ?? '',
    voicemail_greeting: profile.voicemail_greeting ?? '',
    welcome_file: profile.welcome_file,
    voicemail_file: profile.voicemail_file,
    greeting_language: profile.greeting_language ?? '',
    script: profile.script ?? '',
    shares_recordings: profile.shares_recordings,
    tags: profile.tags.map(({ id, name, color, uses }) => ({ id, name, color, uses })) as readonly TagForm[],
  };
}

export type TeamProblems = {
  readonly [F in 'name' | 'retries' | 'followups' | 'delay' | 'pace' | 'wrap_up_seconds' | 'tags']?: string;
};

const MINUTES_LIMITS = { max: MAX_RETRY_DELAY_MINUTES, maxCount: MAX_RETRIES };

export function teamProblems(form: TeamForm): TeamProblems {
  const retries = parseMinutes(form.retries, MINUTES_LIMITS);
  const followups = parseMinutes(form.followups, MINUTES_LIMITS);
  return {
    ...(form.name.trim() === '' && { name: t('problem.name') }),
    ...(!retries.ok && { retries: retries.error }),
    ...(!followups.ok && { followups: followups.error }),
    ...(parseSeconds(form.delay) === null && { delay: t('problem.delay', { max: MAX_RING_DELAY_S }) }),
    ...(parseLimit(form.pace, MAX_CALLS_PER_MINUTE) === undefined && {
      pace: t('problem.pace', { max: MAX_CALLS_PER_MINUTE }),
    }),
    ...(form.wrap_up === 'fixed' &&
      parseWrapUp(form.wrap_up_seconds) === null && {
        wrap_up_seconds: t('problem.wrapUp', { min: MIN_WRAP_UP_S, max: MAX_WRAP_UP_S }),
      }),
    ...(form.tags.some(({ name }) => name.trim() === '') && { tags: t('problem.tag.name') }),
  };
}

function parseSeconds(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return 0;
  return /^\d{1,4}$/.test(trimmed) && Number(trimmed) <= MAX_RING_DELAY_S ? Number(trimmed) : null;
}

function parseWrapUp(text: string): number | null {
  const seconds = parseLimit(text, MAX_WRAP_UP_S) ?? null;
  return seconds === null || seconds < MIN_WRAP_UP_S ? null : seconds;
}

function minutes(text: string): number[] {
  const read = parseMinutes(text, MINUTES_LIMITS);
  return read.ok ? [...read.minutes] : [];
}

/** The changed fields in the API's format. Only for a form without problems. */
export function teamChange(changed: Partial<TeamForm>): TeamChange {
  const { name, is_default, fallback_team_id, schedule, members, ...others } = changed;
  const profile = toChange<Required<typeof others>, NonNullable<TeamChange['profile']>>(others, {
    retries: (text) => ({ retry_minutes: minutes(text) }),
    followups: (text) => ({ followup_minutes: minutes(text) }),
    delay: (text) => ({ delay_seconds: parseSeconds(text) ?? 0 }),
    pace: (text) => ({ calls_per_minute: parseLimit(text, MAX_CALLS_PER_MINUTE) ?? null }),
    // The field of another rule isn't shown, so it may hold anything.
    wrap_up_seconds: (text) => {
      const seconds = parseWrapUp(text);
      return seconds === null ? {} : { wrap_up_seconds: seconds };
    },
    welcome_file: (file) => ({ welcome_file: file?.id ?? null }),
    voicemail_file: (file) => ({ voicemail_file: file?.id ?? null }),
    greeting_language: (text) => ({ greeting_language: text.trim() }),
    tags: (tags) => ({
      tags: tags.map((tag) => ({
        ...(tag.id !== null && { id: tag.id }),
        name: tag.name.trim(),
        color: tag.color,
      })),
    }),
  });
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(is_default === true && { is_default }),
    ...(fallback_team_id !== undefined && { fallback_team_id }),
    ...(schedule !== undefined && { schedule: toSchedule(schedule) }),
    ...(members !== undefined && { members: [...members] }),
    ...(Object.keys(profile).length > 0 && { profile }),
  };
}
