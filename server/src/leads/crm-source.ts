/** What a CRM itself has said: it is not told again, and what we have made there is no new lead when it comes back. */

import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../platform/database/database.ts';
import { crmContacts, outwardDestinations } from '../platform/database/schema.ts';
import type { Crm } from './core/crm-names.ts';

/** What this transaction changes of leads is this CRM's own news. */
export async function comesFrom(tx: Database, crm: Crm): Promise<void> {
  await tx.execute(sql`select set_config('offhook.source', ${crm}, true)`);
}

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
      from ${outwardDestinations} its
      where its.id = destination_id and its.kind = ${crm} and its.removed_at is null and lead_id = ${leadId}
        and echoed_at is null and greatest(made_at, making_since) > ${since}
        and (contact_id is null or contact_id = ${contactId})
      returning lead_id`,
  );
  return rows.length > 0;
}
