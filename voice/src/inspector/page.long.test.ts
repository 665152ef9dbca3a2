import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account, openWorld, type World } from '../conformance/world.ts';
import { openChromium } from '../testing/chromium.ts';

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([openWorld({ VOICE_PAGE: '1' }), openChromium()]);
});
afterAll(() => world.close());

async function openPage(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  await page.goto(`http://localhost:${world.voice.port}/`);
  await page.locator('.connection.live').waitFor();
  return page;
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}

test('a call appears, takes a key and shows its error, by keyboard', async () => {
  const page = await openPage();
  await page.getByRole('heading', { name: 'No calls yet' }).waitFor();
  await expectAccessible(page);
  world.on('/menu', '<Gather numDigits="1" timeout="60" action="/chosen"/>');
  world.on('/chosen', () => ({
    type: 'text/xml',
    body: Buffer.from('<Response>\n<Say>Hi</Sy>\n</Response>'),
  }));
  const { sid } = await world.dial('+14155550130', { url: world.url('/menu') });
  await page.locator('.item').waitFor();
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: '+14155550199 → +14155550130' }).waitFor();
  const gather = page.locator('.entry', { hasText: 'Gather' });
  await gather.getByText('running').waitFor();
  await page.getByRole('textbox', { name: 'Keys' }).fill('4');
  await page.getByRole('button', { name: 'Press' }).click();
  await page.locator('.banner').getByText('Line 2: unexpected close tag.').waitFor();
  await page.locator('.line.wrong').getByText('</Sy').waitFor();
  await gather.locator('kbd').getByText('4').waitFor();
  await world.waitForStatus(sid, 'completed');
  await page.keyboard.press('/');
  await page.keyboard.type('0199');
  await page.getByRole('checkbox', { name: 'Errors only' }).check();
  expect(await page.locator('.item').count()).toBe(1);
  await page.reload();
  await page.locator('.banner').getByText('Line 2: unexpected close tag.').waitFor();
  await page.context().close();
});

test('the keys are those that the SDKs need', async () => {
  const page = await openPage();
  await page.getByRole('button', { name: 'Keys', exact: true }).click();
  const text = await page.getByRole('dialog').locator('pre').first().textContent();
  expect(text?.split('\n').map((one) => one.split('=')[0])).toEqual([
    ...['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_API_KEY', 'TWILIO_API_SECRET'],
    ...['TWILIO_TWIML_APP_SID', 'VOICE_URL'],
  ]);
  expect(text).toContain(`TWILIO_TWIML_APP_SID=${account.applicationSid}\n`);
  await page.context().close();
});

test.each(['light', 'dark'] as const)('the page is accessible, in %s', async (colorScheme) => {
  const page = await openPage({ colorScheme });
  await page.locator('.item').first().click();
  await page.locator('.banner').first().waitFor();
  for (const summary of await page.locator('summary').all()) await summary.click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Network' }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page);
  await page.context().close();
});

test('a phone’s width shows the list or the call, in Spanish', async () => {
  const page = await openPage({ viewport: { width: 390, height: 844 }, locale: 'es-ES' });
  await page.locator('.item').first().click();
  await page.getByRole('link', { name: 'Todas las llamadas' }).click();
  await page.locator('.item').first().waitFor();
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow()).toBe(0);
  await page.locator('.item').first().click();
  expect(await overflow()).toBe(0);
  await page.context().close();
});

test('a long list scrolls by itself, without the page', async () => {
  const page = await openPage({ viewport: { width: 1280, height: 320 } });
  const dialed = [];
  for (const _ of [1, 2, 3, 4, 5, 6]) dialed.push(await world.dial('+14155550102'));
  await page.locator('.item').nth(5).waitFor();
  const overflow = (selector: string) =>
    page.locator(selector).evaluate((element) => element.scrollHeight - element.clientHeight);
  expect(await overflow('.list')).toBeGreaterThan(0);
  expect(await overflow('html')).toBe(0);
  for (const { sid } of dialed) await world.waitForStatus(sid, 'busy');
  await page.context().close();
});

test('a test call can be hung up on the page', async () => {
  const page = await openPage();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'Place a test call' }).click();
  await page.locator('.entry', { hasText: 'Gather' }).getByText('running').waitFor();
  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.locator('.story > header').getByText('completed', { exact: true }).waitFor();
  await page.context().close();
});
