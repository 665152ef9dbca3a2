import type { Range } from '../periods/ranges.ts';

/** Which calls a figure stands for. */
export interface CallsFilter {
  readonly hour?: number;
  /** 1 (Monday) to 7. */
  readonly weekday?: number;
  readonly team?: number | string;
  /** The agent who talked with the lead, also one who handed the call over; with an outcome, the lead's last agent. */
  readonly agent?: number | string;
  /** Instead of `agent`: the agent who missed a ring of the call. */
  readonly missed?: number;
  readonly source?: string;
  readonly number?: number | string;
  readonly direction?: string;
  /** One, or several separated by commas. */
  readonly status?: string;
  /** Leads with this outcome, each by its first call. */
  readonly outcome?: string;
}

/** The address of the calls that a figure of a report stands for: of its whole period, or of these days. */
export type CallsLink = (filter: CallsFilter, days?: Range) => string;

/** The page of these calls. Days, hours and weekdays are those of the report's time zone. */
export function callsAddress({ from, to }: Range, zone: string, { agent, ...rest }: CallsFilter): string {
  const params = new URLSearchParams({ from, to, zone });
  const agentFilter = rest.missed ? {} : rest.outcome ? { last: agent } : { taken: agent };
  for (const [name, value] of Object.entries({ ...rest, ...agentFilter }))
    if (value !== undefined && value !== '') params.set(name, String(value));
  return `/calls?${params}`;
}
