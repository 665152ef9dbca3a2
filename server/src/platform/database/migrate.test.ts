import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { onEachDatabase } from '../../testing/database/database.ts';
import { queryRows } from './database.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS, statementsAfter } from './migrations.ts';

it('the migrations are exactly the files of the folder', () => {
  const folder = new URL('./migrations/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  expect(MIGRATIONS.map((step) => `${step.tag}.sql`)).toEqual(files.sort());
  for (const { tag, statements } of MIGRATIONS) {
    const text = readFileSync(new URL(`${tag}.sql`, folder), 'utf8');
    expect(statements).toEqual(text.split('--> statement-breakpoint').map((statement) => statement.trim()));
  }
});

function breaks(statement: string): boolean {
  const bare = statement.replace(/^\s*--.*$/gm, '');
  if (!/^\s*(alter|drop)\b/i.test(bare)) return false;
  if (/\bdrop\s+(table|column|constraint|type|view|sequence|schema|default)\b/i.test(bare)) return true;
  if (/\brename\b|\bset\s+not\s+null\b|\bset\s+data\s+type\b/i.test(bare)) return true;
  return bare.split(/,(?=\s*add\s+column)/i).some((part) => {
    const isAdded = /\badd\s+column\b/i.test(part);
    return isAdded && /\bnot\s+null\b/i.test(part) && !/\bdefault\b|\bgenerated\b/i.test(part);
  });
}

it('the migrations only add, so that servers of the previous version can keep running', () => {
  const upgraded = new Set(['0011_third_matthew_murdock']);
  const broken = MIGRATIONS.flatMap((step) =>
    [...step.statements, ...statementsAfter(upgraded, step)]
      .filter(breaks)
      .map((statement) => `${step.tag}: ${statement}`),
  );
  expect(broken).toEqual([]);
  const breaking = [
    'ALTER TABLE "calls" DROP COLUMN "status"',
    'DROP TABLE "calls"',
    'ALTER TABLE "calls" RENAME COLUMN "status" TO "state"',
    'ALTER TABLE "calls" ALTER COLUMN "status" SET NOT NULL',
    'ALTER TABLE "calls" ALTER COLUMN "status" SET DATA TYPE integer',
    'ALTER TABLE "calls" ADD COLUMN "shade" text NOT NULL',
  ];
  expect(breaking.filter((statement) => !breaks(statement))).toEqual([]);
});

onEachDatabase('the schema', (open) => {
  it('is created once: a second start changes nothing', async () => {
    const { db } = await open();
    const steps = () => queryRows<{ tag: string }>(db, sql`select tag from schema_steps order by tag`);
    const before = await steps();
    await Promise.all([migrate(db), migrate(db)]);
    expect(await steps()).toEqual(before);
    expect(before.map((step) => step.tag)).toEqual(MIGRATIONS.map((step) => step.tag));
  });

  it('enforces even call ids and odd call user ids', async () => {
    const { db } = await open({ demo: true });
    await expect(db.execute(sql`update calls set id = id + 1`)).rejects.toThrow();
    await expect(db.execute(sql`update call_users set id = id + 1`)).rejects.toThrow();
  });
});
