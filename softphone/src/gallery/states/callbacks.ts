import type { Callback, CallbackOffer } from '@offhook/contract/leads/callbacks';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** Two are soon, one is on another day and has moved. */
export function sampleCallbacks(now: number): readonly Callback[] {
  const iso = (at: number) => new Date(at).toISOString();
  const morning = Math.floor(now / DAY_MS) * DAY_MS + 2 * DAY_MS + 17 * 60 * MINUTE_MS;
  const one = (id: number, at: number, fname: string, lname: string) => ({
    id,
    at: iso(at),
    target: 'me' as const,
    call_id: 11,
    set_at: iso(now - DAY_MS),
    moved: null,
    time_zone: 'America/Los_Angeles',
    lead: {
      fname,
      lname,
      label: `${fname} ${lname}`,
      phone_number: id === 2 ? '+14155550100' : `+1415555016${id}`,
      phone_number_formatted: `(415) 555-016${id}`,
    },
  });
  return [
    one(1, now - MINUTE_MS, 'Olga', 'Line'),
    {
      ...one(2, now + 11.5 * MINUTE_MS, 'Bartholomew Maximilian', 'Okonkwo-Lindqvist'),
      target: 'team',
      missed_at: iso(now - 3.5 * MINUTE_MS),
    },
    {
      ...one(3, morning, 'Ines', 'Duarte'),
      time_zone: 'America/New_York',
      moved: 'It is outside the team’s hours.',
    },
  ];
}

export function sampleOffer(now: number, callback: Callback | null): CallbackOffer {
  const iso = (minutes: number) => new Date(now + minutes * MINUTE_MS).toISOString();
  return {
    time_zone: 'America/New_York',
    choices: [
      { choice: 'in_15_minutes', at: iso(15), moved: null },
      { choice: 'in_1_hour', at: iso(60), moved: null },
      { choice: 'tomorrow_morning', at: iso(1_440), moved: 'It is outside the team’s hours.' },
      { choice: 'tomorrow_afternoon', at: iso(1_660), moved: null },
    ],
    callback,
  };
}
