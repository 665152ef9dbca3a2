import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from '../../../design/tests/browser.mjs';
import { historyItem, user } from '../core/sample-events.ts';
import { apiError, html, json, noResponse } from './fake-server.ts';
import {
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

let testPage: TestPage;

beforeAll(async () => {
  testPage = await startTestPage();
});
afterAll(() => testPage?.stop());
beforeEach(() => testPage.reset());
afterEach(async () => {
  expect(await testPage.leave()).toEqual([]);
});

test("a slow login can't be sent twice, and its failure makes the form usable again", async () => {
  testPage.server.answer(USER, json(200, { success: false, csrf_token: 'csrf' }));
  let release = () => {};
  testPage.server.answer(LOGIN, (response) => {
    release = () => html(502)(response);
  });
  await testPage.page.goto(testPage.server.base);
  await testPage.page.getByLabel('Email').fill('ann@demo.test');
  await testPage.page.getByLabel('Password').fill('secret');
  await testPage.button('Log in').click();
  await testPage.page.waitForFunction(() => document.querySelector('button[type=submit]:disabled') !== null);
  await testPage.waitForRequest('/api/v1/user/login');
  release();
  await testPage.waitForBanner(UNKNOWN);
  await expect.poll(() => testPage.button('Log in').isEnabled()).toBe(true);
  await expect.poll(() => testPage.page.getByLabel('Email').inputValue()).toBe('ann@demo.test');
});

test("a New Call without a response shows that it's dialing, and History still works", async () => {
  testPage.server.answer(PLACE, noResponse);
  testPage.server.answer(HISTORY, json(200, { data: [], current_page: 1, last_page: 1 }));
  await testPage.openPhone();
  await testPage.nav('Call').click();
  await testPage.page.getByLabel('Phone Number').fill('+14155550100');
  await testPage.button('Call Now').click();
  await testPage.page.getByText('Dialing...').last().waitFor();
  await testPage.nav('History').click();
  await testPage.page.getByText("You don't have any calls!").waitFor();
});

test('a slow history shows a spinner, and a call that arrives twice is shown once', async () => {
  const item = HISTORY_ITEM;
  let release = () => {};
  testPage.server.answer(HISTORY, (response) => {
    release = () => json(200, { data: [item, item], current_page: 1, last_page: 1 })(response);
  });
  await testPage.openPhone();
  await testPage.nav('History').click();
  await testPage.page.getByRole('status').getByText('Loading').waitFor({ state: 'attached' });
  await expect.poll(() => testPage.page.getByText("You don't have any calls!").count()).toBe(0);
  release();
  await testPage.page.getByText('All agents busy').first().waitFor();
});

test.each([
  ['presence', PRESENCE],
  ['the token', 'GET /api/v1/twilio/token2'],
])('a 401 to %s returns to the login', async (_what, request) => {
  testPage.server.answer(request, (response) => {
    testPage.server.answer(USER, json(200, { success: false, csrf_token: 'csrf' }));
    apiError(401, 'Log in to continue.')(response);
  });
  await testPage.page.goto(testPage.server.base);
  await testPage.button('Log in').waitFor();
});

test('a server that supports only the specified requests gets each other request once, and its lists are shown', async () => {
  const missing = html(404);
  const { permissions: _, integrations: __, country_code: ___, account_language: ____, ...flat } = user;
  for (const request of [PRESENCE, 'GET /api/v1/callable']) testPage.server.answer(request, missing);
  testPage.server.answer(USER, json(200, { success: true, csrf_token: 'csrf', ...flat }));
  const pages = [[1, 2, 3, 4, 5], [6]].map((ids) => ids.map((id) => ({ ...HISTORY_ITEM, id })));
  testPage.server.answer(HISTORY, (response) => {
    const page = new URL(response.req.url ?? '', testPage.server.base).searchParams.get('page');
    json(200, { data: pages[Number(page) - 1] ?? [] })(response);
  });
  testPage.server.answer(PLACE, apiError(422, 'This agent is not available.'));
  await testPage.openPhone();
  await testPage.waitForRequest('/api/v1/presence');
  await testPage.nav('History').click();
  const rows = testPage.page.locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(5);
  await testPage.page.getByRole('link', { name: 'Next', exact: true }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await expect
    .poll(() => testPage.page.getByText('Next', { exact: true }).getAttribute('aria-disabled'))
    .toBe('true');
  const countRequests = (path: string) => testPage.server.received.filter((one) => one.path === path).length;
  await testPage.page.keyboard.press('Control+k');
  for (const search of ['Olga', 'Olga Li']) {
    const searched = countRequests('/api/v1/mycalls');
    await testPage.page.getByRole('combobox', { name: 'Search and commands' }).fill(search);
    await expect.poll(() => countRequests('/api/v1/mycalls')).toBe(searched + 1);
    await testPage.page.getByText('Nothing found.').waitFor();
  }
  await testPage.page.keyboard.press('Escape');
  await testPage.nav('Call').click();
  await testPage.page.getByLabel('Phone Number').fill('+14155550100');
  await testPage.waitForRequest('/api/v1/callable');
  await testPage.button('Call Now').click();
  await testPage.waitForBanner('This agent is not available.');
  const optional = ['/api/v1/presence', '/api/v1/callable', '/api/v1/leads/search'];
  expect(optional.map(countRequests)).toEqual([1, 1, 1]);
});

test('a failed country lookup is in the error log, and the first preferred country is selected', async () => {
  testPage.server.answer(
    USER,
    json(200, { success: true, csrf_token: 'csrf', user: { ...user, country_code: null } }),
  );
  testPage.server.answer('GET /country', html(502));
  await testPage.openPhone();
  await testPage.nav('Call').click();
  await testPage.waitForRequest('/country');
  await expect
    .poll(() => testPage.page.getByRole('combobox', { name: 'Country' }).textContent())
    .toContain('US');
  await testPage.nav('Settings').click();
  await expect
    .poll(async () => {
      await testPage.button('Copy Error Logs').click();
      await testPage.button('OK').click();
      return testPage.page.evaluate(() => navigator.clipboard.readText());
    })
    .toContain('unable to fetch the country');
});

test('in the desktop app, the page reports its status at the login and in the phone', async () => {
  const tab = await testPage.page.context().newPage();
  try {
    await tab.addInitScript(() => {
      const lamps: string[] = [];
      Object.assign(window, {
        lamps,
        desktop: { showStatus: ({ lamp }: { lamp: string }) => lamps.push(lamp) },
      });
    });
    const lamps = () => tab.evaluate(() => (window as unknown as { lamps: string[] }).lamps.at(-1));
    testPage.server.answer(USER, json(200, { success: false, csrf_token: 'csrf' }));
    await tab.goto(testPage.server.base);
    await tab.getByRole('button', { name: 'Log in', exact: true }).waitFor();
    await expect.poll(lamps).toBe('signedOut');
    testPage.server.answer(USER, json(200, { success: true, csrf_token: 'csrf', user }));
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
    await tab.goto(testPage.server.base);
    const lastReport = () =>
      testPage.server.received.filter(({ path }) => path === '/api/v1/presence').at(-1)?.body ?? '';
    // Playwright's access to the page counts as a click, so the server must have the report first.
    await expect.poll(lastReport).toContain('"audio":"locked"');
    // The ring sound was requested to find this out.
    await testPage.waitForRequest('/sounds/ring.mp3');
    await tab.getByText('Click anywhere to turn on the ring sound.').waitFor();
    await tab.mouse.click(210, 300);
    await tab.getByText('Click anywhere to turn on the ring sound.').waitFor({ state: 'hidden' });
    await expect.poll(lastReport).toContain('"audio":"ready"');
  } finally {
    await strict.close();
  }
});
