/** What happened so far, in figures, and what was acknowledged. */
export interface Tally {
  readonly counts: Record<Counted, number>;
  /** How often a lead was posted once more, by the reason. */
  readonly postedAgain: Map<string, number>;
  readonly leads: Map<string, { leadId: number; callId: number | null }>;
  readonly results: Map<number, string>;
  readonly notes: Map<number, string>;
  /** ms since the lead was first posted, by call: when its first ring was at a phone. */
  readonly rangAt: Map<number, number>;
  readonly postedAt: Map<number, number>;
  /** Agents whose phone was online at least once. */
  readonly online: Set<string>;
}

export type Counted =
  | 'leads posted'
  | 'leads acknowledged'
  | 'leads without an answer'
  | 'leads refused'
  | 'rings at a phone'
  | 'rings accepted'
  | 'rings ignored'
  | 'conversations'
  | 'results given'
  | 'results without an answer'
  | 'notes given'
  | 'notes without an answer'
  | 'phones connected again'
  | 'faults';

export function newTally(): Tally {
  return {
    counts: {
      'leads posted': 0,
      'leads acknowledged': 0,
      'leads without an answer': 0,
      'leads refused': 0,
      'rings at a phone': 0,
      'rings accepted': 0,
      'rings ignored': 0,
      conversations: 0,
      'results given': 0,
      'results without an answer': 0,
      'notes given': 0,
      'notes without an answer': 0,
      'phones connected again': 0,
      faults: 0,
    },
    postedAgain: new Map(),
    leads: new Map(),
    results: new Map(),
    notes: new Map(),
    rangAt: new Map(),
    postedAt: new Map(),
    online: new Set(),
  };
}
