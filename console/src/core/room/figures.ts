/** The figures above the dense board and on the wallboard. */
import type { BoardToday } from '@offhook/contract/console/board-entities';
import type { BoardLimits } from '@offhook/contract/console/board-limits';
import { t } from '@offhook/i18n/console';
import { formatNumber, formatPercent } from '@offhook/i18n/formats';
import { runningTime, stepTime, timeSince } from '../board/durations.ts';
import { type Level, measure, namedLimit } from './limits.ts';

interface Waits {
  /** Ms since the Unix epoch. */
  readonly since: number;
  readonly dueAt: number | null;
}

/** When the lead that waits longest arrived; null: none waits. A call that is due later doesn't wait yet. */
export function oldestSince(waiting: readonly Waits[], now: number): number | null {
  const since = waiting.filter(({ dueAt }) => dueAt === null || dueAt <= now).map((lead) => lead.since);
  return since.length === 0 ? null : Math.min(...since);
}

export interface Figure {
  readonly id: 'waiting' | 'oldest' | 'speed' | 'contacted' | 'missed' | 'ready';
  readonly name: string;
  readonly value: string;
  readonly unit: string | null;
  readonly level: Level;
}

export interface Facts {
  readonly waiting: readonly Waits[];
  readonly waiting_total: number;
  readonly today: Pick<BoardToday, 'speed' | 'contact_rate' | 'missed'>;
  /** Agents who can be rung. */
  readonly ready: number;
}

const NO_VALUE = '–';

export function roomFigures(facts: Facts, limits: BoardLimits, now: number): readonly Figure[] {
  const { waiting, waiting_total, today, ready } = facts;
  const oldest = oldestSince(waiting, now);
  const speed = today.speed?.p50_ms ?? null;
  const contactRate = today.contact_rate ?? null;
  const oldestLimit = namedLimit(limits.oldest_lead);
  const missedLimit = namedLimit(limits.missed_today);
  const figure = (id: Figure['id'], text: string, level: Level = 'none', name = t(`board.figure.${id}`)) => ({
    id,
    name,
    level,
    ...splitUnit(text),
  });
  return [
    figure('waiting', formatNumber(waiting_total)),
    figure(
      'oldest',
      oldest === null ? NO_VALUE : timeSince(oldest, now),
      oldest === null ? 'none' : measure((now - oldest) / 1000, limits.oldest_lead).level,
      oldestLimit === null
        ? t('board.figure.oldest')
        : t('board.figure.oldest.limit', { limit: runningTime(oldestLimit) }),
    ),
    figure('speed', speed === null ? NO_VALUE : stepTime(speed)),
    figure('contacted', contactRate === null ? NO_VALUE : formatPercent(contactRate)),
    figure(
      'missed',
      formatNumber(today.missed),
      measure(today.missed, limits.missed_today).level,
      missedLimit === null
        ? t('board.figure.missed')
        : t('board.figure.missed.limit', { limit: formatNumber(missedLimit) }),
    ),
    figure('ready', formatNumber(ready)),
  ];
}

/** '6.4 s' has a unit, '2 min 5 s' and '2:14' don't. */
function splitUnit(text: string): Pick<Figure, 'value' | 'unit'> {
  const [, value, unit] = /^([\d.,]+)\s*(\D+)$/.exec(text) ?? [];
  return value === undefined || unit === undefined ? { value: text, unit: null } : { value, unit };
}
