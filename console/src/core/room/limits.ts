/** When a time or a count on the board is over one of the account's limits. */
import type { BoardLimit, BoardLimits } from '@offhook/contract/console/board-limits';
import { t } from '@offhook/i18n/console';
import type { Tile } from '../board/board-rows.ts';
import { runningTime } from '../board/durations.ts';

/** Sorted by urgency. */
export const LEVELS = ['danger', 'caution', 'none'] as const;
export type Level = (typeof LEVELS)[number];

export interface Measured {
  /** What was compared: seconds or a count. */
  readonly value: number;
  readonly level: Level;
  /** The limit that was reached, else the next one; null: there is none. */
  readonly limit: number | null;
}

const UNLIMITED: Measured = { value: 0, level: 'none', limit: null };

export function measure(value: number, { caution, danger }: BoardLimit): Measured {
  if (danger !== null && value >= danger) return { value, level: 'danger', limit: danger };
  if (caution !== null && value >= caution) return { value, level: 'caution', limit: caution };
  return { value, level: 'none', limit: caution ?? danger };
}

/** The second limit, which stands beside a figure. */
export const namedLimit = ({ caution, danger }: BoardLimit): number | null => danger ?? caution;

/** An agent's time. A wrap-up that ends by itself has no limit. */
export function measureTile(tile: Tile, limits: BoardLimits, now: number): Measured {
  const { state, since, status, wrapUpEndsAt } = tile;
  if (state === 'available' || wrapUpEndsAt !== null || since === null) return UNLIMITED;
  const seconds = Math.floor((now - since) / 1000);
  if (state !== 'unavailable') return measure(seconds, limits[state]);
  if (status === null) return UNLIMITED;
  const own = limits.statuses[status.key];
  if (own && (own.caution !== null || own.danger !== null)) return measure(seconds, own);
  return measureDay(tile, now);
}

/** The minutes per day of a status include earlier times. */
function measureDay({ status, since }: Tile, now: number): Measured {
  if (status === null || status.minutes_per_day === null || since === null) return UNLIMITED;
  const allowed = status.minutes_per_day * 60;
  const used = Math.max(status.used_seconds, Math.floor((now - since) / 1000));
  return { value: used, level: used > allowed ? 'danger' : 'none', limit: allowed };
}

/** '37:54, limit is 30:00'; null without a limit. */
export function limitText({ value, limit }: Measured): string | null {
  return limit === null ? null : t('board.limit', { time: runningTime(value), limit: runningTime(limit) });
}

export interface Over {
  readonly level: Exclude<Level, 'none'>;
  readonly count: number;
  /** '2 over 30:00', or '2 over limit' if the limits differ. */
  readonly text: string;
}

/** Second limit first. */
export function countOver(all: readonly Measured[]): readonly Over[] {
  return (['danger', 'caution'] as const).flatMap((level) => {
    const over = all.filter((one) => one.level === level);
    if (over.length === 0) return [];
    const [limit, ...others] = new Set(over.map((one) => one.limit));
    const count = over.length;
    const text =
      limit == null || others.length > 0
        ? t('board.overLimits', { count })
        : t('board.overLimit', { count, limit: runningTime(limit) });
    return { level, count, text };
  });
}
