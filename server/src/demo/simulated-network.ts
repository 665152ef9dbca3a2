import { ApiError } from '../platform/http/api-error.ts';
import type { SimulatedCarrier } from '../platform/telephony/simulated-carrier.ts';
import type { Outcome } from '../platform/telephony/telephony-outcome.ts';

export type DemoNetwork = SimulatedCarrier;

export async function unwrapOutcome<T>(request: Promise<Outcome<T>>): Promise<T> {
  const outcome = await request;
  if (outcome.ok) return outcome.value;
  throw new ApiError(outcome.kind === 'refused' || outcome.kind === 'gone' ? 'badInput' : 'unavailable');
}
