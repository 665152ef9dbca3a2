/** Consents are evidence: their rows never change, and are deleted only when the person is erased. */
import { createHash } from 'node:crypto';
import { CONSENT_CHANNELS } from '@offhook/contract/leads/consent';
import type { LeadConsent } from '@offhook/contract/requests/intake-requests';
import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { leadConsents } from '../../platform/database/schema.ts';
import { coversTexts } from '../core/consent/consent.ts';

export interface ConsentSender {
  /** Null if the consent wasn't sent with an API key. */
  readonly apiKeyId: number | null;
  readonly idempotencyKey: string | null;
}

/** Stores a repeated request once: it has the same idempotency key, or the same evidence and time. */
export async function addConsent(
  tx: Database,
  leadId: number,
  consent: LeadConsent,
  { apiKeyId, idempotencyKey }: ConsentSender,
  now: number,
): Promise<void> {
  const evidence = {
    channel: consent.channel,
    text: consent.text,
    method: consent.method || null,
    source_url: consent.source_url || null,
    ip: consent.ip || null,
    user_agent: consent.user_agent || null,
    given_at: new Date(consent.given_at ?? now),
  };
  const same = idempotencyKey === null ? JSON.stringify(evidence) : `key ${idempotencyKey}`;
  await tx
    .insert(leadConsents)
    .values({
      lead_id: leadId,
      ...evidence,
      api_key_id: apiKeyId,
      fingerprint: createHash('sha256').update(same).digest('hex'),
      created_at: new Date(now),
    })
    .onConflictDoNothing();
}

const TEXT_CHANNELS = CONSENT_CHANNELS.filter(coversTexts);

export async function hasTextConsent(db: Database, leadId: number): Promise<boolean> {
  const rows = await db
    .select({ id: leadConsents.id })
    .from(leadConsents)
    .where(and(eq(leadConsents.lead_id, leadId), inArray(leadConsents.channel, TEXT_CHANNELS)))
    .limit(1);
  return rows.length > 0;
}
