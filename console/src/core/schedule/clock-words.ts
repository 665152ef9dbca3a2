/** Times of day as people read them. */
import { DAY, DAY_NAMES, type Piece, partsOf } from './schedule-grid.ts';

/** '8 AM', '8:15 PM', '12 AM' for both midnights. @param minute from midnight */
export function timeOfDay(minute: number): string {
  const hours = Math.floor(minute / 60) % 24;
  const minutes = minute % 60;
  const half = hours < 12 ? 'AM' : 'PM';
  return `${hours % 12 || 12}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`} ${half}`;
}

/** '6:00 PM': beside other words, where '6 PM' reads as a guess. */
export function exactTime(minute: number): string {
  return timeOfDay(minute).replace(/^(\d+) /, '$1:00 ');
}

/** '8 AM–12 PM' */
export function timesOf({ start, length }: Piece): string {
  return `${timeOfDay(start % DAY)}–${timeOfDay((start + length) % DAY)}`;
}

/** 'Monday, 8 AM to 12 PM', 'Saturday, 10 PM to Sunday, 2 AM' */
export function pieceName(piece: Piece): string {
  const [first, second] = partsOf(piece);
  if (!first) return '';
  const day = (part: { readonly day: number }) => DAY_NAMES[part.day - 1];
  const end = second
    ? `${day(second)}, ${timeOfDay(second.to)}`
    : first.to === DAY
      ? 'midnight'
      : timeOfDay(first.to);
  return `${day(first)}, ${timeOfDay(first.from)} to ${end}`;
}

/**
 * What stands in a part of a piece on the grid: `whole` where there is room for it, else `short`. Of a piece that goes
 * on in the next day each part has its own end.
 */
export function pieceLabels(
  piece: Piece,
  { continues, runsOn }: { readonly continues: boolean; readonly runsOn: boolean },
): { readonly short: string; readonly whole: string } {
  const begin = timeOfDay(piece.start % DAY);
  const end = timeOfDay((piece.start + piece.length) % DAY);
  if (continues) return { short: end, whole: end };
  return { short: begin, whole: runsOn ? begin : `${begin}–${end}` };
}
