import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page, type Worker } from '@playwright/test';
import { test as base, expect, LEAD, MAIN_LINE, Phone } from '../phone.ts';
import { waitUntil } from '../product.ts';

/** A browser with a profile, which installing requires. */
const test = base.extend<{ browserOfAgent: BrowserContext }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants an object pattern here
  browserOfAgent: async ({}, use, info) => {
    const profile = mkdtempSync(join(tmpdir(), 'offhook-browser-'));
    const context = await chromium.launchPersistentContext(profile, {
      ...info.project.use.launchOptions,
      viewport: { width: 420, height: 780 },
      permissions: ['microphone', 'notifications'],
    });
    await use(context);
    await context.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  },
});

/** Installs the page's app, as the browser's menu does. */
async function install(page: Page, url: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await waitUntil(async () => {
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
    return installabilityErrors.length === 0;
  }, 'the phone to be installable');
  await browser.send('PWA.install', { manifestId: `${url}/` });
}

/** Launches the app, optionally by a link. In a headless browser it replaces the page. */
async function launch(page: Page, url: string, address?: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('PWA.launch', { manifestId: `${url}/`, ...(address ? { url: address } : {}) });
}

async function openPhone({ browser, url }: { browser: BrowserContext; url: string }): Promise<Phone> {
  const [page] = browser.pages();
  if (!page) throw new Error('The browser has no page.');
  await page.goto(url);
  const phone = Phone.wrap(page);
  await phone.login('agent@demo.test');
  return phone;
}

/** The service worker that shows notifications. */
const worker = (browser: BrowserContext): Promise<Worker> =>
  waitUntil(async () => browser.serviceWorkers()[0], 'the service worker to run');

/** The parts of a service worker's global scope that the DOM types lack. */
interface WorkerScope {
  readonly registration: Pick<ServiceWorkerRegistration, 'getNotifications'>;
  readonly NotificationEvent: new (
    type: string,
    init: { notification: Notification | undefined; action: string },
  ) => Event;
  readonly dispatchEvent: (event: Event) => boolean;
}

const notificationTitles = async (browser: BrowserContext): Promise<readonly string[]> =>
  (await worker(browser)).evaluate(async () => {
    const { registration } = self as unknown as WorkerScope;
    return (await registration.getNotifications()).map(({ title }) => title);
  });

const notificationButtons = async (browser: BrowserContext): Promise<readonly string[]> =>
  (await worker(browser)).evaluate(async () => {
    const { registration } = self as unknown as WorkerScope;
    const [notification] = await registration.getNotifications();
    const { actions } = notification as unknown as { actions: readonly { title: string }[] };
    return actions.map(({ title }) => title);
  });

/**
 * Counts the page's notifications once each is shown. Querying notifications while one is being shown makes Chromium
 * 156 lose it in 25% of cases.
 */
async function watchShown({ page }: Phone): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const { prototype } = ServiceWorkerRegistration;
    const { showNotification } = prototype;
    const counted = Object.assign(window, { shownNotifications: 0 });
    prototype.showNotification = async function (...given) {
      await showNotification.apply(this, given);
      counted.shownNotifications += 1;
    };
  });
  return () => page.evaluate(() => (window as unknown as { shownNotifications: number }).shownNotifications);
}

/** Clicks a button of the notification, as the operating system reports it. */
const clickButton = async (browser: BrowserContext, action: 'accept' | 'ignore'): Promise<void> =>
  (await worker(browser)).evaluate(async (chosen) => {
    const scope = self as unknown as WorkerScope;
    const [notification] = await scope.registration.getNotifications();
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification, action: chosen }));
  }, action);

test('the installed app receives a tel: link without reloading', async ({
  browserOfAgent: browser,
  product,
}) => {
  const tab = await openPhone({ browser, url: product.url });
  // A headless browser doesn't register the handler with a desktop, so check the manifest.
  const { manifest } = await (await browser.newCDPSession(tab.page)).send('Page.getAppManifest');
  expect(manifest.protocolHandlers).toEqual([{ protocol: 'tel', url: `${product.url}/?url=%s` }]);
  await install(tab.page, product.url);
  const appPage = await browser.newPage();
  await tab.page.close();
  await launch(appPage, product.url);
  const launched = () => browser.pages().find((page) => page.url().startsWith(product.url));
  const app = Phone.wrap(await waitUntil(async () => launched(), 'the app to be launched'));
  await app.ready();
  await app.page.evaluate(() => Object.assign(window, { sameDocument: true }));

  await launch(app.page, product.url, `${product.url}/?url=tel%3A%2B14155550100`);

  await expect(app.page.getByLabel('Phone Number')).toHaveValue(/415.*555.*0100/);
  expect(await app.page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('an inbound call is accepted or ignored from its notification while the window is in the background', async ({
  browserOfAgent: browser,
  product,
}) => {
  const phone = await openPhone({ browser, url: product.url });
  await worker(browser);
  // A headless browser reports every page as visible.
  await phone.page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }));
  const shown = await watchShown(phone);

  await product.callIn(LEAD, MAIN_LINE);
  await expect.poll(shown).toBe(1);
  expect(await notificationTitles(browser)).toHaveLength(1);
  await clickButton(browser, 'ignore');
  await phone.ready();
  await expect.poll(() => notificationTitles(browser)).toHaveLength(0);
  await product.endCalls();

  await product.callIn(LEAD, MAIN_LINE);
  await expect.poll(shown).toBe(2);
  expect(await notificationTitles(browser)).toHaveLength(1);
  expect(await notificationButtons(browser)).toEqual(['Accept', 'Ignore']);
  await clickButton(browser, 'accept');
  await phone.talks();
  await expect.poll(() => notificationTitles(browser)).toHaveLength(0);
  await product.endCalls();
});
