/** What an agent hears who is rung on a phone of their own, and what their keys mean. */
import type { CallType, CallUserStatus } from '@offhook/contract/entities';

export interface OfferedByPhone {
  /** As this agent is asked into it. */
  readonly type: CallType;
  /** `inbound`, or another. */
  readonly direction: string;
  readonly whisperText: string | null;
  /** What the lead is called; null: there is none. */
  readonly leadLabel: string | null;
}

export function prompt({ type, direction, whisperText, leadLabel }: OfferedByPhone): string {
  const about = whisperText ?? leadLabel;
  const keys = leadLabel === null ? 'Press 1 to accept.' : 'Press 1 to accept, or 9 to remove the lead.';
  return [`${titleOf(type, direction)}.`, ...(about === null ? [] : [`${about}.`]), keys].join(' ');
}

/** The same words as on the screen of a phone that rings. */
function titleOf(type: CallType, direction: string): string {
  if (type === 'transfer') return 'Incoming transfer';
  if (type === 'conference') return 'Incoming conference';
  return direction === 'inbound' ? 'Incoming call' : 'Incoming lead';
}

export type KeyMeaning = 'accept' | 'removeLead' | 'ignore' | 'nothing';

/** @param digits what was pressed; empty: nothing */
export function meaningOf(digits: string, hasLead: boolean): KeyMeaning {
  if (digits === '') return 'nothing';
  if (digits === '1') return 'accept';
  return digits === '9' && hasLead ? 'removeLead' : 'ignore';
}

export const REMOVED = 'The lead has been removed. Goodbye.';

/** The last words to somebody who does not have the call. @param takenBy the name of who has it instead */
export function farewell(status: CallUserStatus, takenBy: string | null): string {
  if (takenBy !== null) return `${takenBy} has taken this call. Goodbye.`;
  return status === 'withdrawn'
    ? 'This call is no longer waiting. Goodbye.'
    : 'You have not taken this call. Goodbye.';
}
