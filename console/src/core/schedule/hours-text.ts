import { t } from '@offhook/i18n/console';
import { formatTimeOfDay, formatWeekday } from '@offhook/i18n/formats';
import { DAY, type Part, type Piece, splitByDay } from './schedule-grid.ts';

/** '8 AM–12 PM' */
export function formatTimes({ start, length }: Piece): string {
  return t('hours.range', {
    from: formatTimeOfDay(start % DAY),
    to: formatTimeOfDay((start + length) % DAY),
  });
}

/** 'Monday, 8 AM to 12 PM', 'Saturday, 10 PM to Sunday, 2 AM' */
export function pieceName(piece: Piece): string {
  const [first, second] = splitByDay(piece);
  if (!first) return '';
  const day = formatWeekday(first.day);
  const from = formatTimeOfDay(first.from);
  if (second)
    return t('hours.range.overnight', {
      day,
      from,
      nextDay: formatWeekday(second.day),
      to: formatTimeOfDay(second.to),
    });
  return first.to === DAY
    ? t('hours.range.toMidnight', { day, from })
    : t('hours.range.named', { day, from, to: formatTimeOfDay(first.to) });
}

/** The label of a piece in the grid: `whole` if it fits, else `short`. An overnight piece has a label in each day. */
export function pieceLabels(
  piece: Piece,
  { continuesFromDayBefore, continuesNextDay }: Pick<Part, 'continuesFromDayBefore' | 'continuesNextDay'>,
): { readonly short: string; readonly whole: string } {
  const start = formatTimeOfDay(piece.start % DAY);
  const end = formatTimeOfDay((piece.start + piece.length) % DAY);
  if (continuesFromDayBefore) return { short: end, whole: end };
  return { short: start, whole: continuesNextDay ? start : formatTimes(piece) };
}
