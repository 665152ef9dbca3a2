/** How the other side of a call that we dial stands, as the agent is told it. */
import type { Call, Disposition, FarEnd } from '@offhook/contract/entities';
import type { LiveFarEnd } from '../screen/screen-state.ts';

/** @param at when the server said so, in milliseconds since 1970 */
export function liveFarEnd({ far_end: said }: Call, at: number): LiveFarEnd | null {
  if (said?.state === 'ringing' || said?.state === 'voicemail') return { name: said.state };
  return said?.state === 'answered' ? { name: 'answered', at: at - said.seconds * 1_000 } : null;
}

export interface EndReason {
  readonly name: 'busy' | 'noAnswer' | 'noSuchNumber' | 'failed';
  readonly title: string;
  readonly text: string;
}

/** Why no one was reached; null: someone was, or it is not known. */
export function endReason({ far_end: said, lead }: Pick<Call, 'far_end' | 'lead'>): EndReason | null {
  const phone = lead?.fname ? `${lead.fname}'s phone` : 'The phone';
  if (!said) return null;
  const { state } = said;
  const seconds = Math.round(said.seconds);
  switch (state) {
    case 'busy':
      return { name: 'busy', title: 'Line was busy', text: `${phone} did not ring.` };
    case 'no-answer':
      return { name: 'noAnswer', title: 'No answer', text: `${phone} rang for ${seconds} s.` };
    case 'no-such-number':
      return { name: 'noSuchNumber', title: "Number doesn't exist", text: 'This number is not in service.' };
    case 'failed':
      return { name: 'failed', title: 'Call failed', text: 'The call did not go through.' };
    case 'canceled':
      return { name: 'noAnswer', title: 'No answer', text: `You hung up after ${seconds} s of ringing.` };
    case 'ringing':
    case 'answered':
    case 'voicemail':
      return null;
    default:
      return state satisfies never;
  }
}

/** A suggestion: no key and no focus follows it. */
export function likelyResult(said: FarEnd | null | undefined): Disposition | null {
  if (!said || said.state === 'ringing') return null;
  if (said.state === 'voicemail') return 'voicemail';
  return said.state === 'answered' ? 'contacted' : 'missed';
}
