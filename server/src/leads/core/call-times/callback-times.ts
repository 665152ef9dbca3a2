/** The lead's local time is read as if it were UTC; days of 23 or 25 hours need no special case. */
import type { CallbackChoice } from '@offhook/contract/leads/callbacks';
import { toMs } from '@offhook/contract/timestamps';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long a callback waits for the agent who set it. Then it is the team's. */
export const CALLBACK_GRACE_MS = 10 * MINUTE_MS;
/** After a ring that no agent accepted. */
export const CALLBACK_AGAIN_MS = 5 * MINUTE_MS;

const MORNING_HOUR = 9;
const AFTERNOON_HOUR = 15;
/** Later in the day, 'this afternoon' is no choice. */
const AFTERNOON_LEAD_MS = HOUR_MS;

/** In order of time. */
export function callbackChoices(
  timeZone: string,
  now: number,
): { readonly choice: CallbackChoice; readonly at: number }[] {
  const minute = Math.ceil(now / MINUTE_MS) * MINUTE_MS;
  const midnight = Math.floor(toLocal(timeZone, now) / DAY_MS) * DAY_MS;
  const afternoon = fromLocal(timeZone, midnight + AFTERNOON_HOUR * HOUR_MS);
  const choices: { readonly choice: CallbackChoice; readonly at: number }[] = [
    { choice: 'in_15_minutes', at: minute + 15 * MINUTE_MS },
    { choice: 'in_1_hour', at: minute + HOUR_MS },
    ...(afternoon - now > AFTERNOON_LEAD_MS ? [{ choice: 'this_afternoon', at: afternoon } as const] : []),
    { choice: 'tomorrow_morning', at: fromLocal(timeZone, midnight + DAY_MS + MORNING_HOUR * HOUR_MS) },
    { choice: 'tomorrow_afternoon', at: fromLocal(timeZone, midnight + DAY_MS + AFTERNOON_HOUR * HOUR_MS) },
  ];
  return choices;
}

/** @param local '2026-11-27T09:30' @returns null if there is no such minute */
export function parseLocalMinute(timeZone: string, local: string): number | null {
  const ms = toMs(`${local}:00Z`);
  return Number.isFinite(ms) && localText('UTC', ms).startsWith(local) ? fromLocal(timeZone, ms) : null;
}

/** A time that the clocks skip is as much later; of two times that they repeat, the first one counts. */
function fromLocal(timeZone: string, local: number): number {
  const before = local - offset(timeZone, local - DAY_MS);
  const after = local - offset(timeZone, local + DAY_MS);
  const times = [before, after].filter((at) => toLocal(timeZone, at) === local);
  return times.length === 0 ? before : Math.min(...times);
}

const offset = (timeZone: string, at: number): number => toLocal(timeZone, at) - at;

function toLocal(timeZone: string, at: number): number {
  const whole = Math.floor(at / 1_000) * 1_000;
  return toMs(`${localText(timeZone, whole)}Z`) + (at - whole);
}

/** '2026-11-27T09:30:00' */
function localText(timeZone: string, at: number): string {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const fields = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  const format = new Intl.DateTimeFormat('en-US', { ...fields, ...time, timeZone });
  formats.set(timeZone, format);
  return format;
}
