import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'vitest';
import { newContext } from '../../../design/tests/browser.mjs';
import { staticFile } from '../../../design/tests/static-files.mjs';
import { user } from '../core/sample-events.ts';
import {
  apiError,
  empty,
  html,
  interrupted,
  json,
  neverEnding,
  type Responder,
  startFakeServer,
} from './fake-server.ts';

export const UNKNOWN = 'Something went wrong. Please try again.';
const UNREACHABLE = 'Can’t reach the server. Check your connection, then try again.';
export const USER = 'GET /api/v1/user';
export const LOGIN = 'POST /api/v1/user/login';
export const PLACE = 'POST /api/v1/calls/twilio/outbound';
export const HISTORY = 'GET /api/v1/mycalls';
export const PRESENCE = 'POST /api/v1/presence';
const CALLER_IDS = 'GET /api/v1/callerids';
const CALLABLE = 'GET /api/v1/callable';
const CHECK = 'POST /apps/webrtc/check';

const distPath = resolve(import.meta.dirname, '../../dist');

export type TestPage = Awaited<ReturnType<typeof startTestPage>>;

/** All tests share one origin, cache and page, so that the browser compiles the page's code once. */
export async function startTestPage() {
  const server = await startFakeServer(file);
  const context = await newContext({ viewport: { width: 420, height: 760 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.base });
  const page = await context.newPage();
  const uncaught: string[] = [];
  page.on('pageerror', (error) => uncaught.push(error.message));
  const nav = (name: string) =>
    page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name });
  return {
    server,
    page,
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    nav,
    waitForBanner: (text: string) => page.locator('strong', { hasText: text }).waitFor(),
    waitForRequest: (path: string) =>
      expect.poll(() => server.received.some((received) => received.path === path)).toBe(true),
    openPhone: async () => {
      await page.goto(server.base);
      await nav('Call').waitFor();
    },
    /** Restores the good responses. */
    reset: () => {
      uncaught.length = 0;
      server.reset();
      server.answer(USER, json(200, { success: true, csrf_token: 'csrf', user }));
      server.answer('GET /api/v1/twilio/token2', json(200, { token: 'voice-token' }));
      server.answer(PRESENCE, json(200, { success: true, phone: true, resume: null }));
      server.answer(CALLER_IDS, json(200, []));
      server.answer(CALLABLE, json(200, { success: true, allowed: true, reason: null, next: null }));
    },
    /** Leaves the page, empties its storage, and returns its uncaught errors. */
    leave: async () => {
      if (page.url().startsWith(server.base)) {
        await page.evaluate(() => {
          localStorage.clear();
          sessionStorage.clear();
        });
      }
      await page.goto('about:blank');
      return uncaught;
    },
    stop: async () => {
      await context.close();
      await server.stop();
    },
  };
}

