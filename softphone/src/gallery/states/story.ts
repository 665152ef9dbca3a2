import type { LeadStory } from '@offhook/contract/leads/lead-story';

const EMPTY = {
  arrived_at: null,
  form: null,
  fields: [],
  time_zone: null,
  attempts: 0,
  call_count: 0,
  calls: [],
  last_note: null,
  text_count: 0,
  texts: [],
  next_call: null,
  script: null,
} satisfies LeadStory;

const INBOUND = { direction: 'inbound', number: null, seconds: 0, recording: null } as const;

export function stories(
  recording: string,
  now: number,
): { full: LeadStory; empty: LeadStory; caller: LeadStory; planned: LeadStory } {
  const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  const DAY = 1_440;
  const note = (content: string, agent: string, minutes: number) => ({ content, agent, at: ago(minutes) });
  const last = note(
    'Owns the building. Wants a quote for the flat roof before the lease review on Dec 4. Ask for the July power bill. Her brother Paul signs the contract, so invite him to the visit. The gate code is at the caretaker, who is there until four.',
    'Benedikt Schwarzenberger',
    4 * DAY,
  );
  return {
    empty: { ...EMPTY, arrived_at: ago(0) },
    planned: {
      ...EMPTY,
      time_zone: 'America/Los_Angeles',
      next_call: { at: ago(-DAY), follow_up: null, follow_ups: 0, if_unreached: false },
    },
    caller: {
      ...EMPTY,
      caller_number: '(415) 555-0100',
      time_zone: 'America/Los_Angeles',
      call_count: 2,
      calls: [
        { ...INBOUND, id: 2, status: 'missed', result: null, agent: null, at: ago(1), notes: [] },
        {
          ...INBOUND,
          id: 1,
          status: 'completed',
          result: 'contacted',
          agent: 'Ann Reyes',
          at: ago(90),
          seconds: 95,
          notes: [note('Wants a quote for a flat roof.', 'Ann Reyes', 88)],
        },
      ],
      last_note: note('Wants a quote for a flat roof.', 'Ann Reyes', 88),
    },
    full: {
      arrived_at: ago(0.2),
      form: 'Solar and heat pump consultation form',
      fields: [
        { name: 'ZIP code', value: '92103' },
        { name: 'Roof', value: 'Flat, 12 years old' },
        { name: 'Power bill', value: '$640 a month' },
        { name: 'Second contact', value: 'paul.bartholomew.whitlock@whitlock-and-sons-bakery.example' },
        { name: 'How did you hear about our company?', value: 'From a neighbor' },
        { name: 'Start', value: 'Within 3 months' },
      ],
      time_zone: 'America/New_York',
      attempts: 2,
      call_count: 63,
      calls: [
        {
          id: 4,
          direction: 'outbound',
          number: 2,
          status: 'busy',
          result: null,
          agent: 'Priya Venkataraman',
          at: ago(3 * DAY),
          seconds: 0,
          notes: [],
          recording: null,
        },
        {
          id: 3,
          direction: 'outbound',
          number: 1,
          status: 'completed',
          result: 'voicemail',
          agent: 'Benedikt Schwarzenberger',
          at: ago(4 * DAY + 25),
          seconds: 42,
          notes: [last],
          recording: { url: `${recording}#story3`, agent_channel: 0, is_own: false },
        },
        {
          id: 2,
          direction: 'inbound',
          number: null,
          status: 'completed',
          result: 'contacted',
          agent: 'Ann Reyes',
          at: ago(102 * DAY),
          seconds: 378,
          notes: [note('Asked about financing.', 'Ann Reyes', 102 * DAY)],
          recording: { url: `${recording}#story2`, agent_channel: 0, is_own: true },
        },
        {
          id: 1,
          direction: 'inbound',
          number: null,
          status: 'missed',
          result: 'missed',
          agent: null,
          at: ago(400 * DAY),
          seconds: 0,
          notes: [],
          recording: null,
        },
      ],
      last_note: last,
      text_count: 2,
      texts: [
        { id: 2, direction: 'inbound', body: 'Mornings are better, after 9.', agent: null, at: ago(4 * DAY) },
        {
          id: 1,
          direction: 'outbound',
          body: 'Sorry we missed you. When can we call?',
          agent: 'Benedikt Schwarzenberger',
          at: ago(4 * DAY + 23),
        },
      ],
      next_call: { at: ago(-DAY), follow_up: 2, follow_ups: 4, if_unreached: true },
      script: {
        team: 'Sales',
        markdown: `# Solar, second call

Read it freely.

## Open
“Hi {fname}, this is {agent} from Brightline. You sent our form a moment ago. Is now a good time?”

## Qualify
“You said the roof is **{roof}**. Has it been resurfaced since?”

- Owns the building
- Roof age
- Power bill

## Book the visit
“I have Wednesday or Thursday after 9. Which is better for you?” See the [calendar](https://calendar.example).

## If they ask about price
1. “It depends on the roof.”
2. “The visit is free and takes 20 minutes.”`,
      },
    },
  };
}
