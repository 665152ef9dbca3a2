/** `mon-fri 09:00-17:00, sat 10:00-14:00` as a schedule; over midnight is two pieces. */
import type { ConsoleSchedule } from '@offhook/contract/console/console-entities';
import { GRID_MINUTES } from '@offhook/contract/weekly-schedule';
import { minuteOfDay, timeZone } from './accounts.ts';
import { AdminError } from './command.ts';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
type Piece = ConsoleSchedule['pieces'][number];

/** `always`: null. */
export function readSchedule(text: string, zone: string): ConsoleSchedule | null {
  const time_zone = timeZone(zone);
  if (text.trim() === 'always') return null;
  return {
    time_zone,
    pieces: joined(text.split(',').flatMap((part) => piecesOf(part.trim()))),
  };
}

/** In the order of the week; what lies over each other, as a night before a whole day does, is one piece. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of [...pieces].sort((a, b) => a.day - b.day || a.from - b.from)) {
    const last = all.at(-1);
    if (last && last.day === piece.day && piece.from <= last.to) last.to = Math.max(last.to, piece.to);
    else all.push({ ...piece });
  }
  return all;
}

function piecesOf(text: string): Piece[] {
  const [, first, last, start, end] =
    /^([a-z]{3})(?:-([a-z]{3}))? (?:(\d{2}:\d{2})-(\d{2}:\d{2})|all day)$/.exec(text) ?? [];
  const from = DAYS.indexOf(first ?? '');
  const to = last === undefined ? from : DAYS.indexOf(last);
  if (from < 0 || to < 0)
    throw new AdminError(
      `'${text}' should be days and times, such as 'mon-fri 09:00-17:00' or 'sat all day'.`,
    );
  const [begin, until] = start && end ? [minuteOfDay(start), minuteOfDay(end)] : [0, 1440];
  if (begin % GRID_MINUTES !== 0 || until % GRID_MINUTES !== 0 || begin === until)
    throw new AdminError(`The times of '${text}' should be quarters of an hour, and differ.`);
  const days = Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, n) => (from + n) % 7);
  return days.flatMap((day) =>
    begin < until
      ? [{ day: day + 1, from: begin, to: until }]
      : [
          { day: day + 1, from: begin, to: 1440 },
          ...(until > 0 ? [{ day: ((day + 1) % 7) + 1, from: 0, to: until }] : []),
        ],
  );
}
