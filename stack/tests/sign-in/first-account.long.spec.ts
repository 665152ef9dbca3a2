import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { FIRST_ACCOUNT_COMMANDS } from '@offhook/server/accounts/settings/first-account';
import { startTestPostgres } from '@offhook/server/testing/database/postgres';
import { expect, test } from '@playwright/test';
import { Product } from '../product.ts';

const ADMIN = fileURLToPath(new URL('../../dist/admin.mjs', import.meta.url));

test('the product prints the commands that create an account only while none exists', async () => {
  const postgres = await startTestPostgres();
  test.skip(postgres === null, 'PostgreSQL isn’t installed');
  if (postgres === null) return;
  await postgres.createDatabase('offhook');
  const settings = { DATABASE_URL: postgres.url('offhook') };
  const product = new Product();
  try {
    await product.start(settings);
    expect(product.output.slice(0, -1)).toEqual([
      'The database has no account yet. Create one and its administrator, with the same environment variables:',
      ...FIRST_ACCOUNT_COMMANDS.map((command) => `  ${command}`),
    ]);
    for (const command of FIRST_ACCOUNT_COMMANDS) {
      const [, args = ''] = command.split('npm run admin -- ');
      execFileSync(process.execPath, [ADMIN, ...args.split(' ')], { env: { ...process.env, ...settings } });
    }
    await product.stop();
    const before = product.output.length;
    await product.start(settings);
    expect(product.output.slice(before)).toEqual([`Offhook is ready at ${product.url}`]);
  } finally {
    await product.dispose();
    await postgres.stop();
  }
});
