/** A schedule in a form; null: always open. */
import type { WeeklySchedule } from '@offhook/contract/weekly-schedule';
import { type Piece, toDayPieces, toGridPieces } from './schedule-grid.ts';

export type WeekForm = { readonly time_zone: string; readonly pieces: readonly Piece[] } | null;

export function weekForm(schedule: WeeklySchedule | null): WeekForm {
  return schedule && { time_zone: schedule.time_zone, pieces: toGridPieces(schedule.pieces) };
}

export function toSchedule(week: WeekForm) {
  return week && { time_zone: week.time_zone, pieces: [...toDayPieces(week.pieces)] };
}
