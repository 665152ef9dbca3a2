import type { SingleSignOn } from '@offhook/contract/console/people/sign-on-entities';
import { and, arrayOverlaps, eq, inArray, ne, sql } from 'drizzle-orm';
import { pick } from '../../platform/core/pick.ts';
import type { Database } from '../../platform/database/database.ts';
import { singleSignOn, users } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { parseIssuer } from '../core/single-sign-on.ts';
import {
  auditSubject,
  type ChangeContext,
  type ChangeResult,
  pickDefined,
  type SecretsChangeContext,
} from '../settings/change.ts';
import type { ConsoleBody } from '../settings/request.ts';
import { lockAccount } from '../settings/rules.ts';

export type SignOnRow = typeof singleSignOn.$inferSelect;

export async function readSignOn(db: Database, accountId: number): Promise<SignOnRow | null> {
  const [row] = await db.select().from(singleSignOn).where(eq(singleSignOn.account_id, accountId));
  return row ?? null;
}

export async function findSignOn(db: Database, domain: string): Promise<SignOnRow | null> {
  const [row] = await db
    .select()
    .from(singleSignOn)
    .where(arrayOverlaps(singleSignOn.domains, [domain]));
  return row ?? null;
}

/** Without the client secret. */
export function signOnView(row: SignOnRow): SingleSignOn {
  return {
    ...pick(row, 'version', 'name', 'issuer', 'client_id', 'trusts_emails', 'is_only'),
    domains: [...row.domains],
    last_login_at: row.last_login_at?.toISOString() ?? null,
  };
}

/** A login by password, Google or a passkey alone. @throws ApiError organizationOnly if the account refuses it */
export async function requireOtherLogins(db: Database, accountId: number): Promise<void> {
  if ((await readSignOn(db, accountId))?.is_only) throw new ApiError('organizationOnly');
}

/** @throws ApiError changedMeanwhile, badIssuer, domainTaken, signOnIncomplete, signOnUntried */
export async function changeSignOn(
  { tx, accountId, by, secrets }: SecretsChangeContext,
  { version, ...input }: ConsoleBody<'changeSingleSignOn'>,
): Promise<ChangeResult> {
  await lockAccount(tx, accountId);
  const before = await readSignOn(tx, accountId);
  if (version !== undefined && version !== (before?.version ?? 0)) throw new ApiError('changedMeanwhile');
  const domains = input.domains && [...new Set(input.domains)];
  const changes = pickDefined({ ...input, domains });
  const { name, issuer, client_id, ...rest } = { ...before, ...changes };
  const client_secret =
    changes.client_secret === undefined
      ? before?.client_secret
      : secrets.seal('singleSignOn', accountId, changes.client_secret);
  if (!name || !issuer || !client_id || !client_secret || !rest.domains)
    throw new ApiError('signOnIncomplete');
  if (parseIssuer(issuer) === null) throw new ApiError('badIssuer');
  await requireFreeDomains(tx, accountId, rest.domains);
  if (by !== null) await requireNoOtherUsers(tx, accountId, domains ?? [], before?.domains ?? []);
  const isSameClient = before?.issuer === issuer && before.client_id === client_id;
  // Otherwise a typing error would lock out everyone, administrators too.
  if (rest.is_only && !(isSameClient && before.last_login_at !== null)) throw new ApiError('signOnUntried');
  const set = {
    ...{ name, issuer, client_id, client_secret, domains: rest.domains },
    trusts_emails: rest.trusts_emails ?? false,
    is_only: rest.is_only ?? false,
    last_login_at: isSameClient ? before.last_login_at : null,
    version: (before?.version ?? 0) + 1,
  };
  await tx
    .insert(singleSignOn)
    .values({ account_id: accountId, ...set })
    .onConflictDoUpdate({ target: singleSignOn.account_id, set });
  return { subject: auditSubject('single sign-on', changes) };
}

/** Two accounts that take the same domain at once wait for each other. */
async function requireFreeDomains(
  tx: Database,
  accountId: number,
  domains: readonly string[],
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('single sign-on domains', 0))`);
  const [taken] = await tx
    .select({ id: singleSignOn.account_id })
    .from(singleSignOn)
    .where(and(ne(singleSignOn.account_id, accountId), arrayOverlaps(singleSignOn.domains, [...domains])))
    .limit(1);
  if (taken) throw new ApiError('domainTaken');
}

/**
 * Users of other accounts would be sent to this account's provider. The operator may allow it, such as for a company with
 * several accounts.
 */
async function requireNoOtherUsers(
  tx: Database,
  accountId: number,
  domains: readonly string[],
  before: readonly string[],
): Promise<void> {
  const added = domains.filter((domain) => !before.includes(domain));
  if (added.length === 0) return;
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        ne(users.account_id, accountId),
        eq(users.active, true),
        inArray(sql`split_part(${users.email}, '@', 2)`, added),
      ),
    )
    .limit(1);
  if (other) throw new ApiError('domainTaken');
}

/** Users then log in with their passwords again. */
export async function removeSignOn({ tx, accountId }: ChangeContext, _: object): Promise<ChangeResult> {
  await tx.delete(singleSignOn).where(eq(singleSignOn.account_id, accountId));
  return { subject: 'single sign-on: removed' };
}

/** Proves that these settings work, unless they changed during the login. */
export async function recordSignOn(db: Database, { account_id, issuer, client_id }: SignOnRow, at: number) {
  await db
    .update(singleSignOn)
    .set({ last_login_at: new Date(at) })
    .where(
      and(
        eq(singleSignOn.account_id, account_id),
        eq(singleSignOn.issuer, issuer),
        eq(singleSignOn.client_id, client_id),
      ),
    );
}
