import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { findAccessibilityViolations } from '../../../design/tests/accessibility.mjs';
import { openGallery } from '../../../design/tests/gallery-page.mjs';

/** The states' times are in Los Angeles. */
const CONTEXT = { timezoneId: 'America/Los_Angeles' };

export type Driver = ReturnType<typeof galleryDriver>;

/** Opens the gallery before a file's tests. */
export function galleryDriver() {
  let page: Page;
  let gallery: Awaited<ReturnType<typeof openGallery>>;
  beforeAll(async () => {
    gallery = await openGallery(resolve(import.meta.dirname, '../..'));
    page = await gallery.emptyPage(CONTEXT);
    await openStates(page);
  });
  /** Loads the gallery; its script waits for catalogs, so the page's load event comes too early. */
  const openStates = async (emptyPage: Page) => {
    await emptyPage.goto(gallery.url);
    await emptyPage.waitForSelector('li a');
  };
  /** Waits until the last input is rendered. */
  const waitForRender = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  /** The inputs of all requests of this name. */
  const requests = (name: string): Promise<object[]> =>
    page.evaluate(
      (wanted) => window.gallery.requests.filter((one) => one.name === wanted).map(({ input }) => input),
      name,
    );
  return {
    get page() {
      return page;
    },
    /** The gallery in a separate context. */
    openSeparately: async (initScript: () => void) => {
      const separatePage = await gallery.newPage(CONTEXT);
      await separatePage.addInitScript(initScript);
      await openStates(separatePage);
      return separatePage;
    },
    /** Shows a state from its start. */
    open: async (state: string, width = 1280, height = 800) => {
      await page.setViewportSize({ width, height });
      await page.evaluate((name) => window.gallery.show(name), state);
      await page.waitForSelector('h1, main p, [role="status"]');
      await waitForRender();
    },
    waitForRender,
    requests,
    /** Expects exactly these requests of a name. */
    expectRequests: (name: string, ...inputs: object[]) => expect.poll(() => requests(name)).toEqual(inputs),
    role: (...role: Parameters<Page['getByRole']>) => page.getByRole(...role),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    field: (label: string, options?: { readonly exact: boolean }) => page.getByLabel(label, options),
    shown: (text: string) => page.getByText(text, { exact: true }),
    alert: (text: string | RegExp) => page.getByRole('alert').getByText(text),
    title: (name: string) => page.getByRole('heading', { level: 1, name, exact: true }),
    hasFocus: (name: string, message = 'the focus') =>
      expect
        .poll(
          () =>
            page.evaluate(() => {
              const at = document.activeElement;
              return at?.getAttribute('aria-label') ?? at?.textContent;
            }),
          { message },
        )
        .toBe(name),
    /** Waits until the page has no accessibility violation. */
    expectAccessible: () => expect.poll(() => findAccessibilityViolations(page)).toEqual([]),
  };
}
