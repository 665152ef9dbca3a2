/** What the demo's routes ask of the pretend telephone network; a "no" of it is a refusal. */

import { ApiError } from '../platform/http/api-error.ts';
import type { SimulatedCarrier } from '../platform/telephony/simulated-carrier.ts';
import type { Outcome } from '../platform/telephony/telephony-outcome.ts';

export type DemoNetwork = SimulatedCarrier;

export async function answerOf<T>(asking: Promise<Outcome<T>>): Promise<T> {
  const outcome = await asking;
  if (outcome.ok) return outcome.value;
  throw new ApiError(outcome.kind === 'refused' || outcome.kind === 'gone' ? 'badInput' : 'unavailable');
}
