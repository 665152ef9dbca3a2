/** The gallery as it would be in production, on a port of its own, and a browser to look at it with. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { build, preview } from 'vite';

const softphone = resolve(import.meta.dirname, '..');

/** @param room the folder whose `gallery.html` is opened */
export async function openGallery(room = softphone) {
  const outDir = mkdtempSync(join(tmpdir(), 'offhook-gallery-'));
  await build({
    root: room,
    configFile: join(room, 'vite.config.ts'),
    logLevel: 'error',
    // Wherever the room's page stands in the product, here it is alone, beside the files of the phone's page.
    base: '/',
    publicDir: join(softphone, 'public'),
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: join(room, 'gallery.html') } },
  });
  const server = await preview({
    root: room,
    configFile: false,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  });
  const installed = process.env.CHROMIUM_PATH || '/usr/bin/chromium';
  const browser = await chromium.launch({
    ...(existsSync(installed) ? { executablePath: installed } : {}),
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required', '--disable-background-networking'],
  });
  return {
    browser,
    url: `${server.resolvedUrls?.local[0] ?? ''}gallery.html`,
    async close() {
      await browser.close();
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
