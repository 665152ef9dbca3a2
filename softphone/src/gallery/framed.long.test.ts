import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Driver, inGallery } from './driver.ts';

const { fresh, url } = inGallery();

describe('framed by the console, the phone', () => {
  let driver: Driver;
  beforeAll(async () => {
    driver = await fresh();
  });
  afterAll(() => driver.page.context().close());

  test.each(['waiting', 'oncall', 'ringing-lead', 'result', 'note', 'waiting-alert'])(
    'leaves the focus to the page around it in %s, until it is clicked',
    async (state) => {
      const { page } = driver;
      const around = new URL('/around.html', url()).href;
      const body = `<!doctype html><html lang="en"><title>Console</title><input id="search">
        <iframe height="700" src="${url()}#waiting" title="Phone" width="380"></iframe></html>`;
      await page.route(around, (route) => route.fulfill({ contentType: 'text/html', body }));
      await page.setViewportSize({ width: 700, height: 760 });
      await page.goto(around);
      const frame = page.frames()[1];
      if (!frame) throw new Error('The frame has no page.');
      await frame.waitForFunction(() => window.gallery?.show !== undefined);
      await page.locator('#search').click();
      await frame.evaluate(async (name) => {
        const twoFrames = () =>
          new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        window.gallery.show('thankyou');
        await twoFrames();
        window.gallery.show(name);
        await twoFrames();
      }, state);
      await page.keyboard.type('hugo');
      expect(await page.locator('#search').inputValue()).toBe('hugo');
      expect(await frame.evaluate(() => window.gallery.sent)).toEqual([]);
      await frame.locator('[data-view]').click({ position: { x: 4, y: 4 } });
      await expect.poll(() => frame.evaluate(() => document.hasFocus())).toBe(true);
    },
  );
});
