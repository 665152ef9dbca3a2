/** What the demo's routes ask of the pretend telephone network; a "no" of it is a refusal. */

import { Refusal } from '../platform/http/refusal.ts';
import type { PretendNetwork } from '../platform/telephony/pretend-network.ts';
import type { Outcome } from '../platform/telephony/telephony-outcome.ts';

export type DemoNetwork = PretendNetwork;

export async function answerOf<T>(asking: Promise<Outcome<T>>): Promise<T> {
  const outcome = await asking;
  if (outcome.ok) return outcome.value;
  throw new Refusal(outcome.kind === 'refused' || outcome.kind === 'gone' ? 'badInput' : 'unavailable');
}
