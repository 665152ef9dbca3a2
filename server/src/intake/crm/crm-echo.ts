/** A contact that we created in a CRM may come back through its webhook. It isn't a new lead. */

import { sql } from 'drizzle-orm';
import type { Crm } from '../../leads/core/crm-names.ts';
import { type Database, queryRows } from '../../platform/database/database.ts';
import { crmContacts, webhookEndpoints } from '../../platform/database/schema.ts';

/** Measured from when we created the contact. */
const ECHO_WINDOW_MS = 3_600_000;

/** True once per contact. The echo can arrive before the CRM's response to our request. */
export async function isEcho(
  tx: Database,
  crm: Crm,
  leadId: number,
  contactId: string,
  now: number,
): Promise<boolean> {
  const [at, since] = [new Date(now).toISOString(), new Date(now - ECHO_WINDOW_MS).toISOString()];
  const rows = await queryRows<{ lead_id: unknown }>(
    tx,
    sql`update ${crmContacts} set echoed_at = ${at}
      from ${webhookEndpoints} endpoint
      where endpoint.id = destination_id and endpoint.kind = ${crm} and endpoint.removed_at is null and lead_id = ${leadId}
        and echoed_at is null and greatest(made_at, making_since) > ${since}
        and (contact_id is null or contact_id = ${contactId})
      returning lead_id`,
  );
  return rows.length > 0;
}
