import type { CallType, CallUserStatus } from '@offhook/contract/entities';

export interface ExternalPhoneRing {
  readonly type: CallType;
  readonly direction: string;
  readonly whisperText: string | null;
  readonly leadLabel: string | null;
}

export function ringPrompt({ type, direction, whisperText, leadLabel }: ExternalPhoneRing): string {
  const about = whisperText ?? leadLabel;
  const keys = leadLabel === null ? 'Press 1 to accept.' : 'Press 1 to accept, or 9 to remove the lead.';
  return [`${ringTitle(type, direction)}.`, ...(about === null ? [] : [`${about}.`]), keys].join(' ');
}

/** The same titles as on the app's ringing screen. */
function ringTitle(type: CallType, direction: string): string {
  if (type === 'transfer') return 'Incoming transfer';
  if (type === 'conference') return 'Incoming conference';
  return direction === 'inbound' ? 'Incoming call' : 'Incoming lead';
}

export type KeyAction = 'accept' | 'removeLead' | 'ignore' | 'nothing';

export function keyAction(digits: string, hasLead: boolean): KeyAction {
  if (digits === '') return 'nothing';
  if (digits === '1') return 'accept';
  return digits === '9' && hasLead ? 'removeLead' : 'ignore';
}

export const LEAD_REMOVED_PROMPT = 'The lead has been removed. Goodbye.';

/** @param takenBy the name of the agent who got the call */
export function goodbyePrompt(status: CallUserStatus, takenBy: string | null): string {
  if (takenBy !== null) return `${takenBy} has taken this call. Goodbye.`;
  return status === 'withdrawn'
    ? 'This call is no longer waiting. Goodbye.'
    : 'You have not taken this call. Goodbye.';
}
