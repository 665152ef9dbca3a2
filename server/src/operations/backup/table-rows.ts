// A row is a JSON array of its columns in PostgreSQL's text format, which is lossless and the same for the embedded
// database and PostgreSQL.
import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../../platform/database/database.ts';
import { MIGRATIONS } from '../../platform/database/migrations.ts';

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

export interface Sequence {
  readonly name: string;
  /** A string, because it has 64 bits. */
  readonly last: string;
}

const ROWS_PER_FETCH = 1_000;
/** For tables with bytea columns. */
const LARGE_ROWS_PER_FETCH = 20;
const CHUNK_BYTES = 512 * 1024;
const STEPS_TABLE = 'schema_steps';
/** The figures of reports, which are built again from the other tables. */
const DERIVED_TABLES = new Set(['report_buckets', 'report_marks', 'report_figures']);

/** Makes text formats independent of server settings, until the transaction ends. */
export async function useTextFormats(tx: Database): Promise<void> {
  await tx.execute(
    sql`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, MDY', true),
      set_config('bytea_output', 'hex', true), set_config('extra_float_digits', '1', true)`,
  );
}

/** Referenced tables first, without the migrations table and derived tables. */
export async function readTables(tx: Database): Promise<readonly Table[]> {
  const names = await queryRows<{ name: string; columns: readonly string[] }>(
    tx,
    sql`select c.relname as name, (select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
      from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`,
  );
  const productNames = productTables();
  const remaining = names.filter(
    ({ name }) => productNames.has(name) && name !== STEPS_TABLE && !DERIVED_TABLES.has(name),
  );
  const references = await queryRows<{ from: string; to: string }>(
    tx,
    sql`select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
      where contype = 'f' and conrelid <> confrelid and connamespace = 'public'::regnamespace`,
  );
  const ordered: Table[] = [];
  while (remaining.length > 0) {
    const names = new Set(remaining.map(({ name }) => name));
    const next = remaining.findIndex(
      ({ name }) => !references.some(({ from, to }) => from === name && names.has(to)),
    );
    const [table] = next < 0 ? [] : remaining.splice(next, 1);
    if (!table) throw new Error('circular foreign keys between tables');
    ordered.push(table);
  }
  return ordered;
}

export async function readSequences(tx: Database): Promise<readonly Sequence[]> {
  return queryRows<Sequence>(
    tx,
    sql`select sequencename as name, last_value::text as last from pg_sequences
      where schemaname = 'public' and last_value is not null order by 1`,
  );
}

/** Empty if the database is empty or isn't an Offhook database. */
export async function readMigrationSteps(db: Database): Promise<readonly string[]> {
  const [stepsTable] = await queryRows<{ name: string | null }>(
    db,
    sql`select to_regclass('public.schema_steps')::text as name`,
  );
  if (!stepsTable?.name) return [];
  const rows = await queryRows<{ tag: string }>(db, sql`select tag from schema_steps order by tag`);
  return rows.map(({ tag }) => tag);
}

/** Chunks of 512 KB. Must be read to the end, in a repeatable-read transaction. */
export async function* readRows(
  tx: Database,
  table: Table,
  where = 'true',
): AsyncGenerator<{ readonly lines: string; readonly rows: number }> {
  await useTextFormats(tx);
  const values = table.columns.map((column) => `${quoteIdentifier(column)}::text`).join(', ');
  const [large] = await queryRows<{ is: boolean }>(
    tx,
    sql`select exists (select 1 from pg_attribute where attrelid = ${`public.${quoteIdentifier(table.name)}`}::regclass
      and atttypid = 'bytea'::regtype and not attisdropped) as is`,
  );
  const limit = large?.is ? LARGE_ROWS_PER_FETCH : ROWS_PER_FETCH;
  await tx.execute(
    sql.raw(
      `declare rows_of_table no scroll cursor for select json_build_array(${values})::text as line from public.${quoteIdentifier(table.name)} where ${where}`,
    ),
  );
  let lines: string[] = [];
  let bytes = 0;
  for (;;) {
    const rows = await queryRows<{ line: string }>(tx, sql.raw(`fetch ${limit} from rows_of_table`));
    for (const { line } of rows) {
      const one = `${line}\n`;
      lines.push(one);
      bytes += one.length;
      if (bytes < CHUNK_BYTES) continue;
      yield { lines: lines.join(''), rows: lines.length };
      lines = [];
      bytes = 0;
    }
    if (rows.length < limit) break;
  }
  await tx.execute(sql`close rows_of_table`);
  if (lines.length > 0) yield { lines: lines.join(''), rows: lines.length };
}

export async function writeRows(tx: Database, { name, columns }: Table, lines: string): Promise<void> {
  const types = await columnTypes(tx, name);
  const values = columns.map((column, index) => {
    const type = types.get(column);
    if (type === undefined) throw new Error(`the table ${name} has no column ${column}`);
    return `(r ->> ${index})::${type}`;
  });
  const all = `[${lines.trimEnd().split('\n').join(',')}]`;
  const into = sql.raw(
    `insert into public.${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')}) overriding system value select ${values.join(', ')} from jsonb_array_elements(`,
  );
  await tx.execute(sql`${into}${all}::jsonb) r`);
}

/** @param gap how many values to skip, because they may be in use elsewhere */
export async function writeSequences(tx: Database, all: readonly Sequence[], gap: number): Promise<void> {
  for (const { name, last } of all)
    await tx.execute(
      sql`select setval(${`public.${quoteIdentifier(name)}`}::regclass, ${last}::bigint + ${gap}::bigint * increment_by)
        from pg_sequences where schemaname = 'public' and sequencename = ${name}`,
    );
}

export async function countRows(tx: Database, { name }: Table): Promise<number> {
  const [row] = await queryRows<{ n: string | number }>(
    tx,
    sql.raw(`select count(*) as n from public.${quoteIdentifier(name)}`),
  );
  return Number(row?.n ?? 0);
}

export async function dropProductTables(tx: Database): Promise<void> {
  for (const name of productTables())
    await tx.execute(sql.raw(`drop table if exists public.${quoteIdentifier(name)} cascade`));
}

function productTables(): ReadonlySet<string> {
  const statements = MIGRATIONS.flatMap((step) => step.statements);
  const created = statements.flatMap((text) => [
    ...text.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?"([^"]+)"/g),
  ]);
  return new Set([...created.map(([, name = '']) => name), STEPS_TABLE]);
}

async function columnTypes(tx: Database, table: string): Promise<ReadonlyMap<string, string>> {
  const rows = await queryRows<{ name: string; type: string }>(
    tx,
    sql`select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = ${`public.${quoteIdentifier(table)}`}::regclass and attnum > 0 and not attisdropped`,
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
