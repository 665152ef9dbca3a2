/** Queues incoming leads and scheduled calls, with a rate limit per API key. */
import type { LeadIntake } from '@offhook/contract/requests/intake-requests';
import { countApiKeyCall } from '../accounts/sign-in/api-keys.ts';
import type { TransitionDeps } from '../calls/call-transitions.ts';
import type { Account } from '../platform/http/caller.ts';
import type { InFlight } from '../platform/process/in-flight.ts';
import { createIntakeQueue } from './intake-queue.ts';
import { type LeadResponse, receiveLead } from './leads.ts';
import { type ScheduleCallRequest, scheduleCall } from './schedule-call.ts';

export interface Intake {
  receiveLead(account: Account, lead: LeadIntake, idempotencyKey: string | null): Promise<LeadResponse>;
  scheduleCall(
    account: Account,
    request: ScheduleCallRequest,
    idempotencyKey: string | null,
  ): Promise<LeadResponse>;
}

export function createIntake(deps: TransitionDeps, inFlight: InFlight): Intake {
  const queue = createIntakeQueue();
  const enqueue = (account: Account, job: () => Promise<LeadResponse>) =>
    inFlight.track(
      'lead',
      queue(async () => {
        await countApiKeyCall(deps.db, account, deps.clock.now());
        return job();
      }),
    );
  return {
    receiveLead: (account, lead, key) => enqueue(account, () => receiveLead(deps, account, lead, key)),
    scheduleCall: (account, request, key) =>
      enqueue(account, () => scheduleCall(deps, account, request, key)),
  };
}
