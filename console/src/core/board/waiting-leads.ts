/** What the board says about a lead to whom nobody talks yet. */
import { timeSince } from './durations.ts';

interface Waiting {
  readonly team: { readonly name: string } | null;
  readonly ringing: number;
  readonly retry: number | null;
  readonly lead_retry: number | null;
}

/** Of which team, and what happens: rung agents, or when the call is due. */
export function waitingLine({ team, ringing }: Waiting, due: number | null, now: number): string {
  const words = [team?.name ?? null];
  if (ringing > 0) words.push(`ringing ${ringing} ${ringing === 1 ? 'agent' : 'agents'}`);
  else if (due !== null && due > now) words.push(`due in ${timeSince(now, due)}`);
  else if (due !== null) words.push('due now');
  const line = words.filter((word) => word !== null).join(', ');
  return line.charAt(0).toUpperCase() + line.slice(1);
}

/** 'Retry #1' of the same hour, 'Followup #3' of later ones; null for a first try. */
export function tryName({ retry, lead_retry }: Pick<Waiting, 'retry' | 'lead_retry'>): string | null {
  if (retry) return `Retry #${retry}`;
  return lead_retry ? `Followup #${lead_retry}` : null;
}
