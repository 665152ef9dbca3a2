/** `node test-postgres.mjs` prints one line of JSON and stops the server when stdin ends. */
import { createDemoSeeder } from '../../demo/demo-world.ts';
import { openPostgres } from '../../platform/database/postgres.ts';
import { query, startTestPostgres } from './postgres.ts';

const server = await startTestPostgres();
let version: string | undefined;
if (server) {
  await server.createDatabase('demo');
  const { db, close } = await openPostgres(server.url('demo'), () => undefined);
  await createDemoSeeder(Date.now())(db, server.folder);
  await close();
  const [row] = await query<{ server_version: string }>(server.url('demo'), 'show server_version');
  version = row?.server_version.split(' ')[0];
}
console.log(JSON.stringify({ url: server?.url('{database}') ?? null, version }));
process.stdin.resume().on('end', () => server?.stop());
