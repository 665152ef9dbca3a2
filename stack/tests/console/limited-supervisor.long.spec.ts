import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, findParty, LEAD, PASSWORD, Phone, test } from '../phone.ts';
import { Product } from '../product.ts';

const ADMIN = fileURLToPath(new URL('../../dist/admin.mjs', import.meta.url));
const EMAIL = 'limited@demo.test';
const OTHER_LEAD = '+14155550233';

const product = new Product();
test.beforeAll(() => product.start());
test.afterAll(() => product.dispose());

function administer(...args: readonly string[]): string {
  const env = { ...process.env, OFFHOOK_DATA: product.data, PORT: new URL(product.url).port };
  return execFileSync(process.execPath, [ADMIN, ...args, '--json'], { env, encoding: 'utf8' });
}

test('a supervisor of one team sees and hears its agents alone, and no call of another team', async ({
  browser,
}) => {
  test.slow();
  const teams = JSON.parse(administer('teams', 'list', '--account', '100')) as { id: number; name: string }[];
  const support = teams.find(({ name }) => name === 'Support')?.id ?? 0;
  const rights = ['--permissions', 'listen,whisper,barge', '--supervised-teams', String(support)];
  const user = ['--account', '100', '--email', EMAIL, '--name', 'Lin Aoki', '--password', PASSWORD];
  administer('users', 'add', ...user, ...rights);

  // Ann is in Sales, Ben in both teams.
  const ann = await Phone.open(browser, product.url, 'agent@demo.test');
  const ben = await Phone.open(browser, product.url, 'agent2@demo.test');
  await ann.talkTo(OTHER_LEAD);
  await ben.talkTo(LEAD);
  for (const number of [OTHER_LEAD, LEAD]) await findParty(product, number);

  const board = await Phone.visit(browser, product.url, '/admin/');
  const { page } = board;
  await page.setViewportSize({ width: 1280, height: 900 });
  await board.signIn(EMAIL);
  await expect(board.heading('Live board')).toBeVisible();
  const tile = board.row('Ben Okafor').first();
  await expect(tile).toHaveAttribute('data-state', 'oncall');
  await expect(page.locator('[data-state] [dir="auto"]:first-child')).toHaveText(['Ben Okafor', 'Pat Moore']);
  await expect(page.getByText('Ann Reyes')).toHaveCount(0);
  const choices = page.getByLabel('Team', { exact: true }).locator('option');
  await expect(choices).toHaveText(['All teams', 'Support']);

  await tile.getByRole('button', { name: 'Listen', exact: true }).click();
  const own = page.getByRole('region', { name: 'Your phone' });
  await expect(own.locator('iframe').contentFrame().locator('[data-part="hearing"]')).toHaveText(
    'No one can hear you.',
  );
  await own.getByRole('button', { name: 'Close your phone' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave the call' }).click();
  await expect(own).toHaveCount(0);

  const admin = await Phone.visit(browser, product.url, '/admin/');
  await admin.signIn('admin@demo.test');
  await expect(admin.heading('Live board')).toBeVisible();
  const answer = await admin.context.request.get(`${product.url}/api/v1/console/calls?limit=20`);
  const calls = ((await answer.json()) as { data: { id: number; agent: { full_name: string } | null }[] })
    .data;
  const callOf = (name: string) => calls.find(({ agent }) => agent?.full_name === name)?.id;
  expect(callOf('Ann Reyes')).toBeDefined();

  // The same for a call of another team as for one that doesn't exist.
  for (const id of [999_999, callOf('Ann Reyes')]) {
    await page.goto(`${product.url}/admin/calls/${id}`);
    await expect(page.getByText('Not found. It may have been removed.')).toBeVisible();
  }
  await expect(page.getByText('Ann Reyes')).toHaveCount(0);
  await page.goto(`${product.url}/admin/calls/${callOf('Ben Okafor')}`);
  await expect(page.getByText('Ben Okafor').first()).toBeVisible();

  await page.goto(`${product.url}/admin/calls`);
  await expect(page.getByText('Includes calls that your agents took for other teams.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Ben Okafor' }).first()).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Ann Reyes' })).toHaveCount(0);
  for (const phone of [ann, ben]) await phone.hangUp();
  for (const one of [ann, ben, board, admin]) await one.close();
});

test('a permission that an administrator adds shows on an open board without a reload', async ({
  browser,
}) => {
  const user = ['--account', '100', '--email', 'new@demo.test', '--name', 'Noor Haddad'];
  administer('users', 'add', ...user, '--password', PASSWORD, '--permissions', 'listen');
  const ann = await Phone.open(browser, product.url, 'agent@demo.test');
  await ann.talkTo(LEAD);
  const board = await Phone.visit(browser, product.url, '/admin/');
  await board.page.setViewportSize({ width: 1280, height: 900 });
  await board.signIn('new@demo.test');
  const tile = board.row('Ann Reyes').first();
  await expect(tile.getByRole('button', { name: 'Listen', exact: true })).toBeVisible();
  await expect(tile.getByRole('button', { name: 'Barge', exact: true })).toHaveCount(0);
  const agents = board.page.getByRole('link', { name: 'Agents', exact: true });
  await expect(agents).toHaveCount(0);

  const admin = await Phone.visit(browser, product.url, '/admin/agents');
  await admin.signIn('admin@demo.test');
  await admin.page.getByRole('link', { name: 'Noor Haddad' }).click();
  for (const permission of ['Barge', 'Administrator'])
    await admin.page.getByRole('switch', { name: permission, exact: true }).click();
  await admin.button('Save').click();
  await expect(tile.getByRole('button', { name: 'Barge', exact: true })).toBeVisible();
  await agents.click();
  await expect(board.heading('Agents')).toBeVisible();
  await ann.hangUp();
  for (const one of [ann, board, admin]) await one.close();
});
