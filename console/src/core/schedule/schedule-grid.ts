/**
 * A week's pieces on a grid of quarter hours. A piece is a start and a length, so an overnight piece, even from Sunday
 * to Monday, is one piece; in the API it is two.
 */
import { GRID_MINUTES, type WeeklySchedule } from '@offhook/contract/weekly-schedule';

/** Minutes; `start` from Monday 0:00; `length` at most a day. */
export interface Piece {
  readonly start: number;
  readonly length: number;
}

/** A piece in the API. */
export type DayPiece = WeeklySchedule['pieces'][number];

export const DAY = 1_440;
export const WEEK = 7 * DAY;
export const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;

const OFFICE_START = 9 * 60;
const OFFICE_END = 17 * 60;
/** The longest suggestion outside the office hours. */
const MAX_EXTRA = 4 * 60;

const wrapWeek = (minute: number) => ((minute % WEEK) + WEEK) % WEEK;
const snapToGrid = (minute: number) => Math.round(minute / GRID_MINUTES) * GRID_MINUTES;
/** Minutes from `from` forward to `to`, wrapping around the week. */
const minutesBetween = (from: number, to: number) => wrapWeek(to - from);

/** Sorted by start. Pieces that meet at midnight become one. */
export function toGridPieces(pieces: readonly DayPiece[]): readonly Piece[] {
  const sorted = pieces
    .map(({ day, from, to }) => ({
      start: wrapWeek((day - 1) * DAY + from),
      length: to > from ? to - from : to - from + DAY,
    }))
    .sort(byStart);
  const read: Piece[] = [];
  for (const piece of sorted) {
    const before = read.at(-1);
    if (before && canJoin(before, piece)) read[read.length - 1] = joinPieces(before, piece);
    else read.push(piece);
  }
  const [first] = read;
  const last = read.at(-1);
  if (!first || !last || first === last || !canJoin(last, first)) return read;
  return [...read.slice(1, -1), joinPieces(last, first)];
}

const byStart = (a: Piece, b: Piece) => a.start - b.start;
const joinPieces = (a: Piece, b: Piece): Piece => ({ start: a.start, length: a.length + b.length });

function canJoin(a: Piece, b: Piece): boolean {
  const end = wrapWeek(a.start + a.length);
  return end === b.start && end % DAY === 0 && a.start % DAY !== 0 && a.length + b.length <= DAY;
}

/** Splits overnight pieces at midnight. */
export function toDayPieces(pieces: readonly Piece[]): readonly DayPiece[] {
  return pieces
    .flatMap((piece) => splitByDay(piece).map(({ day, from, to }) => ({ day, from, to })))
    .sort((a, b) => a.day - b.day || a.from - b.from);
}

/** The part of a piece on one day. */
export interface Part extends DayPiece {
  /** The piece started the day before. */
  readonly continuesFromDayBefore: boolean;
  /** The piece continues the next day. */
  readonly continuesNextDay: boolean;
}

export function splitByDay({ start, length }: Piece): readonly Part[] {
  const day = Math.floor(start / DAY) + 1;
  const from = start % DAY;
  const end = from + length;
  if (end <= DAY) return [{ day, from, to: end, continuesFromDayBefore: false, continuesNextDay: false }];
  return [
    { day, from, to: DAY, continuesFromDayBefore: false, continuesNextDay: true },
    { day: (day % 7) + 1, from: 0, to: end - DAY, continuesFromDayBefore: true, continuesNextDay: false },
  ];
}

export function overlap(a: Piece, b: Piece): boolean {
  return minutesBetween(a.start, b.start) < a.length || minutesBetween(b.start, a.start) < b.length;
}

const isFree = (pieces: readonly Piece[], piece: Piece) => pieces.every((other) => !overlap(other, piece));

/** The pieces after a change, sorted and without overlaps, and the index of the changed one. */
export interface Placed {
  readonly pieces: readonly Piece[];
  readonly index: number;
}

function insertPiece(others: readonly Piece[], piece: Piece): Placed {
  const pieces = [...others, piece].sort(byStart);
  return { pieces, index: pieces.indexOf(piece) };
}

const removeAt = (pieces: readonly Piece[], index: number) => pieces.filter((_, at) => at !== index);

/**
 * A suggestion for new hours: the longest free part of the office hours, else an evening, else an early morning.
 * @returns null for a full day
 */
