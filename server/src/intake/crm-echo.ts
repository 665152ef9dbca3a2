/** What we have made in a CRM is no new lead when it comes back from there. */

import { sql } from 'drizzle-orm';
import type { Crm } from '../leads/core/crm-names.ts';
import { type Database, queryRows } from '../platform/database/database.ts';
import { crmContacts, webhookEndpoints } from '../platform/database/schema.ts';

/** So long after we have made a contact, the CRM's first word of it is taken as our own come back. */
const ECHO_MS = 3_600_000;

/** True once for each contact. It may come back before the CRM's answer to its making has. */
export async function isEcho(
  tx: Database,
  crm: Crm,
  leadId: number,
  contactId: string,
  now: number,
): Promise<boolean> {
  const [at, since] = [new Date(now).toISOString(), new Date(now - ECHO_MS).toISOString()];
  const rows = await queryRows<{ lead_id: unknown }>(
    tx,
    sql`update ${crmContacts} set echoed_at = ${at}
      from ${webhookEndpoints} its
      where its.id = destination_id and its.kind = ${crm} and its.removed_at is null and lead_id = ${leadId}
        and echoed_at is null and greatest(made_at, making_since) > ${since}
        and (contact_id is null or contact_id = ${contactId})
      returning lead_id`,
  );
  return rows.length > 0;
}
