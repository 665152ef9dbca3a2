import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { queryRows } from './database.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { forEachDatabase } from './test-database.ts';

it('carries the files of the folder, all of them, as they are', () => {
  const folder = new URL('./migrations/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  expect(MIGRATIONS.map((step) => `${step.tag}.sql`)).toEqual(files.sort());
  for (const { tag, statements } of MIGRATIONS) {
    const text = readFileSync(new URL(`${tag}.sql`, folder), 'utf8');
    expect(statements).toEqual(text.split('--> statement-breakpoint').map((statement) => statement.trim()));
  }
});

forEachDatabase('the schema', (open) => {
  it('is made once: a second start changes nothing', async () => {
    const { db } = await open();
    const steps = () => queryRows<{ tag: string }>(db, sql`select tag from schema_steps order by tag`);
    const before = await steps();
    await Promise.all([migrate(db), migrate(db)]);
    expect(await steps()).toEqual(before);
    expect(before.map((step) => step.tag)).toEqual(MIGRATIONS.map((step) => step.tag));
  });

  it('keeps ids of calls even and of call users odd, whoever writes them', async () => {
    const { db } = await open({ demo: true });
    await expect(db.execute(sql`update calls set id = id + 1`)).rejects.toThrow();
    await expect(db.execute(sql`update call_users set id = id + 1`)).rejects.toThrow();
  });
});
