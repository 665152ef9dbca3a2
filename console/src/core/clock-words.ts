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
 * What stands in a piece on the grid: all of it where there is room, else where it begins; in the part of the day
 * after, where it ends.
 */
export function pieceLabel(
  piece: Piece,
  part: { readonly continues: boolean; readonly runsOn: boolean },
): string {
  if (part.continues) return timeOfDay((piece.start + piece.length) % DAY);
  if (part.runsOn || piece.length < ROOM_FOR_BOTH) return timeOfDay(piece.start % DAY);
  return timesOf(piece);
}

/** Minutes that are wide enough for both times. */
const ROOM_FOR_BOTH = 225;
