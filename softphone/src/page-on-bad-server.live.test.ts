import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from '../../design/tests/browser.mjs';
import { historyItem, user } from './core/sample-events.ts';
import { apiError, html, json, noResponse } from './fake-server.ts';
import {
  badCases,
  HISTORY,
  LOGIN,
  PLACE,
  PRESENCE,
  startTestPage,
  type TestPage,
  UNKNOWN,
  USER,
} from './page-on-bad-server.ts';

const HISTORY_ITEM = historyItem({ status: 'busy' });

let bench: TestPage;

beforeAll(async () => {
  bench = await startTestPage();
});
afterAll(() => bench?.stop());
beforeEach(() => bench.reset());
afterEach(async () => {
  expect(await bench.leave()).toEqual([]);
});

// page-on-bad-server.long.test.ts runs the whole table.
for (const { title, check, isPicked } of badCases) if (isPicked) test(title, () => check(bench));

test("a slow login can't be sent twice, and its failure makes the form usable again", async () => {
  bench.server.answer(USER, json(200, { success: false, csrf_token: 'csrf' }));
  let release = () => {};
  bench.server.answer(LOGIN, (response) => {
    release = () => html(502)(response);
  });
  await bench.page.goto(bench.server.base);
  await bench.page.getByLabel('Email').fill('ann@demo.test');
  await bench.page.getByLabel('Password').fill('secret');
  await bench.button('Log in').click();
  await bench.page.waitForFunction(() => document.querySelector('button[type=submit]:disabled') !== null);
  await bench.waitForRequest('/api/v1/user/login');
  release();
  await bench.shown(UNKNOWN);
  await expect.poll(() => bench.button('Log in').isEnabled()).toBe(true);
  await expect.poll(() => bench.page.getByLabel('Email').inputValue()).toBe('ann@demo.test');
});

test("a New Call without a response shows that it's dialing, and History still works", async () => {
  bench.server.answer(PLACE, noResponse);
  bench.server.answer(HISTORY, json(200, { data: [], current_page: 1, last_page: 1 }));
  await bench.signedIn();
  await bench.nav('Call').click();
  await bench.page.getByLabel('Phone Number').fill('+14155550100');
  await bench.button('Call Now').click();
  await bench.page.getByText('Dialing...').last().waitFor();
  await bench.nav('History').click();
  await bench.page.getByText("You don't have any calls!").waitFor();
});

test('a slow history shows a spinner, and a call that arrives twice is shown once', async () => {
  const item = HISTORY_ITEM;
  let release = () => {};
  bench.server.answer(HISTORY, (response) => {
    release = () => json(200, { data: [item, item], current_page: 1, last_page: 1 })(response);
  });
  await bench.signedIn();
  await bench.nav('History').click();
  await bench.page.getByRole('status').getByText('Loading').waitFor({ state: 'attached' });
  await expect.poll(() => bench.page.getByText("You don't have any calls!").count()).toBe(0);
  release();
  await bench.page.getByText('All agents busy').first().waitFor();
});

test.each([
  ['presence', PRESENCE],
  ['the token', 'GET /api/v1/twilio/token2'],
])('a 401 to %s returns to the login', async (_what, request) => {
  bench.server.answer(request, (response) => {
    bench.server.answer(USER, json(200, { success: false, csrf_token: 'csrf' }));
    apiError(401, 'Log in to continue.')(response);
  });
  await bench.page.goto(bench.server.base);
  await bench.button('Log in').waitFor();
});

