/** The demo's logins and keys are known to all. A database that was the demo's once must not serve others with them. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { revokeApiKey } from '../accounts/settings/keys.ts';
import { changeUser } from '../accounts/settings/users.ts';
import { isPassword } from '../accounts/sign-in/passwords.ts';
import { hashToken } from '../accounts/sign-in/sessions.ts';
import type { Database } from '../platform/database/database.ts';
import { apiKeys, users } from '../platform/database/schema.ts';
import { isLoopback } from '../platform/process/local-address.ts';
import { demoKey } from './accounts.ts';
import { DEMO_PASSWORD, DEMO_USERS } from './people.ts';

export interface DemoLogins {
  readonly people: readonly { readonly id: number; readonly accountId: number; readonly email: string }[];
  readonly keys: readonly { readonly id: number; readonly accountId: number }[];
}

/** Those that still work: by the demo's password, or by one of its keys. */
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
  // The demo's users share one hash, also those that have another email by now.
  const hashes = [...new Set(seeded.map(({ hash }) => hash))];
  const known: string[] = [];
  for (const hash of hashes) if (await isPassword(hash, DEMO_PASSWORD)) known.push(hash);
  const accountIds = [...new Set(DEMO_USERS.map(({ accountId }) => accountId))];
  const keyHashes = accountIds.map((id) => hashToken(demoKey(id)));
  return {
    people: await db
      .select({ id: users.id, accountId: users.account_id, email: users.email })
      .from(users)
      .where(and(inArray(users.password_hash, known), eq(users.active, true)))
      .orderBy(users.id),
    keys: await db
      .select({ id: apiKeys.id, accountId: apiKeys.account_id })
      .from(apiKeys)
      .where(and(inArray(apiKeys.key_hash, keyHashes), isNull(apiKeys.revoked_at)))
      .orderBy(apiKeys.id),
  };
}

/** What the audit log says of each. */
export async function closeDemoLogins(
  tx: Database,
  at: number,
): Promise<readonly { readonly accountId: number; readonly subject: string }[]> {
  const { people, keys } = await findDemoLogins(tx);
  const changes: { accountId: number; subject: string }[] = [];
  for (const { id, accountId } of people) {
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

/** @param reached settings that may let others in, by name @returns why it must not start; null: it may */
export function refusalOfDemoLogins(
  { people, keys }: DemoLogins,
  reached: Readonly<Record<string, string>>,
): string | null {
  const open = Object.entries(reached).find(([, value]) => !isLoopback(value));
  if (!open || people.length + keys.length === 0) return null;
  const [name, value] = open;
  const parts = [
    ...(people.length > 0 ? [`${counted(people.length, 'user')} with the demo’s password`] : []),
    ...(keys.length > 0 ? [`${counted(keys.length, 'API key')} of the demo`] : []),
  ];
  return `${name} is ${value}, and the database has ${parts.join(' and ')}, which are known to all. Set OFFHOOK_DATA to a new folder, or close them: npm run admin -- demo close`;
}

const counted = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;
