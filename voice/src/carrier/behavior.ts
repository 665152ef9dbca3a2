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
const fails = (ringMs: number, outcome: Behavior['outcome']): Behavior => ({
  ...answers(ringMs, silent),
  outcome,
});

const table: Readonly<Record<string, Behavior>> = {
  '+14155550100': answers(1_000, interestedLead),
  '+14155550101': fails(0, 'never-answers'),
  '+14155550102': fails(500, 'busy'),
  '+14155550103': answers(2_000, mailbox),
  '+14155550104': fails(300, 'does-not-exist'),
  '+14155550105': answers(1_000, briefTalker, { hangUpAfterMs: 3_000 }),
  '+14155550106': answers(1_000, { kind: 'echo' }),
  // Rings in the handset page instead, if one is open (see handset/).
  '+14155550107': fails(0, 'never-answers'),
  // Says that it's a bad time, and hangs up.
  '+14155550120': answers(1_000, { ...briefTalker, once: true }),
  // Is driving, asks to be called later, and hangs up.
  '+14155550121': answers(1_500, { kind: 'talker', lines: 'later', pauseMs: 700, once: true }),
  '+14155550122': answers(1_000, { kind: 'talker', lines: 'quiet', pauseMs: 700, maxUnanswered: 2 }),
  // A phone menu: key 1 reaches a person, key 2 a mailbox.
  '+14155550123': answers(500, { kind: 'menu', lines: 'menu', keys: { '1': interestedLead, '2': mailbox } }),
  '+14155550124': answers(20_000, interestedLead),
  '+14155550130': answers(0, interestedLead),
  // An agent's external phone that accepts every call.
  '+14155550131': answers(1_000, ordinaryTalker, { pressesKey: '1' }),
  // The external phone of an agent who asks to remove the lead.
  '+14155550132': answers(1_000, silent, { pressesKey: '9' }),
  // Silent, but leaves a few words when it's being recorded.
  '+14155550128': answers(1_000, silent, {
    messageVoice: { kind: 'talker', lines: 'later-2', pauseMs: 700, once: true },
  }),
  '+14155550127': fails(1_500, 'unreachable'),
};

export const handsetNumber = '+14155550107';

/** Talks, but can't receive texts. */
const landline = '+14155550126';

export function behaviorOf(number: string): Behavior {
  return table[number] ?? answers(2_000, ordinaryTalker);
}

/** Talks, but its operator filters all texts. */
const filtered = '+14155550129';

export function textFailure(number: string): DeliveryFailure | null {
  if (number === filtered) return { status: 'failed', errorCode: 30007 };
  if (number === landline) return { status: 'undelivered', errorCode: 30006 };
  switch (behaviorOf(number).outcome) {
    case 'does-not-exist':
      return { status: 'undelivered', errorCode: 30005 };
    case 'unreachable':
      return { status: 'undelivered', errorCode: 30003 };
    default:
      return null;
  }
}
