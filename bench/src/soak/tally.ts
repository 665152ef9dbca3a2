const COUNTED = [
  'leads posted',
  'leads acknowledged',
  'leads without an answer',
  'leads refused',
  'rings at a phone',
  'rings accepted',
  'rings ignored',
  'conversations',
  'results given',
  'results without an answer',
  'notes given',
  'notes without an answer',
  'phones connected again',
  'faults',
] as const;

/** What happened so far, in figures, and what was acknowledged. */
export type Tally = ReturnType<typeof newTally>;

export const newTally = () => ({
  counts: Object.fromEntries(COUNTED.map((what) => [what, 0])) as Record<(typeof COUNTED)[number], number>,
  /** How often a lead was posted once more, by the reason. */
  postedAgain: new Map<string, number>(),
  leads: new Map<string, { leadId: number; callId: number | null }>(),
  results: new Map<number, string>(),
  notes: new Map<number, string>(),
  /** ms since the lead was first posted, by call: when its first ring was at a phone. */
  rangAt: new Map<number, number>(),
  postedAt: new Map<number, number>(),
  /** Agents whose phone was online at least once. */
  online: new Set<string>(),
});
