import { TEST_LEAD_FORM } from '@offhook/contract/console/leads/test-lead';
import { and, eq } from 'drizzle-orm';
import type { ConsoleBody, ConsoleResponse } from '../accounts/settings/request.ts';
import { getUserAccount } from '../accounts/sign-in/api-keys.ts';
import { findLineForLead } from '../calls/outbound/lines.ts';
import type { Database } from '../platform/database/database.ts';
import { leads } from '../platform/database/schema.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { createAttemptLimiter } from '../platform/http/attempt-limiter.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import { storedSentenceId } from '../platform/http/stored-sentences.ts';
import { ANY_NUMBER, readNumberToCall } from '../platform/phone-numbers/phone-numbers.ts';
import type { Clock } from '../platform/process/clock.ts';
import { testLeadHold } from './core/test-lead-hold.ts';
import { RINGING } from './earlier-calls.ts';
import type { Intake } from './intake.ts';

const MAX_PER_MINUTE = 10;

type Receipt = Omit<ConsoleResponse<'sendTestLead'>, 'success'>;

export interface TestLeadDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly intake: Pick<Intake, 'receiveLead'>;
}

/** Sends an administrator's test lead the way of a form's lead, so that the test says how a real one fares. */
export function createTestLeads({ db, clock, intake }: TestLeadDeps) {
  const limiter = createAttemptLimiter(clock);

  /** @throws ApiError of a number that can't be called, noNumber, unavailable, tooManyRequests */
  return async (user: SignedInUser, body: ConsoleBody<'sendTestLead'>): Promise<Receipt> => {
    if (limiter.start([[`account ${user.account_id}`, MAX_PER_MINUTE]]) === null)
      throw new ApiError('tooManyRequests');
    const account = await getUserAccount(db, user);
    const { phone_number, fname = null } = body;
    const known = await findKnownLead(db, account, phone_number);
    // A known lead keeps its name and its form.
    const named = known ? {} : { fname };
    const form = known && known.form !== TEST_LEAD_FORM ? {} : { form: TEST_LEAD_FORM };
    const answer = await intake.receiveLead(account, { phone_number, ...named, ...form }, null);
    const is_ringing = answer.outcome === RINGING;
    const held_by = is_ringing ? null : testLeadHold(storedSentenceId(answer.reason));
    const team = held_by === 'team_hours' ? await findLineForLead(db, account.id, null, null) : null;
    return {
      lead_id: answer.lead.id,
      call_id: answer.call_id,
      is_ringing,
      reason: answer.reason,
      held_by,
      team_id: team?.teamId ?? null,
      scheduled_for: answer.scheduled_for,
    };
  };
}

async function findKnownLead(
  db: Database,
  account: { readonly id: number; readonly country_code: string },
  number: string,
): Promise<{ readonly form: string | null } | undefined> {
  const { phoneNumber } = readNumberToCall(number, account.country_code, ANY_NUMBER);
  const [found] = await db
    .select({ form: leads.form })
    .from(leads)
    .where(and(eq(leads.account_id, account.id), eq(leads.phone_number, phoneNumber)));
  return found;
}
