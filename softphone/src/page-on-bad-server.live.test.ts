/** The built page in a real browser, against a server that answers wrongly, late, or not at all. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser, newContext } from '../tests/browser.mjs';
import { staticFile } from '../tests/static-files.mjs';
import {
  type Answer,
  type AnsweringServer,
  broken,
  empty,
  endless,
  html,
  json,
  silence,
  startAnsweringServer,
} from './answering-server.ts';
import { user } from './core/sample-events.ts';

const UNKNOWN = 'Something went wrong. Please try again.';
const USER = 'GET /api/v1/user';
const LOGIN = 'POST /api/v1/user/login';
const PLACE = 'POST /api/v1/calls/twilio/outbound';
const HISTORY = 'GET /api/v1/mycalls';
const CALLER_IDS = 'GET /api/v1/callerids';
const CALLABLE = 'GET /api/v1/callable';
const CHECK = 'POST /apps/webrtc/check';
const PRESENCE = 'POST /api/v1/presence';

/** The product's build. */
const built = resolve(import.meta.dirname, '../dist');

let context: BrowserContext;
let server: AnsweringServer;
let page: Page;
let uncaught: string[];

beforeAll(async () => {
  // One origin and one cache for all: the browser reads and compiles the page's code once.
  server = await startAnsweringServer(file);
  context = await newContext({ viewport: { width: 420, height: 760 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.base });
});

afterAll(async () => {
  await context?.close();
  await server?.stop();
});

beforeEach(async () => {
  server.forget();
  server.answer(USER, json(200, { success: true, csrf_token: 'csrf', user }));
  server.answer('GET /api/v1/twilio/token2', json(200, { token: 'voice-token' }));
  server.answer(PRESENCE, json(200, { success: true, phone: true, resume: null }));
  server.answer(CALLER_IDS, json(200, []));
  server.answer(CALLABLE, json(200, { success: true, allowed: true, reason: null, next: null }));
  page = await context.newPage();
  uncaught = [];
  page.on('pageerror', (error) => uncaught.push(error.message));
});

afterEach(async () => {
  if (page.url().startsWith(server.base)) await page.evaluate(() => localStorage.clear());
  await page.close();
  expect(uncaught).toEqual([]);
});

/** The page and its parts, as the product's own server gives them. */
function file(path: string): Answer | null {
  if (path === '/') {
    const config = {
      api_base: '',
      voice: { chunderw: 'localhost:9' },
      realtime: { key: 'key', cluster: 'here', host: 'localhost', port: 9, path: '' },
      country_lookup: '/country',
      demo: false,
    };
    const script = `<script type="application/json" id="offhook-config">${JSON.stringify(config)}</script>`;
    const text = readFileSync(resolve(built, 'index.html'), 'utf8').replace('<!--offhook-config-->', script);
    return (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(text);
  }
  return staticFile(built, path);
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const told = (text: string) => page.locator('strong', { hasText: text }).waitFor();
const nav = (name: string) => page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name });

async function signedIn(): Promise<void> {
  await page.goto(server.base);
  await nav('Call').waitFor();
}

const bad: readonly (readonly [string, Answer, string])[] = [
  ['500 and a page', html(500), UNKNOWN],
  ['200 and a page', html(200), UNKNOWN],
  ['a refusal', json(422, { success: false, error: 'Not today.' }), 'Not today.'],
  ['429', json(429, { success: false, error: 'Too many attempts. Please try again later.' }), 'Too many'],
  [
    '419',
    json(419, { success: false, error: 'Your session has changed. Please reload the page.' }),
    'reload',
  ],
  ['another shape', json(200, { success: true, data: 'none' }), UNKNOWN],
  ['nothing', empty(200), UNKNOWN],
  ['half an answer', broken, UNKNOWN],
  ['an answer without end', endless, UNKNOWN],
];

test.each(bad.filter(([name]) => name !== 'another shape'))(
  'the first call answered with %s leads to a login that can be used',
  async (_name, answer, text) => {
    server.answer(USER, answer);
    await page.goto(server.base);
    await told(text);
    await expect.poll(() => button('Log in').isEnabled()).toBe(true);
  },
);

test('a login that takes long cannot be sent twice, and its failure gives the form back', async () => {
  server.answer(USER, json(200, { success: false, csrf_token: 'csrf' }));
  let release = () => {};
  server.answer(LOGIN, (response) => {
    release = () => html(502)(response);
  });
  await page.goto(server.base);
  await page.getByLabel('Email').fill('ann@demo.test');
  await page.getByLabel('Password').fill('secret');
  await button('Log in').click();
  await page.waitForFunction(() => document.querySelector('button[type=submit]:disabled') !== null);
  await expect.poll(() => server.heard.some(({ path }) => path === '/api/v1/user/login')).toBe(true);
  release();
  await told(UNKNOWN);
  await expect.poll(() => button('Log in').isEnabled()).toBe(true);
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('ann@demo.test');
});

test.each(bad)(
  'a New Call answered with %s says so, keeps what was typed and can be sent again',
  async (_name, answer, text) => {
    server.answer(PLACE, answer);
    await signedIn();
    await nav('Call').click();
    await page.getByLabel('First Name').fill('Lee');
    await page.getByLabel('Phone Number').fill('+14155550100');
    await button('Call Now').click();
    await told(text);
    await expect.poll(() => page.getByLabel('First Name').inputValue()).toBe('Lee');
    await expect.poll(() => button('Call Now').isEnabled()).toBe(true);
  },
);

test('a New Call that gets no answer shows that it is on its way, and History is still there', async () => {
  server.answer(PLACE, silence);
  server.answer(HISTORY, json(200, { data: [], current_page: 1, last_page: 1 }));
  await signedIn();
  await nav('Call').click();
  await page.getByLabel('Phone Number').fill('+14155550100');
  await button('Call Now').click();
  await page.getByText('Dialing...').last().waitFor();
  await nav('History').click();
  await page.getByText("You don't have any calls!").waitFor();
});

test.each(bad)(
  'a history answered with %s says so, and opens when it is asked again',
  async (_name, answer, text) => {
    server.answer(HISTORY, answer);
    await signedIn();
    await nav('History').click();
    await told(text);
    server.answer(HISTORY, json(200, { data: [], current_page: 1, last_page: 1 }));
    await nav('History').click();
    await nav('History').click();
    await page.getByText("You don't have any calls!").waitFor();
  },
);

test('a history that takes long shows a spinner, and one that comes twice shows once', async () => {
  const item = {
    id: 1,
    direction: 'outbound',
    recording_url: null,
    time_formatted: 'Nov 20, 4:06 PM',
    lead_retry: null,
    retry: null,
    status: 'busy',
    seconds: 0,
    duration: '0:00',
    user: { name: 'Ann Agent' },
    lead: null,
    phone_number_formatted: '(415) 555-0142',
  };
  let release = () => {};
  server.answer(HISTORY, (response) => {
    release = () => json(200, { data: [item, item], current_page: 1, last_page: 1 })(response);
  });
  await signedIn();
  await nav('History').click();
  await page.getByRole('status').getByText('Loading').waitFor({ state: 'attached' });
  await expect.poll(() => page.getByText("You don't have any calls!").count()).toBe(0);
  release();
  await page.getByText('All agents busy').first().waitFor();
});

test.each(bad)('Check for lead answered with %s leaves the screen as it was', async (_name, answer) => {
  server.answer(CHECK, answer);
  await signedIn();
  await button('Check for lead').click();
  await expect.poll(() => server.heard.some(({ path }) => path === '/apps/webrtc/check')).toBe(true);
  await expect.poll(() => button('Check for lead').isEnabled()).toBe(true);
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test.each(bad)('caller IDs and a verdict answered with %s leave New Call usable', async (_name, answer) => {
  server.answer(CALLER_IDS, answer);
  server.answer(CALLABLE, answer);
  await signedIn();
  await nav('Call').click();
  await page.getByLabel('Phone Number').fill('+14155550100');
  await expect.poll(() => server.heard.some(({ path }) => path === '/api/v1/callable')).toBe(true);
  await expect.poll(() => button('Call Now').isEnabled()).toBe(true);
  await expect.poll(() => page.getByLabel('Caller ID').count()).toBe(0);
});

test.each([
  ['presence', PRESENCE],
  ['the token', 'GET /api/v1/twilio/token2'],
])('a 401 to %s leads back to the login', async (_what, request) => {
  server.answer(request, (response) => {
    server.answer(USER, json(200, { success: false, csrf_token: 'csrf' }));
    json(401, { success: false, error: 'Please log in.' })(response);
  });
  await page.goto(server.base);
  await button('Log in').waitFor();
});

test.each(bad)('presence answered with %s leaves the phone at work', async (_name, answer) => {
  server.answer(PRESENCE, answer);
  await signedIn();
  await expect.poll(() => server.heard.some(({ path }) => path === '/api/v1/presence')).toBe(true);
  await nav('Call').click();
  await page.getByLabel('First Name').waitFor();
});

test('a country that cannot be looked up is in the error log, and the first preferred one is chosen', async () => {
  server.answer(
    USER,
    json(200, { success: true, csrf_token: 'csrf', user: { ...user, country_code: null } }),
  );
  server.answer('GET /country', html(502));
  await signedIn();
  await nav('Call').click();
  await expect.poll(() => server.heard.some(({ path }) => path === '/country')).toBe(true);
  await expect.poll(() => page.getByRole('combobox', { name: 'Country' }).textContent()).toContain('US');
  await nav('Settings').click();
  await expect
    .poll(async () => {
      await button('Copy Error Logs').click();
      await button('OK').click();
      return page.evaluate(() => navigator.clipboard.readText());
    })
    .toContain('unable to fetch the country');
});

test('a browser that plays no sound before a click is found out before the first call, and one click lifts it', async () => {
  const strict = await launchBrowser('--autoplay-policy=document-user-activation-required');
  try {
    const tab = await strict.newPage({ viewport: { width: 420, height: 760 } });
    await tab.goto(server.base);
    const told = () => server.heard.filter(({ path }) => path === '/api/v1/presence').at(-1)?.body ?? '';
    // The tool that looks into the page counts as a touch of it: the server is told first, without one.
    await expect.poll(told).toContain('"audio":"locked"');
    await tab.getByText('Click anywhere to let this phone ring').waitFor();
    await tab.mouse.click(210, 300);
    await tab.getByText('Click anywhere to let this phone ring').waitFor({ state: 'hidden' });
    await expect.poll(told).toContain('"audio":"ready"');
  } finally {
    await strict.close();
  }
});
