/** What API keys post: counted for its key, and taken in a few at a time. */
import type { LeadIntake } from '@offhook/contract/requests';
import { countKeyCall } from '../accounts/sign-in/api-keys.ts';
import type { StepParts } from '../calls/call-steps.ts';
import type { Account } from '../platform/http/caller.ts';
import type { InFlight } from '../platform/process/in-flight.ts';
import { createIntakeQueue } from './intake-queue.ts';
import { type LeadAnswer, takeLead } from './leads.ts';
import { type ScheduledWish, scheduleCall } from './scheduled-calls.ts';

export interface Intake {
  takeLead(account: Account, lead: LeadIntake, idempotencyKey: string | null): Promise<LeadAnswer>;
  /** A call at a time that the sender chose. */
  scheduleCall(account: Account, wish: ScheduledWish, idempotencyKey: string | null): Promise<LeadAnswer>;
}

export function createIntake(parts: StepParts, inFlight: InFlight): Intake {
  const queue = createIntakeQueue();
  const takeIn = (account: Account, take: () => Promise<LeadAnswer>) =>
    inFlight.track(
      'lead',
      queue(async () => {
        await countKeyCall(parts.db, account, parts.clock.now());
        return take();
      }),
    );
  return {
    takeLead: (account, lead, key) => takeIn(account, () => takeLead(parts, account, lead, key)),
    scheduleCall: (account, wish, key) => takeIn(account, () => scheduleCall(parts, account, wish, key)),
  };
}
