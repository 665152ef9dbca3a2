// Counted in the database, so that all servers share the limits and restarts don't reset them.
// An attacker must not lock out the owner, so an account has one limit for all new networks together, and one for
// each network from which its user has logged in.

import { and, count, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import { type Database, transaction } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { loginAttempts } from '../../platform/database/schema.ts';
import { toNetwork } from '../../platform/http/client-network.ts';
import { elapsed } from '../../platform/process/clock.ts';
import { hashToken } from './sessions.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export interface AttemptKind {
  /** Attempts of different kinds don't count each other. */
  readonly name: string;
  /** Per email and address, per minute. */
  readonly maxFailures: number;
  /** Per minute; an office shares a network. */
  readonly maxFailuresPerNetwork: number;
  /** Per account and hour. */
  readonly maxFailuresFromNewNetworks: number;
  /** Per account and hour, for each network. */
  readonly maxFailuresFromKnownNetwork: number;
}

const LOGIN: AttemptKind = {
  name: '',
  maxFailures: 5,
  maxFailuresPerNetwork: 60,
  maxFailuresFromNewNetworks: 30,
  maxFailuresFromKnownNetwork: 100,
};
/** A network stays known for this long after the last login from it. */
const KNOWN_MS = 30 * DAY_MS;
const CLEAN_EVERY_MS = 5 * MINUTE_MS;

export interface Attempt {
  readonly id: number;
  recordSuccess(): Promise<void>;
}

export interface LoginThrottle {
  /** null if a limit is reached. An attempt counts as failed until it succeeds. */
  start(email: string, address: string): Promise<Attempt | null>;
}

export function createLoginThrottle({ db, clock }: DatabaseAndClock, kind = LOGIN): LoginThrottle {
  let cleanedAt = Number.NEGATIVE_INFINITY;

  return {
    start(email, address) {
      const keys = {
        account_key: hashToken(`${kind.name}email ${email}`),
        address_key: hashToken(`${kind.name}address ${address}`),
        network_key: hashToken(`${kind.name}network ${toNetwork(address)}`),
      };
      const now = clock.now();
      return transaction(db, async (tx) => {
        if (elapsed(clock) - cleanedAt > CLEAN_EVERY_MS) {
          await deleteOldAttempts(tx, now);
          cleanedAt = elapsed(clock);
        }
        await lockKeys(tx, keys);
        const isKnown = await isKnownNetwork(tx, keys, now);
        if (await isOverLimit(tx, kind, keys, isKnown, now)) return null;
        const [row] = await tx
          .insert(loginAttempts)
          .values({ ...keys, is_known: isKnown, at: new Date(now) })
          .returning({ id: loginAttempts.id });
        const id = row?.id ?? 0;
        return { id, recordSuccess: () => recordSuccess(db, id) };
      });
    },
  };
}

export async function recordSuccess(db: Database, id: number): Promise<void> {
  await db.update(loginAttempts).set({ succeeded: true }).where(eq(loginAttempts.id, id));
}

interface Keys {
  readonly account_key: string;
  readonly address_key: string;
  readonly network_key: string;
}

/** Concurrent attempts on one account, or from one network, must count each other. */
async function lockKeys(tx: Database, { account_key, network_key }: Keys): Promise<void> {
  for (const key of [account_key, network_key].sort())
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

async function isKnownNetwork(tx: Database, keys: Keys, now: number): Promise<boolean> {
  const [row] = await tx
    .select({ id: loginAttempts.id })
    .from(loginAttempts)
    .where(
      and(
        eq(loginAttempts.account_key, keys.account_key),
        eq(loginAttempts.network_key, keys.network_key),
        eq(loginAttempts.succeeded, true),
        gt(loginAttempts.at, new Date(now - KNOWN_MS)),
      ),
    )
    .limit(1);
  return row !== undefined;
}

async function isOverLimit(
  tx: Database,
  kind: AttemptKind,
  keys: Keys,
  isKnown: boolean,
  now: number,
): Promise<boolean> {
  const { account_key, address_key, network_key, is_known, at, succeeded } = loginAttempts;
  const failures = async (since: number, ...conditions: SQL[]): Promise<number> => {
    const [row] = await tx
      .select({ failures: count() })
      .from(loginAttempts)
      .where(and(...conditions, eq(succeeded, false), gt(at, new Date(now - since))));
    return row?.failures ?? 0;
  };
  const byAccount = eq(account_key, keys.account_key);
  const byNetwork = eq(network_key, keys.network_key);
  if ((await failures(MINUTE_MS, byAccount, eq(address_key, keys.address_key))) >= kind.maxFailures)
    return true;
  if ((await failures(MINUTE_MS, byNetwork)) >= kind.maxFailuresPerNetwork) return true;
  return isKnown
    ? (await failures(HOUR_MS, byAccount, byNetwork, eq(is_known, true))) >= kind.maxFailuresFromKnownNetwork
    : (await failures(HOUR_MS, byAccount, eq(is_known, false))) >= kind.maxFailuresFromNewNetworks;
}

async function deleteOldAttempts(tx: Database, now: number): Promise<void> {
  const { at, succeeded } = loginAttempts;
  await tx.delete(loginAttempts).where(and(eq(succeeded, false), lt(at, new Date(now - HOUR_MS))));
  await tx.delete(loginAttempts).where(lt(at, new Date(now - KNOWN_MS)));
}
