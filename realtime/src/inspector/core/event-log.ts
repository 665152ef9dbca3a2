import type { Observation } from '../../core/observation.ts';
import type { Entry } from './entry.ts';

export interface LogLimits {
  readonly entries: number;
  readonly chars: number;
}

export const LOG_LIMITS: LogLimits = { entries: 1_000, chars: 4_000_000 };

/** Client events in a webhook have an entry of their own, so the webhook keeps the beginning of their data. */
const WEBHOOK_DATA_CHARS = 200;

/** The last entries as JSON, oldest first. */
export interface EventLog {
  readonly lines: string[];
  chars: number;
  nextId: number;
}

export function newEventLog(): EventLog {
  return { lines: [], chars: 0, nextId: 1 };
}

/** Adds an entry and drops the oldest ones beyond the limits. Mutates the log. @returns the entry as JSON */
export function addToLog(
  log: EventLog,
  observation: Observation,
  at: number,
  limits: LogLimits = LOG_LIMITS,
): string {
  const entry: Entry = { ...shorten(observation), id: log.nextId, at };
  log.nextId += 1;
  const line = JSON.stringify(entry);
  log.lines.push(line);
  log.chars += line.length;
  while (log.lines.length > limits.entries || (log.chars > limits.chars && log.lines.length > 1))
    log.chars -= log.lines.shift()?.length ?? 0;
  return line;
}

/** The numbers of later entries continue, so that a page can't confuse them with earlier ones. */
export function clearLog(log: EventLog): void {
  log.lines.length = 0;
  log.chars = 0;
}

function shorten(observation: Observation): Observation {
  if (observation.kind !== 'webhook') return observation;
  const events = observation.events.map((event) =>
    event.name === 'client_event' && event.data !== null && event.data.length > WEBHOOK_DATA_CHARS
      ? { ...event, data: `${event.data.slice(0, WEBHOOK_DATA_CHARS)}…` }
      : event,
  );
  return { ...observation, events };
}
