/** A page of the gallery, and what a test does with it. */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { openGallery } from '../../../design/tests/gallery-page.mjs';
import type { Click } from '../core/events.ts';

type Acts = ReturnType<typeof acts>;

export interface Driver extends Acts {
  readonly page: Page;
}

/** The driver of a test file, which begins before its first test. @param opened is given the page */
export function inGallery(opened: (page: Page) => void = () => {}) {
  let gallery: Awaited<ReturnType<typeof openGallery>>;
  let page: Page;
  beforeAll(async () => {
    gallery = await openGallery();
    page = await gallery.emptyPage();
    opened(page);
  });
  const url = () => gallery.url;
  const shared = acts(() => page, url);
  return {
    ...shared,
    url,
    driver: (): Driver => ({ ...shared, page }),
    /** A page of its own, for a test that changes what others would stumble over. */
    fresh: async (options?: Parameters<typeof gallery.fresh>[0]): Promise<Driver> => {
      const own = await gallery.fresh(options);
      return { ...acts(() => own, url), page: own };
    },
  };
}

const PANELS = /newcall|history|settings|conference|transfer|keypad|addlead/;
const mark = (state: string) => (PANELS.test(state) ? '[data-panel]' : '[data-view]');

function acts(page: () => Page, url: () => string) {
  const sent = (): Promise<Click[]> => page().evaluate(() => window.gallery.sent);
  return {
    /** Begins anew in this state, and waits until it and its panel show. */
    open: async (state: string, width = 380, height = 720) => {
      const now = page().viewportSize();
      if (now?.width !== width || now.height !== height) await page().setViewportSize({ width, height });
      await begin(page(), url(), state);
    },
    show: async (state: string) => {
      const isShown = await page().evaluate(
        async ({ name, selector }) => {
          window.gallery.show(name);
          await new Promise((done) => setTimeout(done));
          return document.querySelector(selector) !== null;
        },
        { name: state, selector: mark(state) },
      );
      if (!isShown) await settled(page(), state);
    },
    sent,
    /** Waits until these were sent, and nothing else. */
    sends: (...clicks: readonly object[]) => expect.poll(sent).toEqual(clicks),
    /** The queries that were asked of the API under this name. */
    asked: (name: string): Promise<object[]> =>
      page().evaluate(
        (wanted) => window.gallery.asked.filter((one) => one.name === wanted).map(({ query }) => query),
        name,
      ),
    react: (reactions: Record<string, string>) =>
      page().evaluate((given) => {
        window.gallery.reactions = given;
      }, reactions),
    button: (name: string) => page().getByRole('button', { name, exact: true }),
    /** Whether the whole element is in the window. */
    isInWindow: async (element: Locator) => {
      const box = await element.boundingBox();
      const { width, height } = page().viewportSize() ?? { width: 0, height: 0 };
      return box && box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= height;
    },
    /** Waits until the page is no wider than the window. */
    hasWidth: () =>
      expect
        .poll(() => page().evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(page().viewportSize()?.width ?? 0),
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
async function begin(page: Page, url: string, state: string): Promise<void> {
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
