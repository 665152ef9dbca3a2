import type { WeeklySchedule } from '@offhook/contract/weekly-schedule';

export interface DemoAccount {
  readonly id: number;
  readonly name: string;
  readonly customCrmUrl?: string;
  /** With office hours, calling hours, a daily limit and short retry lists. */
  readonly strict?: true;
  readonly teams: readonly DemoTeam[];
  readonly numbers: readonly { readonly team: string; readonly name: string; readonly phone: string }[];
}

export interface DemoTeam {
  readonly name: string;
  readonly mode: 'simultaneous' | 'round_robin';
  readonly members: readonly string[];
  readonly whisperTemplate: string | null;
  readonly isDealWhispertext: boolean;
  readonly voicemailGreeting?: string;
  readonly script?: string;
  readonly profileId?: number;
}

export const DEMO_TIME_ZONE = 'America/Los_Angeles';

export const OFFICE_HOURS: WeeklySchedule = {
  time_zone: DEMO_TIME_ZONE,
  pieces: [1, 2, 3, 4, 5].map((day) => ({ day, from: 540, to: 1020 })),
};

export const DEMO_TAGS = [
  { key: 'appointment', name: 'Appointment set', color: '#1f7a4d' },
  { key: 'quote', name: 'Quote sent', color: '#3456d1' },
  { key: 'callback', name: 'Call back later', color: '#f2b134' },
  { key: 'not-now', name: 'Not interested now', color: '#c9ccd1' },
] as const;

const GREETING =
  'This is Harbor Home Services. Nobody can take your call right now. Please leave a message after the tone.';

const SCRIPT = `# First call

## Open
“Hi {fname}, this is {agent} from Harbor Home Services. You asked us about {category}. Is now a good time?”

## Qualify
“Tell me about the house.”

- Owns the house
- Year built
- Last repair

## Book the visit
“I have Wednesday or Thursday after 9. Which is better for you?”

## If they ask about price
“It depends on the house. The visit is free and takes 20 minutes.”`;

const WHISPER = '{fname} {lname} from {company}, {category}';

/** Publicly known, like the users' password. */
export const demoKey = (accountId: number): string => `demo-${accountId}`;

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    id: 100,
    name: 'Harbor Home Services',
    teams: [
      {
        name: 'Sales',
        mode: 'simultaneous',
        members: ['agent@demo.test', 'agent2@demo.test', 'agent3@demo.test'],
        whisperTemplate: WHISPER,
        isDealWhispertext: true,
        voicemailGreeting: GREETING,
        script: SCRIPT,
      },
      {
        name: 'Support',
        mode: 'round_robin',
        members: ['agent2@demo.test', 'plain@demo.test'],
        whisperTemplate: null,
        isDealWhispertext: false,
        voicemailGreeting: GREETING,
      },
    ],
    numbers: [
      { team: 'Sales', name: 'Main line', phone: '+14155550199' },
      { team: 'Support', name: 'Support line', phone: '+14155550198' },
      // 41 characters: one more than a caller ID shows.
      { team: 'Sales', name: 'Regional outreach line for the west coast', phone: '+14155550197' },
    ],
  },
  {
    id: 200,
    name: 'Strict Hours Insurance',
    strict: true,
    teams: [ordinaryTeam('Callers', ['agent@200.test'])],
    numbers: [{ team: 'Callers', name: 'Insurance line', phone: '+14155550177' }],
  },
  specialAccount(
    6671,
    'Sixty-Six Solar',
    'Solar line',
    '+14155550166',
    'https://crm.example.test/leads/{source_id}',
  ),
  specialAccount(9920, 'Ninety-Nine Windows', 'Windows line', '+14155550192'),
  specialAccount(9420, 'Ninety-Four Heating', 'Main line', '+14155550194'),
  specialAccount(781, 'Seven Eighty-One Movers', 'Movers line', '+14155550178'),
  {
    ...specialAccount(10787, 'Always On Roofing', 'Roofing line', '+14155550187'),
    teams: [
      ordinaryTeam('Sales', ['agent@10787.test']),
      { ...ordinaryTeam('By hand', ['agent@10787.test']), profileId: 7703 },
    ],
  },
  specialAccount(3998, 'Always On Plumbing', 'Plumbing line', '+14155550139'),
];

function specialAccount(
  id: number,
  name: string,
  line: string,
  phone: string,
  customCrmUrl?: string,
): DemoAccount {
  return {
    id,
    name,
    ...(customCrmUrl === undefined ? {} : { customCrmUrl }),
    teams: [ordinaryTeam('Sales', [`agent@${id}.test`])],
    numbers: [{ team: 'Sales', name: line, phone }],
  };
}

function ordinaryTeam(name: string, members: readonly string[]): DemoTeam {
  return { name, mode: 'simultaneous', members, whisperTemplate: WHISPER, isDealWhispertext: false };
}
