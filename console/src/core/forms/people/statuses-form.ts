import { isBuiltInStatus, type StatusIcon } from '@offhook/contract/agent/agent-status';
import type { ConsoleStatus, StatusesChange } from '@offhook/contract/console/people/status-entities';
import { MAX_STATUSES } from '@offhook/contract/limits';
import { t } from '@offhook/i18n/console';
import { agentStatusName } from '../../board/status-text.ts';
import { formatLimit, parseLimit } from '../limit.ts';
import { wrongValues } from '../wrong-values.ts';

export interface StatusForm {
  /** null: new. */
  readonly key: string | null;
  readonly name: string;
  readonly icon: StatusIcon;
  readonly minutes: string;
  readonly archived: boolean;
}

export type StatusesForm = { readonly list: readonly StatusForm[] };

const MINUTES_PER_DAY = 1_440;

export const NEW_STATUS: StatusForm = { key: null, name: '', icon: 'coffee', minutes: '', archived: false };
export const canAddStatus = ({ list }: StatusesForm): boolean => list.length < MAX_STATUSES;

export function statusesForm({ list }: { readonly list: readonly ConsoleStatus[] }): StatusesForm {
  return {
    list: list.map((one) => ({
      key: one.key,
      name: agentStatusName(one),
      icon: one.icon,
      minutes: formatLimit(one.minutes_per_day),
      archived: one.archived,
    })),
  };
}

export const hasOwnName = ({ key }: StatusForm): boolean => key === null || !isBuiltInStatus(key);

/** The fields of each status that `statusesProblems` is about. */
export function wrongStatusFields({
  list,
}: StatusesForm): readonly { readonly name: boolean; readonly minutes: boolean }[] {
  const names = wrongValues(
    list.map(({ name, archived }, at) => (archived ? `archived ${at}` : name.trim().toLowerCase())),
  );
  return list.map(({ minutes }, at) => ({
    name: names[at] ?? false,
    minutes: parseLimit(minutes, MINUTES_PER_DAY) === undefined,
  }));
}

export function statusesProblems({ list }: StatusesForm): { readonly list?: string } {
  const names = list.filter(({ archived }) => !archived).map(({ name }) => name.trim().toLowerCase());
  if (names.includes('')) return { list: t('problem.statusName') };
  if (new Set(names).size !== names.length) return { list: t('problem.statusTwice') };
  if (list.some(({ minutes }) => parseLimit(minutes, MINUTES_PER_DAY) === undefined))
    return { list: t('problem.statusMinutes', { max: MINUTES_PER_DAY }) };
  return {};
}

export function statusesChange({ list }: StatusesForm): StatusesChange['list'] {
  return list.map((one) => ({
    ...(one.key === null ? {} : { key: one.key }),
    ...(hasOwnName(one) ? { name: one.name.trim() } : {}),
    icon: one.icon,
    minutes_per_day: parseLimit(one.minutes, MINUTES_PER_DAY) ?? null,
    archived: one.archived,
  }));
}
