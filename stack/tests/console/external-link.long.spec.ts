import { findAccessibilityViolations } from '../../../design/tests/accessibility.mjs';
import { expect, Phone, test } from '../phone.ts';
import { Product, waitUntil } from '../product.ts';

/** A separate product, because the test changes the account's rules and reads its audit log. */
const ownProduct = new Product();
test.beforeAll(() => ownProduct.start());
test.afterAll(() => ownProduct.dispose());

test('a person without a login plays a recording by an external link, until it is revoked', async ({
  browser,
}) => {
  test.slow();
  const admin = await Phone.visit(browser, ownProduct.url, '/admin/calling-rules');
  const { page } = admin;
  await page.setViewportSize({ width: 1280, height: 900 });
  await admin.signIn('admin@demo.test');
  const allowed = page.getByRole('switch', { name: /create external links/ });
  await expect(allowed).not.toBeChecked();
  await allowed.click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();

  const read = <A>(path: string): Promise<A> =>
    page.evaluate(async (one) => (await fetch(`/api/v1/console/${one}`)).json(), path);
  const { data } = await read<{ data: { id: number; has_recording: boolean }[] }>('calls?limit=100');
  const recorded = data.find(({ has_recording }) => has_recording);
  await page.goto(`${ownProduct.url}/admin/calls/${recorded?.id}`);
  const label = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await page.getByRole('button', { name: 'External link', exact: true }).click();
  await page.getByLabel('Works for').selectOption('1 day');
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByLabel('Link address', { exact: true }).inputValue();
  expect(link).toMatch(/\/apps\/webrtc\/recording#[\w-]{43}$/);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Not played yet')).toBeVisible();

  const context = await browser.newContext();
  const outsider = await context.newPage();
  const addresses: string[] = [];
  outsider.on('request', (request) => addresses.push(request.url(), request.headers()['referer'] ?? ''));
  const response = await outsider.goto(link);
  const headers = response?.headers() ?? {};
  expect([headers['referrer-policy'], headers['x-robots-tag'], headers['cache-control']]).toEqual([
    'no-referrer',
    'noindex',
    'no-store',
  ]);
  await expect(outsider.getByRole('heading', { name: 'Recorded call' })).toBeVisible();
  expect(await findAccessibilityViolations(outsider)).toEqual([]);
  await outsider.getByLabel('Speed', { exact: true }).selectOption('2×');
  await outsider.getByRole('button', { name: 'Play' }).click();
  const audio = outsider.locator('audio');
  const state = () =>
    audio.evaluate(({ currentTime, playbackRate, duration }: HTMLAudioElement) => ({
      currentTime,
      playbackRate,
      duration,
    }));
  await waitUntil(async () => (await state()).currentTime > 0.5, 'the recording to play');
  expect(await state()).toMatchObject({ playbackRate: 2, duration: expect.any(Number) });
  const shown = await outsider.locator('body').innerText();
  expect(shown).toContain('Agent');
  for (const secret of [label, 'demo.test', '+1']) expect(shown).not.toContain(secret);
  const token = link.split('#')[1] ?? '';
  expect(addresses.filter((address) => address.includes(token))).toEqual([]);

  await expect(page.getByText(/^Played once, last /)).toBeVisible();
  const plays = await read<{ data: { action: string; user: null; address: string }[] }>(
    'audit-log?kind=plays',
  );
  expect(plays.data).toMatchObject([{ action: 'external links play', user: null }]);

  await page.getByRole('button', { name: /^Revoke the link of/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('button', { name: /^Revoke the link of/ })).toBeHidden();
  const url = await audio.getAttribute('src');
  expect(await outsider.evaluate(async (one) => (await fetch(one ?? '')).status, url)).toBe(404);
  await outsider.reload();
  await expect(outsider.getByText('This link has expired or was revoked. Ask for a new one.')).toBeVisible();
  await context.close();
  await admin.close();
});
