import { GRID_MINUTES, type WeeklySchedule } from '@offhook/contract/weekly-schedule';

const DAY = 1_440;
const WEEK = 7 * DAY;

export type ScheduleProblem = 'grid' | 'empty' | 'overlap';

/** A piece that crosses midnight runs into the next day, Sunday's into Monday. */
export function findScheduleProblem(pieces: WeeklySchedule['pieces']): ScheduleProblem | null {
  const usedSlots = new Set<number>();
  for (const { day, from, to } of pieces) {
    if (from % GRID_MINUTES !== 0 || to % GRID_MINUTES !== 0) return 'grid';
    if (from === to) return 'empty';
    const start = (day - 1) * DAY + from;
    const end = from < to ? (day - 1) * DAY + to : day * DAY + to;
    for (let minute = start; minute < end; minute += GRID_MINUTES) {
      const slot = minute % WEEK;
      if (usedSlots.has(slot)) return 'overlap';
      usedSlots.add(slot);
    }
  }
  return null;
}
