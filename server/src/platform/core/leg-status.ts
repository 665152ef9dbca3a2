// Provider reports arrive late, twice and in any order, so the status only moves forward and a final one never changes.
//
/**
 *   queued → initiated → ringing → in-progress ─┐
 *      └────────┴───────────┴───────────────────┴→ completed | busy | failed | no-answer | canceled
 */
export const FINAL_LEG_STATUSES = ['completed', 'busy', 'failed', 'no-answer', 'canceled'] as const;

export type FinalLegStatus = (typeof FINAL_LEG_STATUSES)[number];

export const LEG_STATUSES = ['queued', 'initiated', 'ringing', 'in-progress', ...FINAL_LEG_STATUSES] as const;

export type LegStatus = (typeof LEG_STATUSES)[number];

export type AnsweredBy = 'human' | 'machine';

export function isFinal(status: LegStatus): status is FinalLegStatus {
  return (FINAL_LEG_STATUSES as readonly string[]).includes(status);
}
