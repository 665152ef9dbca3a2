/** Lists of minutes as text: '1, 5, 30'. */
import { t } from '@offhook/i18n/console';

export interface MinutesLimits {
  readonly max: number;
  readonly maxCount: number;
}

export type ParsedMinutes =
  | { readonly ok: true; readonly minutes: readonly number[] }
  | { readonly ok: false; readonly error: string };

/** Whole minutes from 1, separated by commas or spaces. Blank means no minutes. */
export function parseMinutes(text: string, { max, maxCount }: MinutesLimits): ParsedMinutes {
  const entries = text.split(/[\s,;]+/).filter((entry) => entry !== '');
  const minutes: number[] = [];
  for (const entry of entries) {
    if (!/^\d+$/.test(entry)) return failure(t('problem.minutes.notNumber', { text: entry }));
    const value = Number(entry);
    if (value < 1) return failure(t('problem.minutes.min'));
    if (value > max) return failure(t('problem.minutes.max', { max }));
    minutes.push(value);
  }
  if (minutes.length > maxCount) return failure(t('problem.minutes.count', { max: maxCount }));
  return { ok: true, minutes };
}

const failure = (error: string): ParsedMinutes => ({ ok: false, error });

export function formatMinutes(minutes: readonly number[]): string {
  return minutes.join(', ');
}
