/** How a number of the pretend telephone network behaves when it is rung. */
export interface Behaviour {
  /** From dialling until it is answered, refused or given up; it rings in between. */
  readonly ringMs: number;
  readonly outcome: 'answers' | 'busy' | 'never-answers' | 'does-not-exist';
  readonly voice: Voice;
  /** How long it stays on the line; null: until somebody hangs up. */
  readonly staysMs: number | null;
}

/** Whose voice is heard: a set of lines in the sound folder, by their prefix, or another conduct. */
export type Voice =
  | { readonly kind: 'talker'; readonly lines: string; readonly pauseMs: number }
  | { readonly kind: 'voicemail'; readonly greeting: string }
  | { readonly kind: 'echo' }
  | { readonly kind: 'silent' };

const interested: Voice = { kind: 'talker', lines: 'lead', pauseMs: 700 };
const somebody: Voice = { kind: 'talker', lines: 'other', pauseMs: 700 };
const hurried: Voice = { kind: 'talker', lines: 'short', pauseMs: 700 };

const table: Readonly<Record<string, Behaviour>> = {
  '+14155550100': { ringMs: 1_000, outcome: 'answers', voice: interested, staysMs: null },
  '+14155550101': { ringMs: 0, outcome: 'never-answers', voice: { kind: 'silent' }, staysMs: null },
  '+14155550102': { ringMs: 500, outcome: 'busy', voice: { kind: 'silent' }, staysMs: null },
  '+14155550103': {
    ringMs: 2_000,
    outcome: 'answers',
    voice: { kind: 'voicemail', greeting: 'voicemail' },
    staysMs: null,
  },
  '+14155550104': { ringMs: 300, outcome: 'does-not-exist', voice: { kind: 'silent' }, staysMs: null },
  '+14155550105': { ringMs: 1_000, outcome: 'answers', voice: hurried, staysMs: 3_000 },
  '+14155550106': { ringMs: 1_000, outcome: 'answers', voice: { kind: 'echo' }, staysMs: null },
  '+14155550107': { ringMs: 0, outcome: 'never-answers', voice: { kind: 'silent' }, staysMs: null },
};

/** The table of the network; every other number answers after 2 s and talks. */
export function behaviourOf(number: string): Behaviour {
  return table[number] ?? { ringMs: 2_000, outcome: 'answers', voice: somebody, staysMs: null };
}

/** Why a text does not reach that number, by the provider's number for it; null when it does. */
export function textFault(number: string): number | null {
  return behaviourOf(number).outcome === 'does-not-exist' ? 30005 : null;
}
