/** A page of the console's gallery, and what a test does with it. */
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { openGallery } from '../../../design/tests/gallery-page.mjs';

export interface Driver {
  readonly page: Page;
  /** Begins anew in this state and waits until it shows. */
  readonly open: (state: string, width?: number, height?: number) => Promise<void>;
  /** What was asked of the API under this name. */
  readonly asked: (name: string) => Promise<object[]>;
}

export async function startDriver(): Promise<Driver> {
  const gallery = await openGallery(resolve(import.meta.dirname, '../..'));
  const page = await gallery.emptyPage();
  await page.goto(gallery.url);
  await page.waitForSelector('li a');
  return {
    page,
    open: async (state, width = 1280, height = 800) => {
      await page.setViewportSize({ width, height });
      await page.evaluate((name) => window.gallery.show(name), state);
      await page.waitForSelector('h1, main p, [role="status"]');
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
    },
    asked: (name) =>
      page.evaluate(
        (wanted) => window.gallery.asked.filter((one) => one.name === wanted).map(({ input }) => input),
        name,
      ),
  };
}
