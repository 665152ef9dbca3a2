/** A new product with its demo, and the browser that takes pictures of it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE_CATALOGS } from '@offhook/i18n/all-catalogs';
import { type ApiClient, clientAt, logIn } from '@offhook/server/testing/servers/api-client';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import config from '../playwright.config.ts';
import { timeoutFactor } from '../testing/timeout-factor.mjs';
import { Product } from '../tests/product.ts';
import { CAST, type Cast, type Language } from './cast.ts';
import { clockOption, moveClock, msToAfternoon } from './clock.ts';

type Catalogs = typeof PAGE_CATALOGS;
export const NARROW = { width: 400, height: 720 };
export const WIDE = { width: 1100, height: 700 };
const TIMEOUT_MS = 20_000;
const PASSWORD = 'offhook-demo';
const CLOCK_MS = msToAfternoon();

export interface PageOptions {
  readonly size?: { readonly width: number; readonly height: number };
  readonly isDark?: boolean;
  readonly scale?: number;
  readonly password?: string;
}

export class Studio {
  readonly language: Language;
  readonly cast: Cast;
  readonly product: Product;
  readonly #folder: string;
  readonly #browser: Browser;
  readonly #logins = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>();

  private constructor(language: Language, folder: string, product: Product, browser: Browser) {
    this.language = language;
    this.cast = CAST[language];
    this.#folder = folder;
    this.product = product;
    this.#browser = browser;
  }

  /** @param folder of the pictures */
  static async open(language: Language, folder: string): Promise<Studio> {
    mkdirSync(folder, { recursive: true });
    const product = new Product({ NODE_OPTIONS: clockOption(CLOCK_MS) });
    const [browser] = await Promise.all([chromium.launch(config.use?.launchOptions), product.start()]);
    return new Studio(language, folder, product, browser);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.product.dispose();
  }

  /** @returns a label of the phone; `console`, `login` and the others have their own catalogs */
  readonly phone = (key: keyof Catalogs['phone']['en']): string => PAGE_CATALOGS.phone[this.language][key];

  console(key: keyof Catalogs['console']['en']): string {
    return PAGE_CATALOGS.console[this.language][key];
  }

  login(key: keyof Catalogs['login']['en']): string {
    return PAGE_CATALOGS.login[this.language][key];
  }

  /** A client of the API, logged in. */
  async client(email: string): Promise<ApiClient> {
    return logIn(clientAt(this.product.url), email, PASSWORD);
  }

  /** A page in a browser of its own, logged in as this user; null: not logged in. */
  async page(email: string | null, path: string, options: PageOptions = {}): Promise<Page> {
    const known = email === null ? undefined : this.#logins.get(email);
    const context = await this.#browser.newContext({
      locale: this.language === 'es' ? 'es-US' : 'en-US',
      timezoneId: 'America/Los_Angeles',
      viewport: options.size ?? NARROW,
      deviceScaleFactor: options.scale ?? 1.25,
      colorScheme: options.isDark ? 'dark' : 'light',
      permissions: ['microphone', 'notifications'],
      ...(known && { storageState: known }),
    });
    context.setDefaultTimeout(TIMEOUT_MS * timeoutFactor());
    await context.addInitScript(moveClock, CLOCK_MS);
    const page = await context.newPage();
    await page.goto(this.product.url + path);
    if (email !== null && !known) {
      await page.getByLabel(this.login('login.email')).fill(email);
      await page.getByLabel(this.login('login.password')).fill(options.password ?? PASSWORD);
      await page.getByRole('button', { name: this.login('login.submit'), exact: true }).click();
      await page.getByLabel(this.login('login.password')).waitFor({ state: 'detached' });
      this.#logins.set(email, await context.storageState());
    }
    return page;
  }

  /** A page of the console, once it shows its heading. */
  async openConsole(email: string, path: string, heading: string, options: PageOptions = {}): Promise<Page> {
    const page = await this.page(email, `/admin${path}`, { size: WIDE, scale: 1, ...options });
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    return page;
  }

  /** A phone, once it can be rung. */
  async openPhone(email: string, options: PageOptions = {}): Promise<Page> {
    const page = await this.page(email, '/', options);
    await page.getByRole('heading', { name: this.phone('ready.ready') }).waitFor();
    return page;
  }

  /** Takes the picture once nothing loads. */
  async shoot(page: Page, name: string): Promise<void> {
    writeFileSync(join(this.#folder, `${name}.png`), await this.capture(page));
  }

  async capture(page: Page): Promise<Buffer> {
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    // The pointer would leave the last pressed button highlighted.
    await page.mouse.move(0, 0);
    return page.screenshot({ animations: 'disabled', caret: 'hide' });
  }
}
