const COUNTERS = [
  'leads posted',
  'leads acknowledged',
  'leads without a response',
  'leads rejected',
  'rings received',
  'rings accepted',
  'rings ignored',
  'conversations',
  'results saved',
  'results without a response',
  'notes saved',
  'notes without a response',
  'phones reconnected',
  'faults',
] as const;

export type Tally = ReturnType<typeof newTally>;

export const newTally = () => ({
  counts: Object.fromEntries(COUNTERS.map((name) => [name, 0])) as Record<(typeof COUNTERS)[number], number>,
  retriedPosts: new Map<string, number>(),
  leads: new Map<string, { leadId: number; callId: number | null }>(),
  results: new Map<number, string>(),
  notes: new Map<number, string>(),
  rangAt: new Map<number, number>(),
  postedAt: new Map<number, number>(),
  online: new Set<string>(),
});