export function suggestPiece(pieces: readonly Piece[], day: number): Piece | null {
  const midnight = (day - 1) * DAY;
  const [longest] = [...findGaps(pieces, midnight + OFFICE_START, midnight + OFFICE_END)].sort(
    (a, b) => b.length - a.length,
  );
  if (longest) return longest;
  const [evening] = findGaps(pieces, midnight + OFFICE_END, midnight + DAY);
  if (evening) return { ...evening, length: Math.min(evening.length, MAX_EXTRA) };
  const morning = findGaps(pieces, midnight, midnight + OFFICE_START).at(-1);
  if (!morning) return null;
  const length = Math.min(morning.length, MAX_EXTRA);
  return { start: morning.start + morning.length - length, length };
}

/** The free time between two minutes of the week. */
function findGaps(pieces: readonly Piece[], from: number, to: number): readonly Piece[] {
  const found: Piece[] = [];
  let start: number | null = null;
  for (let at = from; at < to; at += GRID_MINUTES) {
    const free = isFree(pieces, { start: wrapWeek(at), length: GRID_MINUTES });
    if (free && start === null) start = at;
    if (!free && start !== null) {
      found.push({ start, length: at - start });
      start = null;
    }
  }
  if (start !== null) found.push({ start, length: to - start });
  return found;
}

/** Moves a piece to a minute of the week, or to the nearest free place. */
export function movePiece(pieces: readonly Piece[], index: number, start: number): Placed {
  const piece = pieces[index];
  if (!piece) return { pieces, index };
  const others = removeAt(pieces, index);
  const target = snapToGrid(start);
  for (let off = 0; off <= WEEK / 2; off += GRID_MINUTES) {
    // Between two equally near places, tries the one closer to the start first.
    const back = minutesBetween(piece.start, wrapWeek(target)) < WEEK / 2 ? -off : off;
    for (const by of [back, -back]) {
      const candidate = { start: wrapWeek(target + by), length: piece.length };
      if (isFree(others, candidate)) return insertPiece(others, candidate);
    }
  }
  return { pieces, index };
}

/** Moves one end by the given number of minutes, up to a neighbor. A piece lasts a quarter hour to a day. */
export function resizePiece(
  pieces: readonly Piece[],
  index: number,
  edge: 'start' | 'end',
  by: number,
): Placed {
  const piece = pieces[index];
  if (!piece) return { pieces, index };
  const others = removeAt(pieces, index);
  const resized = edge === 'end' ? piece.length + snapToGrid(by) : piece.length - snapToGrid(by);
  let length = Math.min(DAY, Math.max(GRID_MINUTES, resized));
  const end = piece.start + piece.length;
  const at = () => ({ start: edge === 'end' ? piece.start : wrapWeek(end - length), length });
  while (length > piece.length && !isFree(others, at())) length -= GRID_MINUTES;
  return insertPiece(others, at());
}

export function removePiece(pieces: readonly Piece[], index: number): readonly Piece[] {
  return removeAt(pieces, index);
}

export type TimesProblem = 'empty' | 'off-grid' | 'overlap';

/**
 * Sets a piece's times. An end that isn't after the start is on the next day.
 * @param index of the piece; null for a new one
 */
export function setTimes(
  pieces: readonly Piece[],
  index: number | null,
  { day, from, to }: DayPiece,
): Placed | { readonly problem: TimesProblem } {
  if (from === to) return { problem: 'empty' };
  if (from % GRID_MINUTES !== 0 || to % GRID_MINUTES !== 0) return { problem: 'off-grid' };
  const others = index === null ? pieces : removeAt(pieces, index);
  const piece = {
    start: wrapWeek((day - 1) * DAY + from),
    length: to > from ? to - from : to - from + DAY,
  };
  return isFree(others, piece) ? insertPiece(others, piece) : { problem: 'overlap' };
}

/** Copies one day's pieces to other days, replacing theirs. Overnight pieces from the day before stay. */
export function copyDay(
  pieces: readonly Piece[],
  day: number,
  targetDays: readonly number[],
): readonly Piece[] {
  const dayOf = ({ start }: Piece) => Math.floor(start / DAY) + 1;
  const model = pieces.filter((piece) => dayOf(piece) === day);
  let result = pieces.filter((piece) => !targetDays.includes(dayOf(piece)) || dayOf(piece) === day);
  for (const other of targetDays) {
    if (other === day) continue;
    for (const { start, length } of model) {
      const copy = { start: wrapWeek(start + (other - day) * DAY), length };
      if (isFree(result, copy)) result = [...result, copy];
    }
  }
  return result.sort(byStart);
}
