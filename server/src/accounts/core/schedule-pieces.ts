/** Whether the pieces of a weekly schedule make sense together. */
import { GRID_MINUTES, type WeeklySchedule } from '@offhook/contract/weekly-schedule';

const DAY = 1_440;
const WEEK = 7 * DAY;

export type ScheduleFault = 'grid' | 'empty' | 'overlap';

/** `null`: none. A piece across midnight runs into the next day; Sunday's runs into Monday. */
export function scheduleFault(pieces: WeeklySchedule['pieces']): ScheduleFault | null {
  const taken = new Set<number>();
  for (const { day, from, to } of pieces) {
    if (from % GRID_MINUTES !== 0 || to % GRID_MINUTES !== 0) return 'grid';
    if (from === to) return 'empty';
    const begin = (day - 1) * DAY + from;
    const end = from < to ? (day - 1) * DAY + to : day * DAY + to;
    for (let minute = begin; minute < end; minute += GRID_MINUTES) {
      const quarter = minute % WEEK;
      if (taken.has(quarter)) return 'overlap';
      taken.add(quarter);
    }
  }
  return null;
}
