import type { DeliveryFailure } from '../texts/texts.ts';

/** How a number of the pretend telephone network behaves when it is rung. */
export interface Behaviour {
  /** From dialling until it is answered, refused or given up; it rings in between. */
  readonly ringMs: number;
  readonly outcome: 'answers' | 'busy' | 'never-answers' | 'does-not-exist' | 'unreachable';
  readonly voice: Voice;
  /** How long it stays on the line; null: until somebody hangs up. */
  readonly hangUpAfterMs: number | null;
  /** The key that it presses when it is asked for one. */
  readonly pressesKey?: string;
  /** How it speaks when it is asked for a message. */
  readonly messageVoice?: Voice;
}

/** Whose voice is heard: a set of lines in the sound folder, by their prefix, or another conduct. */
export type Voice =
  | {
      readonly kind: 'talker';
      readonly lines: string;
      readonly pauseMs: number;
      /** Hangs up when it has said all its lines. */
      readonly once?: boolean;
      /** Hangs up when so many lines in a row got no answer. */
      readonly maxUnanswered?: number;
    }
  /** Speaks to whoever presses keys: each key has a voice of its own. */
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

const answers = (ringMs: number, voice: Voice, more: Partial<Behaviour> = {}): Behaviour => ({
  ringMs,
  outcome: 'answers',
  voice,
  hangUpAfterMs: null,
  ...more,
});
const fails = (ringMs: number, outcome: Behaviour['outcome']): Behaviour => ({
  ...answers(ringMs, silent),
  outcome,
});

const table: Readonly<Record<string, Behaviour>> = {
  '+14155550100': answers(1_000, interestedLead),
  '+14155550101': fails(0, 'never-answers'),
  '+14155550102': fails(500, 'busy'),
  '+14155550103': answers(2_000, mailbox),
  '+14155550104': fails(300, 'does-not-exist'),
  '+14155550105': answers(1_000, briefTalker, { hangUpAfterMs: 3_000 }),
  '+14155550106': answers(1_000, { kind: 'echo' }),
  // Where a handset page is open it rings there (see handset/).
  '+14155550107': fails(0, 'never-answers'),
  // Somebody who says that it is a bad time, and goes.
  '+14155550120': answers(1_000, { ...briefTalker, once: true }),
  // Somebody at the wheel who asks to be called later, and goes.
  '+14155550121': answers(1_500, { kind: 'talker', lines: 'later', pauseMs: 700, once: true }),
  // Somebody who hangs up on silence.
  '+14155550122': answers(1_000, { kind: 'talker', lines: 'quiet', pauseMs: 700, maxUnanswered: 2 }),
  // A company's menu: 1 is a person, 2 a mailbox.
  '+14155550123': answers(500, { kind: 'menu', lines: 'menu', keys: { '1': interestedLead, '2': mailbox } }),
  // Somebody who takes long to find the telephone.
  '+14155550124': answers(20_000, interestedLead),
  // Somebody with the telephone in hand.
  '+14155550130': answers(0, interestedLead),
  // An agent's own telephone: whatever is offered is accepted.
  '+14155550131': answers(1_000, ordinaryTalker, { pressesKey: '1' }),
  // Another's, who wants that lead removed.
  '+14155550132': answers(1_000, silent, { pressesKey: '9' }),
  // Somebody who says nothing to people, and a few words to a machine that asks for a message.
  '+14155550128': answers(1_000, silent, {
    messageVoice: { kind: 'talker', lines: 'later-2', pauseMs: 700, once: true },
  }),
  // Switched off.
  '+14155550127': fails(1_500, 'unreachable'),
};

/** The telephone of a person at a browser. */
export const handsetNumber = '+14155550107';

/** A landline: it talks, and takes no texts. */
const landline = '+14155550126';

/** The table of the network; every other number answers after 2 s and talks. */
export function behaviourOf(number: string): Behaviour {
  return table[number] ?? answers(2_000, ordinaryTalker);
}

/** Talks, and its operator lets no text through: it never goes out. */
const filtered = '+14155550129';

/** Why a text does not reach that number, by the provider's number for it; null when it does. */
export function textFailure(number: string): DeliveryFailure | null {
  if (number === filtered) return { status: 'failed', errorCode: 30007 };
  if (number === landline) return { status: 'undelivered', errorCode: 30006 };
  switch (behaviourOf(number).outcome) {
    case 'does-not-exist':
      return { status: 'undelivered', errorCode: 30005 };
    case 'unreachable':
      return { status: 'undelivered', errorCode: 30003 };
    default:
      return null;
  }
}
