import type { AuditNamedKind } from '@offhook/contract/console/integration-entities';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../../platform/database/database.ts';
import {
  accounts,
  apiKeys,
  leadImportPlans,
  leadImports,
  leads,
  numbers,
  teams,
  userInvitations,
  users,
  webForms,
  webhookEndpoints,
} from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { formatPhoneNumber } from '../../platform/phone-numbers/phone-numbers.ts';
import type { AuditReference } from './core/audit-references.ts';

interface Named extends AuditReference {
  readonly name: string;
}

/** What no longer exists, or has no name, has none. */
const NAMES: Readonly<Record<AuditNamedKind, SQL>> = {
  account: sql`select id, id as account_id, name from ${accounts}`,
  'web form': sql`select id, account_id, name from ${webForms}`,
  'api key': sql`select id, account_id, name from ${apiKeys}`,
  crm: sql`select id, account_id, kind as name from ${webhookEndpoints} where kind <> 'webhook' and removed_at is null`,
  file: sql`select file.id, file.account_id, plan.file_name as name from ${leadImports} file
    join ${leadImportPlans} plan on plan.import_id = file.id`,
  invitation: sql`select id, account_id, coalesce(nullif(full_name, ''), email) as name from ${userInvitations}`,
  lead: sql`select id, account_id, label as name from ${leads} where erased_at is null`,
  number: sql`select id, account_id, phone_number as name from ${numbers}`,
  team: sql`select id, account_id, name from ${teams}`,
  user: sql`select id, account_id, full_name as name from ${users}`,
  webhook: sql`select id, account_id, substring(url from '^[a-z]+://([^/?#]+)') as name
    from ${webhookEndpoints} where kind = 'webhook' and removed_at is null`,
};

/** In one query, of the user's account. @returns the name of a reference, if it has one */
export async function readNames(
  db: Database,
  { account_id, country_code }: SignedInUser,
  references: readonly AuditReference[],
): Promise<(reference: AuditReference) => readonly Named[]> {
  const kinds = [...new Set(references.map(({ kind }) => kind))];
  if (kinds.length === 0) return () => [];
  const queries = kinds.map((kind) => {
    const ids = [...new Set(references.filter((one) => one.kind === kind).map(({ id }) => id))];
    return sql`select ${kind}::text as kind, named.id, named.name from (${NAMES[kind]}) named
      where named.account_id = ${account_id} and named.id = any (${`{${ids.join()}}`}::bigint[]) and named.name <> ''`;
  });
  const rows = await queryRows<{ kind: AuditNamedKind; id: string | number; name: string }>(
    db,
    sql.join(queries, sql` union all `),
  );
  const names = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  return ({ kind, id }) => {
    const name = names.get(`${kind} ${id}`);
    if (name === undefined) return [];
    return [{ kind, id, name: kind === 'number' ? formatPhoneNumber(name, country_code) : name }];
  };
}
