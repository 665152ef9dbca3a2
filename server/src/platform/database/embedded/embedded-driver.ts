/** Each statement is prepared once: parsing and planning are three quarters of its cost in WebAssembly. */
import { setImmediate } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Activity } from '../../core/health/stall-detection.ts';
import { type Database, errorCode, OUT_OF_SPACE } from '../database.ts';

/** Each prepared statement keeps its plan in memory, and each length of a list makes a new statement. */
const MAX_PREPARED = 500;

export interface EmbeddedDriver {
  readonly db: Database;
  run(statements: string): Promise<void>;
  query<Row extends pg.QueryResultRow>(statement: string, values: readonly unknown[]): Promise<Row[]>;
  /** While read-only, writes fail with `OUT_OF_SPACE`. Takes effect with the next transaction. */
  setReadOnly(isReadOnly: boolean): Promise<void>;
  activity(): Activity;
  close(): Promise<void>;
}

const READ_ONLY = '25006';

/** @param onPanic called when PostgreSQL has shut itself down and can't be used anymore */
export function createEmbeddedDriver(
  database: PGlite,
  onPanic: (reason: string) => void = () => undefined,
): EmbeddedDriver {
  const { connection } = createPgConfig(database);
  // Never closed: prepared statements belong to the one connection.
  const config = { connection, max: 1, idleTimeoutMillis: 0 };
  const pool = new pg.Pool(config as pg.PoolConfig);
  const names = new Map<string, string>();
  let [inFlight, answered] = [0, 0];
  pool.on('connect', (client) => {
    prepareAll(client, names);
    observe(client, {
      queryStarted: () => {
        inFlight += 1;
      },
      answered: () => {
        inFlight -= 1;
        answered += 1;
      },
      failed: (error) => {
        if (isPanic(error)) onPanic(errorCode(error) === OUT_OF_SPACE ? 'disk full' : String(error));
      },
    });
  });
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  // The database runs in this thread without yielding; without this pause, sockets would starve for seconds.
  pool.connect = (async () => {
    const client = await connect();
    await setImmediate();
    return client;
  }) as typeof pool.connect;
  const query = async (...parts: Parameters<pg.PoolClient['query']>): Promise<unknown> => {
    const client = await pool.connect();
    try {
      return await client.query(...parts);
    } finally {
      // The pool's own `query` closes the connection if a statement fails.
      client.release();
    }
  };
  pool.query = query as unknown as pg.Pool['query'];
  return {
    db: drizzle({ client: pool }),
    run: async (statements) => void (await pool.query(statements)),
    query: async <Row extends pg.QueryResultRow>(statement: string, values: readonly unknown[]) =>
      (await pool.query<Row>(statement, [...values])).rows,
    setReadOnly: async (isReadOnly) =>
      void (await pool.query(`set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)),
    activity: () => ({ open: inFlight + pool.waitingCount, answered }),
    async close() {
      await pool.end();
      await database.close();
    },
  };
}

interface Observer {
  queryStarted(): void;
  answered(): void;
  failed(error: unknown): void;
}

function observe(client: pg.PoolClient, observer: Observer): void {
  const query = client.query.bind(client) as (...parts: unknown[]) => Promise<unknown>;
  const observed = async (...parts: unknown[]): Promise<unknown> => {
    observer.queryStarted();
    try {
      return await query(...parts);
    } catch (error) {
      observer.failed(error);
      if (errorCode(error) !== READ_ONLY) throw error;
      // Nothing else makes a transaction read-only here.
      throw Object.assign(new Error('disk full', { cause: error }), { code: OUT_OF_SPACE });
    } finally {
      observer.answered();
    }
  };
  client.query = observed as pg.PoolClient['query'];
}

function isPanic(error: unknown): boolean {
  if (error instanceof Error && error.name === 'RuntimeError') return true;
  const severity = typeof error === 'object' && error !== null && 'severity' in error ? error.severity : '';
  return severity === 'PANIC' || severity === 'FATAL';
}

function prepareAll(client: pg.PoolClient, names: Map<string, string>): void {
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_PREPARED) return known;
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  };
  const query = client.query.bind(client) as (...parts: unknown[]) => unknown;
  const named = (statement: string | pg.QueryConfig, values?: unknown, ...rest: unknown[]): unknown => {
    if (!Array.isArray(values) || values.length === 0) return query(statement, values, ...rest);
    const queryConfig = typeof statement === 'string' ? { text: statement } : statement;
    const name = nameOf(queryConfig.text);
    // The driver parses results by `types`; the adapter expects a list of the parameter types.
    const types = queryConfig.types && { types: Object.assign([], queryConfig.types) };
    return query({ ...queryConfig, ...types, ...(name !== undefined && { name }) }, values, ...rest);
  };
  client.query = named as pg.PoolClient['query'];
}
