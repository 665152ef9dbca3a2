import type { DeliveryFailure } from '../texts/texts.ts';

/** How a simulated phone behaves when it's called. */
export interface Behavior {
  /** Time from dialing to the outcome. */
  readonly ringMs: number;
  readonly outcome: 'answers' | 'busy' | 'never-answers' | 'does-not-exist' | 'unreachable';
  readonly voice: Voice;
  /** Time from the answer; null if it never hangs up by itself. */
  readonly hangUpAfterMs: number | null;
  readonly pressesKey?: string;
  /** Its voice while it's being recorded. */
  readonly messageVoice?: Voice;
  /** Why a text to it fails; absent if it receives texts. */
  readonly textFailure?: DeliveryFailure;
}

/** What the phone says. `lines` is the file name prefix of a set of recordings. */
export type Voice =
  | {
      readonly kind: 'talker';
      readonly lines: string;
      readonly pauseMs: number;
      readonly once?: boolean;
      /** Hangs up after this many lines in a row without a response. */
      readonly maxUnanswered?: number;
    }
  /** Switches to the voice of the key that the caller presses. */
  | {
      readonly kind: 'menu';
      readonly lines: string;
      readonly keys: Readonly<Record<string, Voice>>;
    }
  | { readonly kind: 'voicemail'; readonly greeting: string }
  | { readonly kind: 'echo' }
  | { readonly kind: 'silent' };

const interestedLead: Voice = { kind: 'talker', lines: 'lead', pauseMs: 700 };
const ordinaryTalker: Voice = { kind: 'talker', lines: 'other', pauseMs: 700 };
const briefTalker: Voice = { kind: 'talker', lines: 'short', pauseMs: 700 };

const mailbox: Voice = { kind: 'voicemail', greeting: 'voicemail' };
const silent: Voice = { kind: 'silent' };

const answers = (ringMs: number, voice: Voice, more: Partial<Behavior> = {}): Behavior => ({
  ringMs,
  outcome: 'answers',
  voice,
  hangUpAfterMs: null,
  ...more,
});
const fails = (ringMs: number, outcome: Behavior['outcome'], more: Partial<Behavior> = {}): Behavior => ({
  ...answers(ringMs, silent, more),
  outcome,
});
const undelivered = (errorCode: number): Partial<Behavior> => ({
  textFailure: { status: 'undelivered', errorCode },
});

/** The names are those of a seed file. */
export const BEHAVIORS = {
  talks: answers(2_000, ordinaryTalker),
  'interested-lead': answers(1_000, interestedLead),
  'never-answers': fails(0, 'never-answers'),
  busy: fails(500, 'busy'),
  voicemail: answers(2_000, mailbox),
  'does-not-exist': fails(300, 'does-not-exist', undelivered(30005)),
  'hangs-up': answers(1_000, briefTalker, { hangUpAfterMs: 3_000 }),
  echo: answers(1_000, { kind: 'echo' }),
  silent: answers(1_000, silent),
  /** Says that it's a bad time, and hangs up. */
  'bad-time': answers(1_000, { ...briefTalker, once: true }),
  /** Is driving, asks to be called later, and hangs up. */
  driving: answers(1_500, { kind: 'talker', lines: 'later', pauseMs: 700, once: true }),
  'expects-response': answers(1_000, { kind: 'talker', lines: 'quiet', pauseMs: 700, maxUnanswered: 2 }),
  /** Key 1 reaches a person, key 2 a mailbox. */
  menu: answers(500, { kind: 'menu', lines: 'menu', keys: { '1': interestedLead, '2': mailbox } }),
  /** Talks, but can't receive texts. */
  landline: answers(2_000, ordinaryTalker, undelivered(30006)),
  /** Talks, but its operator filters all texts. */
  'filters-texts': answers(2_000, ordinaryTalker, {
    textFailure: { status: 'failed', errorCode: 30007 },
  }),
  unreachable: fails(1_500, 'unreachable', undelivered(30003)),
  /** Silent, but leaves a few words when it's being recorded. */
  'leaves-message': answers(1_000, silent, {
    messageVoice: { kind: 'talker', lines: 'later-2', pauseMs: 700, once: true },
  }),
} as const satisfies Readonly<Record<string, Behavior>>;

export type BehaviorName = keyof typeof BEHAVIORS;

export const handsetNumber = '+14155550107';

const table: Readonly<Record<string, Behavior>> = {
  '+14155550100': BEHAVIORS['interested-lead'],
  '+14155550101': BEHAVIORS['never-answers'],
  '+14155550102': BEHAVIORS.busy,
  '+14155550103': BEHAVIORS.voicemail,
  '+14155550104': BEHAVIORS['does-not-exist'],
  '+14155550105': BEHAVIORS['hangs-up'],
  '+14155550106': BEHAVIORS.echo,
  // Rings in the handset page instead, if one is open (see handset/).
  [handsetNumber]: BEHAVIORS['never-answers'],
  '+14155550120': BEHAVIORS['bad-time'],
  '+14155550121': BEHAVIORS.driving,
  '+14155550122': BEHAVIORS['expects-response'],
  '+14155550123': BEHAVIORS.menu,
  '+14155550124': answers(20_000, interestedLead),
  '+14155550126': BEHAVIORS.landline,
  '+14155550127': BEHAVIORS.unreachable,
  '+14155550128': BEHAVIORS['leaves-message'],
  '+14155550129': BEHAVIORS['filters-texts'],
  '+14155550130': answers(0, interestedLead),
  // An agent's external phone that accepts every call.
  '+14155550131': answers(1_000, ordinaryTalker, { pressesKey: '1' }),
  // The external phone of an agent who asks to remove the lead.
  '+14155550132': answers(1_000, silent, { pressesKey: '9' }),
};

/** The simulated phones. Any number that isn't in the table answers and talks, unless it was set otherwise. */
export class Phones {
  readonly #own = new Map<string, Behavior>();

  set(number: string, behavior: Behavior): void {
    this.#own.set(number, behavior);
  }

  clear(): void {
    this.#own.clear();
  }

  behaviorOf(number: string): Behavior {
    return this.#own.get(number) ?? table[number] ?? BEHAVIORS.talks;
  }
}