test('a server with only the specified requests gets every other one once, and its lists are shown', async () => {
  const missing = html(404);
  const { permissions: _, integrations: __, country_code: ___, account_language: ____, ...flat } = user;
  for (const request of [PRESENCE, 'GET /api/v1/callable']) bench.server.answer(request, missing);
  bench.server.answer(USER, json(200, { success: true, csrf_token: 'csrf', ...flat }));
  const pages = [[1, 2, 3, 4, 5], [6]].map((ids) => ids.map((id) => ({ ...HISTORY_ITEM, id })));
  bench.server.answer(HISTORY, (response) => {
    const page = new URL(response.req.url ?? '', bench.server.base).searchParams.get('page');
    json(200, { data: pages[Number(page) - 1] ?? [] })(response);
  });
  bench.server.answer(PLACE, apiError(422, 'This agent is not available.'));
  await bench.signedIn();
  await bench.waitForRequest('/api/v1/presence');
  await bench.nav('History').click();
  const rows = bench.page.locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(5);
  await bench.page.getByRole('link', { name: 'Next', exact: true }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await expect
    .poll(() => bench.page.getByText('Next', { exact: true }).getAttribute('aria-disabled'))
    .toBe('true');
  await bench.nav('Call').click();
  await bench.page.getByLabel('Phone Number').fill('+14155550100');
  await bench.waitForRequest('/api/v1/callable');
  await bench.button('Call Now').click();
  await bench.shown('This agent is not available.');
  const countRequests = (path: string) => bench.server.received.filter((one) => one.path === path).length;
  expect([countRequests('/api/v1/presence'), countRequests('/api/v1/callable')]).toEqual([1, 1]);
});

test('a failed country lookup is in the error log, and the first preferred country is selected', async () => {
  bench.server.answer(
    USER,
    json(200, { success: true, csrf_token: 'csrf', user: { ...user, country_code: null } }),
  );
  bench.server.answer('GET /country', html(502));
  await bench.signedIn();
  await bench.nav('Call').click();
  await bench.waitForRequest('/country');
  await expect
    .poll(() => bench.page.getByRole('combobox', { name: 'Country' }).textContent())
    .toContain('US');
  await bench.nav('Settings').click();
  await expect
    .poll(async () => {
      await bench.button('Copy Error Logs').click();
      await bench.button('OK').click();
      return bench.page.evaluate(() => navigator.clipboard.readText());
    })
    .toContain('unable to fetch the country');
});

test('in the desktop app, the page reports its status at the login and in the phone', async () => {
  const tab = await bench.page.context().newPage();
  try {
    await tab.addInitScript(() => {
      const lamps: string[] = [];
      Object.assign(window, {
        lamps,
        desktop: { showStatus: ({ lamp }: { lamp: string }) => lamps.push(lamp) },
      });
    });
    const lamps = () => tab.evaluate(() => (window as unknown as { lamps: string[] }).lamps.at(-1));
    bench.server.answer(USER, json(200, { success: false, csrf_token: 'csrf' }));
    await tab.goto(bench.server.base);
    await tab.getByRole('button', { name: 'Log in', exact: true }).waitFor();
    await expect.poll(lamps).toBe('signedOut');
    bench.server.answer(USER, json(200, { success: true, csrf_token: 'csrf', user }));
    await tab.reload();
    await tab.getByRole('navigation', { name: 'Panels' }).waitFor();
    await expect.poll(lamps).toBe('offline');
  } finally {
    await tab.close();
  }
});

test('a browser that blocks sound is detected before the first call, and one click unblocks it', async () => {
  const strict = await launchBrowser('--autoplay-policy=document-user-activation-required');
  try {
    const tab = await strict.newPage({ viewport: { width: 420, height: 760 } });
    await tab.goto(bench.server.base);
    const lastReport = () =>
      bench.server.received.filter(({ path }) => path === '/api/v1/presence').at(-1)?.body ?? '';
    // Playwright's access to the page counts as a click, so the server must have the report first.
    await expect.poll(lastReport).toContain('"audio":"locked"');
    // The ring sound was requested to find this out.
    await bench.waitForRequest('/sounds/ring.mp3');
    await tab.getByText('Click anywhere to turn on the ring sound.').waitFor();
    await tab.mouse.click(210, 300);
    await tab.getByText('Click anywhere to turn on the ring sound.').waitFor({ state: 'hidden' });
    await expect.poll(lastReport).toContain('"audio":"ready"');
  } finally {
    await strict.close();
  }
});
