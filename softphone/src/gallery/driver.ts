/** A page of the gallery, and what a test does with it. */
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { openGallery } from '../../../design/tests/gallery-page.mjs';
import type { Click } from '../core/events.ts';

export interface Driver {
  readonly page: Page;
  /** Begins anew in this state, and waits until it and its panel show. */
  readonly open: (state: string, width?: number, height?: number) => Promise<void>;
  readonly show: (state: string) => Promise<void>;
  readonly sent: () => Promise<Click[]>;
  /** Waits until these were sent, and nothing else. */
  readonly sends: (...clicks: readonly object[]) => Promise<void>;
  /** The queries that were asked of the API under this name. */
  readonly asked: (name: string) => Promise<object[]>;
  readonly react: (reactions: Record<string, string>) => Promise<void>;
  readonly button: (name: string) => ReturnType<Page['getByRole']>;
}

export interface GalleryDriver extends Driver {
  /** A page of its own, for a test that changes what others would stumble over. */
  readonly fresh: (options?: { readonly reducedMotion?: 'reduce' | 'no-preference' }) => Promise<Driver>;
}

/** The driver of a test file, which begins before its first test. @param opened is given the page */
export function inGallery(opened: (page: Page) => void = () => {}): Omit<GalleryDriver, 'page'> & {
  readonly driver: () => GalleryDriver;
} {
  let driver: GalleryDriver;
  beforeAll(async () => {
    driver = await startDriver();
    opened(driver.page);
  });
  return {
    driver: () => driver,
    open: (...state) => driver.open(...state),
    show: (state) => driver.show(state),
    sent: () => driver.sent(),
    sends: (...clicks) => driver.sends(...clicks),
    asked: (name) => driver.asked(name),
    react: (reactions) => driver.react(reactions),
    button: (name) => driver.button(name),
    fresh: (options) => driver.fresh(options),
  };
}

async function startDriver(): Promise<GalleryDriver> {
  const gallery = await openGallery();
  return {
    ...driver(await gallery.emptyPage(), gallery.url),
    fresh: async (options) => driver(await gallery.fresh(options), gallery.url),
  };
}

const PANELS = /newcall|history|settings|conference|transfer|keypad|addlead/;
const mark = (state: string) => (PANELS.test(state) ? '[data-panel]' : '[data-view]');

function driver(page: Page, url: string): Driver {
  const sent = () => page.evaluate(() => window.gallery.sent);
  return {
    page,
    open: async (state, width = 380, height = 720) => {
      const now = page.viewportSize();
      if (now?.width !== width || now.height !== height) await page.setViewportSize({ width, height });
      await begin(page, url, state);
    },
    show: async (state) => {
      const isShown = await page.evaluate(
        async ({ name, selector }) => {
          window.gallery.show(name);
          await new Promise((done) => setTimeout(done));
          return document.querySelector(selector) !== null;
        },
        { name: state, selector: mark(state) },
      );
      if (!isShown) await settled(page, state);
    },
    sent,
    sends: (...clicks) => expect.poll(sent).toEqual(clicks),
    asked: (name) =>
      page.evaluate(
        (wanted) => window.gallery.asked.filter((one) => one.name === wanted).map(({ query }) => query),
        name,
      ),
    react: (reactions) =>
      page.evaluate((given) => {
        window.gallery.reactions = given;
      }, reactions),
    button: (name) => page.getByRole('button', { name, exact: true }),
  };
}

/**
 * Waits until the state and its panel show, and for the next task of the page: a part that was fetched shows in one
 * task; only in the next do its effects listen for keys and move the focus.
 */
async function settled(page: Page, state: string): Promise<void> {
  await page.waitForSelector(mark(state));
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
}

/**
 * Begins anew in this state, and waits until it and its panel show and hear keys. Loads the page once; after that its
 * components are made anew, which takes a tenth of the time.
 */
export async function begin(page: Page, url: string, state: string): Promise<void> {
  if (!page.url().startsWith(url)) {
    await page.goto(`${url}#${state}`);
    return settled(page, state);
  }
  const isShown = await page.evaluate(
    async ({ name, selector }) => {
      document.documentElement.dir = 'ltr';
      window.gallery.restart(name);
      await new Promise(requestAnimationFrame);
      await new Promise((done) => setTimeout(done));
      return document.querySelector(selector) !== null;
    },
    { name: state, selector: mark(state) },
  );
  if (!isShown) await settled(page, state);
}
