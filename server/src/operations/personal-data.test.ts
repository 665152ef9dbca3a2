/** `PERSONAL_DATA` covers the whole schema, and the export follows it. */
import { PersonExport } from '@offhook/contract/console/leads/person-export';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import * as schema from '../platform/database/schema.ts';
import { PERSONAL_DATA } from './core/personal-data.ts';

const HOW =
  'List it in server/src/operations/core/personal-data.ts: what personal data it holds, and how it is exported and erased.';
const tables = Object.values<unknown>(schema).filter((one): one is PgTable => is(one, PgTable));

describe('the list of personal data', () => {
  it('covers every table', () => {
    expect(tables.length).toBeGreaterThan(30);
    expect(Object.keys(PERSONAL_DATA).sort(), HOW).toEqual(tables.map(getTableName).sort());
  });

  it.each(tables.map((table) => [getTableName(table), table] as const))(
    'has every column of %s exactly once',
    (name, table) => {
      const decision = PERSONAL_DATA[name];
      const decided = [
        ...(decision?.personal ?? []),
        ...(decision?.retained ?? []),
        ...(decision?.internal ?? []),
      ];
      const columns = Object.values(getTableColumns(table)).map((column) => column.name);
      expect([...decided].sort(), HOW).toEqual(columns.sort());
    },
  );

  it('matches the export', () => {
    const parts = Object.values(PERSONAL_DATA).flatMap(({ part, personal = [], retained: open = [] }) =>
      part === undefined ? [] : [[part, [...personal, ...open].sort()] as const],
    );
    const exported = Object.keys(PersonExport.shape)
      .filter((part) => part !== 'exported_at' && part !== 'phone_number')
      .map((part) => [part, columnsOf(part)] as const);
    expect(Object.fromEntries(exported)).toEqual(Object.fromEntries(parts));
  });

  it('exports every table except effects', () => {
    const notExported = Object.entries(PERSONAL_DATA).flatMap(([name, { rows, part }]) =>
      rows !== 'none' && part === undefined ? [name] : [],
    );
    expect(notExported).toEqual(['effects']);
  });
});

/** Fields of the export that aren't columns. */
const COMPUTED_FIELDS = ['tag', 'address', 'recipient'];

interface SchemaDef {
  readonly type: string;
  readonly innerType?: { readonly _zod: { readonly def: SchemaDef } };
  readonly element?: { readonly _zod: { readonly def: SchemaDef } };
  readonly shape?: object;
}

function columnsOf(part: string): string[] {
  const shape: Record<string, unknown> = PersonExport.shape;
  let def = (shape[part] as { _zod: { def: SchemaDef } })._zod.def;
  while (def.shape === undefined) {
    const inner = def.innerType ?? def.element;
    if (!inner) throw new Error(`${part} contains no objects`);
    def = inner._zod.def;
  }
  return Object.keys(def.shape)
    .filter((field) => !COMPUTED_FIELDS.includes(field))
    .sort();
}
