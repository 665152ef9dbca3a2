import {
  AVAILABLE,
  BUILT_IN_STATUSES,
  DO_NOT_DISTURB,
  type StatusIcon,
} from '@offhook/contract/agent/agent-status';
import type { ConsoleStatus } from '@offhook/contract/console/people/status-entities';
import { STATUS_KEPT_MS } from '@offhook/contract/limits';

export interface StatusFields {
  readonly status: string;
  readonly do_not_disturb: boolean;
  readonly next_status: string | null;
}

export function currentStatus({ status, do_not_disturb }: StatusFields): string {
  return do_not_disturb ? DO_NOT_DISTURB : status;
}

/** A status chosen during a call already counts, so that no call comes between. */
export function statusForCalls(user: StatusFields): string {
  return user.do_not_disturb ? DO_NOT_DISTURB : (user.next_status ?? user.status);
}

/** For reports of the last year. */
export const INTERVALS_KEPT_MS = 400 * 24 * 3_600_000;

/** A reload or a short outage doesn't end the time as available, or a wrap-up. */
export const AWAY_AFTER_MS = 120_000;

/** What a phone that reports again means for the agent's status. */
export function statusOnReturn(user: StatusFields, awayMs: number): 'goesOn' | 'startsAgain' | 'available' {
  const current = currentStatus(user);
  if (current === AVAILABLE) return awayMs > AWAY_AFTER_MS ? 'startsAgain' : 'goesOn';
  return current !== DO_NOT_DISTURB && awayMs > STATUS_KEPT_MS ? 'available' : 'goesOn';
}

const BUILT_IN_ICONS: Readonly<Record<(typeof BUILT_IN_STATUSES)[number], StatusIcon>> = {
  break: 'coffee',
  lunch: 'restaurant',
  training: 'school',
};

/** Built-in statuses that the account hasn't changed come first. */
export function allStatuses(own: readonly ConsoleStatus[]): readonly ConsoleStatus[] {
  const unchanged = BUILT_IN_STATUSES.filter((key) => !own.some((one) => one.key === key));
  return [
    ...unchanged.map((key) => ({
      key,
      name: null,
      icon: BUILT_IN_ICONS[key],
      minutes_per_day: null,
      archived: false,
    })),
    ...own,
  ];
}

const MAX_KEY_LENGTH = 30;

/** For a new status. */
export function statusKey(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, MAX_KEY_LENGTH);
  const base = plain === '' ? 'status' : plain;
  const all = new Set([AVAILABLE, DO_NOT_DISTURB, ...BUILT_IN_STATUSES, ...taken]);
  let key = base;
  for (let n = 2; all.has(key); n += 1) key = `${base}_${n}`;
  return key;
}
