/** Reads hours such as `mon-fri 09:00-17:00, sat 10:00-14:00`. Hours across midnight become two pieces. */
import type { ConsoleSchedule } from '@offhook/contract/console/schedule';
import { GRID_MINUTES } from '@offhook/contract/weekly-schedule';
import { parseMinuteOfDay, parseTimeZone } from './accounts.ts';
import { AdminError } from './command.ts';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
type Piece = ConsoleSchedule['pieces'][number];

/** Null for `always`. */
export function parseSchedule(text: string, zone: string): ConsoleSchedule | null {
  const time_zone = parseTimeZone(zone);
  if (text.trim() === 'always') return null;
  return {
    time_zone,
    pieces: mergePieces(text.split(',').flatMap((part) => parsePieces(part.trim()))),
  };
}

/** Sorts by day and merges overlapping pieces. */
function mergePieces(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of [...pieces].sort((a, b) => a.day - b.day || a.from - b.from)) {
    const last = all.at(-1);
    if (last && last.day === piece.day && piece.from <= last.to) last.to = Math.max(last.to, piece.to);
    else all.push({ ...piece });
  }
  return all;
}

function parsePieces(text: string): Piece[] {
  const [, first, last, start, end] =
    /^([a-z]{3})(?:-([a-z]{3}))? (?:(\d{2}:\d{2})-(\d{2}:\d{2})|all day)$/.exec(text) ?? [];
  const from = DAYS.indexOf(first ?? '');
  const to = last === undefined ? from : DAYS.indexOf(last);
  if (from < 0 || to < 0)
    throw new AdminError(
      `A schedule must be days and times, such as 'mon-fri 09:00-17:00' or 'sat all day', not '${text}'.`,
    );
  const [startMinute, endMinute] =
    start && end ? [parseMinuteOfDay(start), parseMinuteOfDay(end)] : [0, 1440];
  if (startMinute % GRID_MINUTES !== 0 || endMinute % GRID_MINUTES !== 0 || startMinute === endMinute)
    throw new AdminError(`The times in '${text}' must differ and be on the quarter hour.`);
  const days = Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, n) => (from + n) % 7);
  return days.flatMap((day) =>
    startMinute < endMinute
      ? [{ day: day + 1, from: startMinute, to: endMinute }]
      : [
          { day: day + 1, from: startMinute, to: 1440 },
          ...(endMinute > 0 ? [{ day: ((day + 1) % 7) + 1, from: 0, to: endMinute }] : []),
        ],
  );
}
