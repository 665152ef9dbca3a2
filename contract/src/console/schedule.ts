import * as z from 'zod/mini';
import { timeZone } from '../text.ts';
import { GRID_MINUTES } from '../weekly-schedule.ts';
import { list } from './fields.ts';

export const DAY_MINUTES = 1440;

/** `day` 1 is Monday; minutes from midnight. When `to` is before `from`, it ends the next day. */
export const SchedulePiece = z.object({
  day: z.int().check(z.minimum(1), z.maximum(7)),
  from: z.int().check(z.minimum(0), z.maximum(DAY_MINUTES - GRID_MINUTES), z.multipleOf(GRID_MINUTES)),
  to: z.int().check(z.minimum(0), z.maximum(DAY_MINUTES), z.multipleOf(GRID_MINUTES)),
});
export type SchedulePiece = z.infer<typeof SchedulePiece>;

/** null: always open. */
export const ConsoleSchedule = z.object({
  time_zone: timeZone,
  pieces: z.array(SchedulePiece).check(z.maxLength(100)),
});
export type ConsoleSchedule = z.infer<typeof ConsoleSchedule>;
/** For responses; not validated, because an older version may have stored other values. */
export const ShownSchedule = z.nullable(
  z.object({
    time_zone: z.string(),
    pieces: list({ day: z.int(), from: z.int(), to: z.int() }),
  }),
);
