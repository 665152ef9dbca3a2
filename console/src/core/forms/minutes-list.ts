/** Pauses that somebody typed: '1, 5, 30'. */
import { t } from '@offhook/i18n/console';

export interface MinutesRule {
  readonly most: number;
  /** How many there may be. */
  readonly count: number;
}

export type MinutesRead =
  | { readonly ok: true; readonly minutes: readonly number[] }
  | { readonly ok: false; readonly error: string };

/** Whole minutes from 1 on, parted by commas or spaces; nothing typed: none. */
export function readMinutes(text: string, { most, count }: MinutesRule): MinutesRead {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  const minutes: number[] = [];
  for (const word of words) {
    if (!/^\d+$/.test(word)) return refused(t('problem.minutes.notNumber', { text: word }));
    const value = Number(word);
    if (value < 1) return refused(t('problem.minutes.min'));
    if (value > most) return refused(t('problem.minutes.max', { max: most }));
    minutes.push(value);
  }
  if (minutes.length > count) return refused(t('problem.minutes.count', { max: count }));
  return { ok: true, minutes };
}

const refused = (error: string): MinutesRead => ({ ok: false, error });

export function writeMinutes(minutes: readonly number[]): string {
  return minutes.join(', ');
}
