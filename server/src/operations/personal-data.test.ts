/** Every table and column of the schema is decided, and the export hands out what the decisions say. */
import { PersonExport } from '@offhook/contract/console/person-export';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import * as schema from '../platform/database/schema.ts';
import { PERSONAL_DATA } from './core/personal-data.ts';

const HOW =
  'Say in server/src/operations/core/personal-data.ts what it holds of a person, and what becomes of it.';
const tables = Object.values<unknown>(schema).filter((one): one is PgTable => is(one, PgTable));

describe('a person in the schema', () => {
  it('is decided for every table, and for no other', () => {
    expect(tables.length).toBeGreaterThan(30);
    expect(Object.keys(PERSONAL_DATA).sort(), HOW).toEqual(tables.map(getTableName).sort());
  });

  it.each(tables.map((table) => [getTableName(table), table] as const))(
    'is decided for every column of %s, once',
    (name, table) => {
      const decision = PERSONAL_DATA[name];
      const decided = [
        ...(decision?.personal ?? []),
        ...(decision?.open ?? []),
        ...(decision?.internal ?? []),
      ];
      const columns = Object.values(getTableColumns(table)).map((column) => column.name);
      expect([...decided].sort(), HOW).toEqual(columns.sort());
    },
  );

  it('is handed out column by column as it was decided', () => {
    const parts = Object.values(PERSONAL_DATA).flatMap(({ part, personal = [], open = [] }) =>
      part === undefined ? [] : [[part, [...personal, ...open].sort()] as const],
    );
    const exported = Object.keys(PersonExport.shape)
      .filter((part) => part !== 'exported_at' && part !== 'phone_number')
      .map((part) => [part, columnsOf(part)] as const);
    expect(Object.fromEntries(exported)).toEqual(Object.fromEntries(parts));
  });

  it('is exported from every table that concerns a person, but for what is ordered', () => {
    const silent = Object.entries(PERSONAL_DATA).flatMap(([name, { rows, part }]) =>
      rows !== 'none' && part === undefined ? [name] : [],
    );
    expect(silent).toEqual(['effects']);
  });
});

/** Told beside the columns: names of what these have by an id. */
const MADE = ['tag', 'address', 'recipient'];

interface Def {
  readonly type: string;
  readonly innerType?: { readonly _zod: { readonly def: Def } };
  readonly element?: { readonly _zod: { readonly def: Def } };
  readonly shape?: object;
}

/** The fields of one part of the export. */
function columnsOf(part: string): string[] {
  const shape: Record<string, unknown> = PersonExport.shape;
  let def = (shape[part] as { _zod: { def: Def } })._zod.def;
  while (def.shape === undefined) {
    const inner = def.innerType ?? def.element;
    if (!inner) throw new Error(`${part} holds no objects`);
    def = inner._zod.def;
  }
  return Object.keys(def.shape)
    .filter((field) => !MADE.includes(field))
    .sort();
}
