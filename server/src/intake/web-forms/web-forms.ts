// Leads from visitors' browsers. The form's key is in the page, so it only adds leads, only from the form's websites, and
// never shows what is stored of a lead.

import { isIP } from 'node:net';
import { LeadConsent, LeadIntake } from '@offhook/contract/requests/intake-requests';
import { and, eq, isNull } from 'drizzle-orm';
import * as z from 'zod/mini';
import { consentOf, type WebFormRow } from '../../accounts/settings/web-forms.ts';
import type { Database } from '../../platform/database/database.ts';
import { accounts, webForms } from '../../platform/database/schema.ts';
import { API_ERRORS, ApiError } from '../../platform/http/api-error.ts';
import { createAttemptLimiter } from '../../platform/http/attempt-limiter.ts';
import type { Account } from '../../platform/http/caller.ts';
import { toNetwork } from '../../platform/http/client-network.ts';
import type { Clock } from '../../platform/process/clock.ts';
import type { Intake } from '../intake.ts';
import { readSubmission } from './core/submission.ts';

/** Per minute and server. An office shares a network. */
const MAX_PER_NETWORK = 10;
const MAX_PER_FORM = 120;

export interface WebFormDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly intake: Pick<Intake, 'receiveLead'>;
  readonly log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
}

export interface Visitor {
  readonly address: string;
  readonly origin: string | undefined;
  readonly referer: string | undefined;
  readonly userAgent: string | undefined;
}

export interface FoundForm {
  readonly row: WebFormRow;
  readonly account: Account;
}

export function createWebForms({ db, clock, intake, log }: WebFormDeps) {
  const limiter = createAttemptLimiter(clock);
  return {
    /** null: unknown or revoked. */
    async find(key: string): Promise<FoundForm | null> {
      const [found] = await db
        .select({ row: webForms, account: accounts })
        .from(webForms)
        .innerJoin(accounts, eq(accounts.id, webForms.account_id))
        .where(and(eq(webForms.public_key, key), isNull(webForms.revoked_at)));
      return found ?? null;
    },

    /** @throws ApiError formOrigin, tooManySubmissions, invalidPhoneNumber, badText, unavailable */
    async receive({ row, account }: FoundForm, visitor: Visitor, body: unknown): Promise<void> {
      const { address, origin } = visitor;
      if (origin === undefined || !row.origins.includes(origin)) {
        log.info({ form: row.id }, 'web form rejected: sent from another website');
        throw new ApiError('formOrigin');
      }
      const limits = [
        [`network ${toNetwork(address)}`, MAX_PER_NETWORK],
        [`form ${row.id}`, MAX_PER_FORM],
      ] as const;
      if (limiter.start(limits) === null) throw new ApiError('tooManySubmissions');
      const { lead, hasConsent, isTrapped } = readSubmission(body);
      if (isTrapped) {
        // A program that learns of it would try again.
        log.info({ form: row.id }, 'web form dropped: the hidden field was filled in');
        return;
      }
      const consent = hasConsent ? consentOf(row) : null;
      const parsed = z.safeParse(LeadIntake, {
        ...lead,
        team_id: row.team_id,
        form: row.name,
        consent: consent && { ...consent, ...evidenceOf(visitor) },
      });
      if (!parsed.success) {
        const isNumber = parsed.error.issues.some(({ path }) => path[0] === 'phone_number');
        throw new ApiError(isNumber ? 'invalidPhoneNumber' : 'badText');
      }
      try {
        await intake.receiveLead(account, parsed.data, null);
      } catch (error) {
        throw toVisitorError(error, (code) =>
          log.error({ form: row.id, code }, 'web form not accepted: the lead is lost'),
        );
      }
    },
  };
}

function evidenceOf({ address, origin, referer, userAgent }: Visitor): Partial<LeadConsent> {
  const page = z.safeParse(LeadConsent.shape.source_url, referer);
  return {
    method: 'web_form',
    source_url: (page.success && page.data) || origin || null,
    ip: isIP(address) === 0 ? null : address,
    user_agent: userAgent?.slice(0, 500) ?? null,
  };
}

/** A visitor can correct the number, and should learn nothing about the account. */
function toVisitorError(error: unknown, onLost: (code: string) => void): unknown {
  if (!(error instanceof ApiError)) return error;
  const { category } = API_ERRORS[error.code];
  if (error.code === 'invalidPhoneNumber') return error;
  if (category === 'input' || category === 'permission') return new ApiError('invalidPhoneNumber');
  if (category !== 'unavailable') onLost(error.code);
  return new ApiError('unavailable');
}
