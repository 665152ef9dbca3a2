import {
  AVAILABLE,
  DO_NOT_DISTURB,
  type OwnStatus,
  type StatusChoice,
} from '@offhook/contract/agent/agent-status';
import type { PhoneState } from '../../phone-state.ts';

export interface OtherStatus {
  readonly key: string;
  /** Null for Do not disturb, which isn't a choice. */
  readonly choice: StatusChoice | null;
  readonly since: number;
  /** Seconds today until `loadedAt`. */
  readonly loadedAt: number;
}

/** Null while available. */
export function otherStatus({ session }: PhoneState): OtherStatus | null {
  const status = session.name === 'agent' ? session.status : null;
  if (status === null || status.key === AVAILABLE) return null;
  const { key, choices, since, loadedAt } = status;
  return { key, choice: choices.find((one) => one.key === key) ?? null, since, loadedAt };
}

export function isSetByAdministrator({ key }: Pick<OwnStatus, 'key'>): boolean {
  return key === DO_NOT_DISTURB;
}

/** @returns full minutes; 'over' counts started ones. Null without a limit. */
export function minutesLeft(
  { choice, loadedAt }: Pick<OtherStatus, 'choice' | 'loadedAt'>,
  now: number,
): { readonly left: number } | { readonly over: number } | null {
  if (choice === null || choice.minutes_per_day === null) return null;
  const used = choice.used_seconds + Math.max(0, now - loadedAt) / 1_000;
  const left = choice.minutes_per_day * 60 - used;
  return left >= 0 ? { left: Math.floor(left / 60) } : { over: Math.ceil(-left / 60) };
}