function file(path: string): Responder | null {
  if (path !== '/') return staticFile(distPath, path);
  const config = {
    api: { production: '', development_domain: '', development: '' },
    voice: { chunderw: 'localhost:9' },
    realtime: { key: 'key', cluster: 'here', host: 'localhost', port: 9, path: '' },
    country_lookup: '/country',
    demo: false,
  };
  const script = `<script type="application/json" id="offhook-config">${JSON.stringify(config)}</script>`;
  const text = readFileSync(resolve(distPath, 'index.html'), 'utf8').replace('<!--offhook-config-->', script);
  return (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(text);
}

interface BadResponse {
  readonly name: string;
  readonly answer: Responder;
  /** Part of the text that the page then shows. */
  readonly text: string;
}

const badResponses: readonly BadResponse[] = [
  { name: '500 with HTML', answer: html(500), text: UNKNOWN },
  { name: '200 with HTML', answer: html(200), text: UNKNOWN },
  { name: 'a rejection', answer: apiError(422, 'Not today.'), text: 'Not today.' },
  {
    name: '429',
    answer: apiError(429, 'Too many attempts. Please try again later.'),
    text: 'Too many',
  },
  {
    name: '419',
    answer: apiError(419, 'Your session has changed. Reload the page.'),
    text: 'reload',
  },
  { name: 'JSON of another shape', answer: json(200, { success: true, data: 'none' }), text: UNKNOWN },
  { name: 'an empty response', answer: empty(200), text: UNKNOWN },
  { name: 'a truncated response', answer: interrupted, text: UNREACHABLE },
  { name: 'an endless response', answer: neverEnding, text: UNKNOWN },
];

interface RequestCase {
  /** A test title; %s is the name of the response. */
  readonly title: string;
  readonly except?: string;
  readonly check: (testPage: TestPage, bad: BadResponse) => Promise<void>;
}

const requestCases: readonly RequestCase[] = [
  {
    title: 'the first request answered with %s leads to a working login',
    // For this request, such JSON is the valid response to a visitor.
    except: 'JSON of another shape',
    check: async ({ server, page, waitForBanner, button }, { answer, text }) => {
      server.answer(USER, answer);
      await page.goto(server.base);
      // The specification names the text for a network failure here.
      await waitForBanner(text === UNREACHABLE ? UNKNOWN : text);
      await expect.poll(() => button('Log in').isEnabled()).toBe(true);
    },
  },
  {
    title: 'a New Call answered with %s shows the error, keeps the input and can be retried',
    check: async ({ server, page, waitForBanner, button, nav, openPhone }, { answer, text }) => {
      server.answer(PLACE, answer);
      await openPhone();
      await nav('Call').click();
      await page.getByLabel('First Name').fill('Lee');
      await page.getByLabel('Phone Number').fill('+14155550100');
      await button('Call Now').click();
      await waitForBanner(text);
      await expect.poll(() => page.getByLabel('First Name').inputValue()).toBe('Lee');
      await expect.poll(() => button('Call Now').isEnabled()).toBe(true);
    },
  },
  {
    title: 'a history answered with %s shows the error, and loads when reopened',
    check: async ({ server, page, waitForBanner, nav, openPhone }, { answer, text }) => {
      server.answer(HISTORY, answer);
      await openPhone();
      await nav('History').click();
      await waitForBanner(text);
      server.answer(HISTORY, json(200, { data: [], current_page: 1, last_page: 1 }));
      await nav('History').click();
      await nav('History').click();
      await page.getByText("You don't have any calls!").waitFor();
    },
  },
  {
    title: 'Check for lead answered with %s changes nothing',
    check: async ({ server, page, button, waitForRequest, openPhone }, { answer }) => {
      server.answer(CHECK, answer);
      await openPhone();
      await button('Check for lead').click();
      await waitForRequest('/apps/webrtc/check');
      await expect.poll(() => button('Check for lead').isEnabled()).toBe(true);
      await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    },
  },
  {
    title: 'caller IDs and a call check answered with %s leave New Call usable',
    check: async ({ server, page, button, nav, waitForRequest, openPhone }, { answer }) => {
      server.answer(CALLER_IDS, answer);
      server.answer(CALLABLE, answer);
      await openPhone();
      await nav('Call').click();
      await page.getByLabel('Phone Number').fill('+14155550100');
      await waitForRequest('/api/v1/callable');
      await expect.poll(() => button('Call Now').isEnabled()).toBe(true);
      await expect.poll(() => page.getByLabel('Caller ID').count()).toBe(0);
    },
  },
  {
    title: 'presence answered with %s leaves the phone working',
    check: async ({ server, page, nav, waitForRequest, openPhone }, { answer }) => {
      server.answer(PRESENCE, answer);
      await openPhone();
      await waitForRequest('/api/v1/presence');
      await nav('Call').click();
      await page.getByLabel('First Name').waitFor();
    },
  },
];

interface BadCase {
  readonly title: string;
  readonly check: (testPage: TestPage) => Promise<void>;
}

/** Every request with every bad response. */
export const badCases: readonly BadCase[] = requestCases.flatMap(({ title, check, except }) =>
  badResponses
    .map((bad) => ({
      bad,
      title: title.replace('%s', bad.name),
      check: (testPage: TestPage) => check(testPage, bad),
    }))
    .filter(({ bad }) => bad.name !== except),
);
