import {
  type BoardLimit,
  type BoardLimits,
  type BoardLimitsChange,
  isValidLimit,
  MAX_LIMIT_LEADS,
  MAX_LIMIT_SECONDS,
} from '@offhook/contract/console/board-limits';
import { t } from '@offhook/i18n/console';
import { formatLimit, parseLimit } from './limit.ts';

export interface LimitForm {
  readonly caution: string;
  readonly danger: string;
}

const CALL_TIMES = ['ringing', 'held', 'oncall', 'wrapup'] as const;
const SINGLE_TIMES = [...CALL_TIMES, 'oldest_lead'] as const;
/** By limit, so that only changed ones are sent. */
export type BoardLimitsForm = Readonly<Record<string, LimitForm>>;

const formatTime = (seconds: number | null): string =>
  seconds === null ? '' : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** '2:00' or '90:00'; a number alone is minutes. null: blank; undefined: invalid. */
export function parseTime(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const [, minutes, seconds = '0'] = /^(\d{1,4})(?::([0-5]\d))?$/.exec(trimmed) ?? [];
  const total = Number(minutes) * 60 + Number(seconds);
  return total >= 1 && total <= MAX_LIMIT_SECONDS ? total : undefined;
}

const timeForm = ({ caution, danger }: BoardLimit): LimitForm => ({
  caution: formatTime(caution),
  danger: formatTime(danger),
});

/** @param statuses keys of the account's statuses */
export function boardLimitsForm(limits: BoardLimits, statuses: readonly string[]): BoardLimitsForm {
  const unlimited = { caution: null, danger: null };
  return Object.fromEntries<LimitForm>([
    ...SINGLE_TIMES.map((id) => [id, timeForm(limits[id])] as const),
    [
      'missed_today',
      {
        caution: formatLimit(limits.missed_today.caution),
        danger: formatLimit(limits.missed_today.danger),
      },
    ],
    ...statuses.map((key) => [`status ${key}`, timeForm(limits.statuses[key] ?? unlimited)] as const),
  ]);
}

/** undefined: invalid. */
function parse(id: string, { caution, danger }: LimitForm): BoardLimit | undefined {
  const read = id === 'missed_today' ? (text: string) => parseLimit(text, MAX_LIMIT_LEADS) : parseTime;
  const [first, second] = [read(caution), read(danger)];
  if (first === undefined || second === undefined) return undefined;
  const limit = { caution: first, danger: second };
  return isValidLimit(limit) ? limit : undefined;
}

/** By limit. */
export function boardLimitsProblems(form: BoardLimitsForm): Readonly<Record<string, string>> {
  const problem = (id: string) =>
    id === 'missed_today' ? t('problem.limitCount', { max: MAX_LIMIT_LEADS }) : t('problem.limitTime');
  return Object.fromEntries(
    Object.entries(form).flatMap(([id, limit]) => (parse(id, limit) ? [] : [[id, problem(id)]])),
  );
}

/** @param changed the limits that differ, all of them valid @param form all limits: statuses are sent together */
export function boardLimitsChange(
  changed: Partial<BoardLimitsForm>,
  form: BoardLimitsForm,
): BoardLimitsChange {
  const single = Object.entries(changed).flatMap(([id, limit]) =>
    limit === undefined || id.startsWith('status ') ? [] : [[id, parse(id, limit)]],
  );
  if (!Object.keys(changed).some((id) => id.startsWith('status '))) return Object.fromEntries(single);
  const statuses = Object.entries(form).flatMap(([id, limit]) => {
    const parsed = id.startsWith('status ') ? parse(id, limit) : undefined;
    const isSet = parsed !== undefined && (parsed.caution !== null || parsed.danger !== null);
    return isSet ? [[id.slice('status '.length), parsed] as const] : [];
  });
  return { ...Object.fromEntries(single), statuses: Object.fromEntries(statuses) };
}
