import { Refusal } from '../platform/http/refusal.ts';
import type { PretendNetwork } from '../platform/telephony/pretend-network.ts';
import type { Outcome } from '../platform/telephony/telephony-outcome.ts';

export type DemoNetwork = PretendNetwork;

export async function unwrapOutcome<T>(request: Promise<Outcome<T>>): Promise<T> {
  const outcome = await request;
  if (outcome.ok) return outcome.value;
  throw new Refusal(outcome.kind === 'refused' || outcome.kind === 'gone' ? 'badInput' : 'unavailable');
}
