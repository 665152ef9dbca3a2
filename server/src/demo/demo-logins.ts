/** The demo's logins and keys are publicly known, so a public server must not start with them. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { revokeApiKey } from '../accounts/settings/keys.ts';
import { changeUser } from '../accounts/settings/users.ts';
import { verifyPassword } from '../accounts/sign-in/passwords.ts';
import { hashToken } from '../accounts/sign-in/sessions.ts';
import type { Database } from '../platform/database/database.ts';
import { apiKeys, users } from '../platform/database/schema.ts';
import { isLoopback } from '../platform/process/local-address.ts';
import { demoKey } from './accounts.ts';
import { DEMO_PASSWORD, DEMO_USERS } from './users.ts';

export interface DemoLogins {
  readonly users: readonly { readonly id: number; readonly accountId: number; readonly email: string }[];
  readonly keys: readonly { readonly id: number; readonly accountId: number }[];
}

export async function findDemoLogins(db: Database): Promise<DemoLogins> {
  const seeded = await db
    .select({ hash: users.password_hash })
    .from(users)
    .where(
      inArray(
        users.email,
        DEMO_USERS.map(({ email }) => email),
      ),
    );
  // All demo users share one hash, so this also finds users whose email was changed.
  const hashes = [...new Set(seeded.map(({ hash }) => hash))];
  const demoHashes: string[] = [];
  for (const hash of hashes) if (await verifyPassword(hash, DEMO_PASSWORD)) demoHashes.push(hash);
  const accountIds = [...new Set(DEMO_USERS.map(({ accountId }) => accountId))];
  const keyHashes = accountIds.map((id) => hashToken(demoKey(id)));
  return {
    users: await db
      .select({ id: users.id, accountId: users.account_id, email: users.email })
      .from(users)
      .where(and(inArray(users.password_hash, demoHashes), eq(users.active, true)))
      .orderBy(users.id),
    keys: await db
      .select({ id: apiKeys.id, accountId: apiKeys.account_id })
      .from(apiKeys)
      .where(and(inArray(apiKeys.key_hash, keyHashes), isNull(apiKeys.revoked_at)))
      .orderBy(apiKeys.id),
  };
}

export async function disableDemoLogins(
  tx: Database,
  at: number,
): Promise<readonly { readonly accountId: number; readonly subject: string }[]> {
  const { users: demoUsers, keys } = await findDemoLogins(tx);
  const changes: { accountId: number; subject: string }[] = [];
  for (const { id, accountId } of demoUsers) {
    const { subject } = await changeUser({ tx, accountId, by: null, at }, { id, active: false });
    changes.push({ accountId, subject });
  }
  for (const { id, accountId } of keys)
    changes.push({
      accountId,
      subject: (await revokeApiKey({ tx, accountId, by: null, at }, { id })).subject,
    });
  return changes;
}

/** @param settings by name; each can make the server public @returns why the server must not start, or null */
export function demoLoginProblem(
  { users: demoUsers, keys }: DemoLogins,
  settings: Readonly<Record<string, string>>,
): string | null {
  const publicSetting = Object.entries(settings).find(([, value]) => !isLoopback(value));
  if (!publicSetting || demoUsers.length + keys.length === 0) return null;
  const [name, value] = publicSetting;
  const parts = [
    ...(demoUsers.length > 0 ? [`${pluralize(demoUsers.length, 'user')} with the demo’s password`] : []),
    ...(keys.length > 0 ? [pluralize(keys.length, 'demo API key')] : []),
  ];
  return `${name} is ${value}, and the database has ${parts.join(' and ')}, which are publicly known. Set OFFHOOK_DATA to a new folder, or disable them with: npm run admin -- demo close`;
}

const pluralize = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;
