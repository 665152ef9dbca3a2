import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { openGallery } from '../../../design/tests/gallery-page.mjs';
import type { Click } from '../core/events.ts';

type Actions = ReturnType<typeof createActions>;

export interface Driver extends Actions {
  readonly page: Page;
}

export function inGallery(opened: (page: Page) => void = () => {}) {
  let gallery: Awaited<ReturnType<typeof openGallery>>;
  let page: Page;
  beforeAll(async () => {
    gallery = await openGallery();
    page = await gallery.emptyPage();
    opened(page);
  });
  const url = () => gallery.url;
  const shared = createActions(() => page, url);
  return {
    ...shared,
    url,
    driver: (): Driver => ({ ...shared, page }),
    /** A separate page, for tests that change shared state. */
    fresh: async (options?: Parameters<typeof gallery.newPage>[0]): Promise<Driver> => {
      const own = await gallery.newPage(options);
      return { ...createActions(() => own, url), page: own };
    },
  };
}

const PANELS = /newcall|history|settings|conference|transfer|keypad|addlead/;
const selectorFor = (state: string) => (PANELS.test(state) ? '[data-panel]' : '[data-view]');

function createActions(page: () => Page, url: () => string) {
  const sent = (): Promise<Click[]> => page().evaluate(() => window.gallery.sent);
  return {
    open: async (state: string, width = 380, height = 720) => {
      const now = page().viewportSize();
      if (now?.width !== width || now.height !== height) await page().setViewportSize({ width, height });
      await restart(page(), url(), state);
    },
    show: async (state: string) => {
      const isShown = await page().evaluate(
        async ({ name, selector }) => {
          window.gallery.show(name);
          await new Promise((done) => setTimeout(done));
          return document.querySelector(selector) !== null;
        },
        { name: state, selector: selectorFor(state) },
      );
      if (!isShown) await waitForState(page(), state);
    },
    sent,
    /** Expects exactly these clicks. */
    expectSent: (...clicks: readonly object[]) => expect.poll(sent).toEqual(clicks),
    requests: (name: string): Promise<object[]> =>
      page().evaluate(
        (wanted) => window.gallery.requests.filter((one) => one.name === wanted).map(({ query }) => query),
        name,
      ),
    setReactions: (reactions: Record<string, string>) =>
      page().evaluate((given) => {
        window.gallery.reactions = given;
      }, reactions),
    button: (name: string) => page().getByRole('button', { name, exact: true }),
    isInWindow: async (element: Locator) => {
      const box = await element.boundingBox();
      const { width, height } = page().viewportSize() ?? { width: 0, height: 0 };
      return box && box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= height;
    },
    expectNoOverflow: () =>
      expect
        .poll(() => page().evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(page().viewportSize()?.width ?? 0),
  };
}

/** A lazily loaded part shows in one task; its effects listen for keys only in the next. */
async function waitForState(page: Page, state: string): Promise<void> {
  await page.waitForSelector(selectorFor(state));
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
}

/** Loads the page once, then only remounts the components, which is ten times faster. */
async function restart(page: Page, url: string, state: string): Promise<void> {
  if (!page.url().startsWith(url)) {
    await page.goto(`${url}#${state}`);
    return waitForState(page, state);
  }
  const isShown = await page.evaluate(
    async ({ name, selector }) => {
      document.documentElement.dir = 'ltr';
      window.gallery.restart(name);
      await new Promise(requestAnimationFrame);
      await new Promise((done) => setTimeout(done));
      return document.querySelector(selector) !== null;
    },
    { name: state, selector: selectorFor(state) },
  );
  if (!isShown) await waitForState(page, state);
}
