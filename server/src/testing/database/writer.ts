/**
 * Writes numbered settings into a data folder and prints each number once its commit is acknowledged.
 *
 *     node test-writer.mjs <data folder> <template> <first number>
 */
import { moveDemoToPresent } from '../../demo/present.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { settings } from '../../platform/database/schema.ts';

const [dataFolder = '', templateFile = '', first] = process.argv.slice(2);
const { db } = await openDatabase({
  databaseUrl: '',
  dataFolder,
  templateFile,
  demo: {
    seed: () => Promise.reject(new Error('The template already has the demo data.')),
    refresh: (db) => moveDemoToPresent(db, Date.now()),
  },
  onLost: () => undefined,
});
for (let n = Number(first); ; n += 1) {
  await db.insert(settings).values({ key: `written-${n}`, value: 'x'.repeat(500) });
  process.stdout.write(`${n}\n`);
}
