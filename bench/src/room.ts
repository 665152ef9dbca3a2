/** Script time of the console's live board per change: 200 agents in dense tiles, beside 40 in large tiles. */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { figure, printTable } from './table.ts';

const ROUNDS = 5;
const CHANGES = 50;
const INTERVAL_MS = 100;
const SETTLE_FRAMES = 20;

interface GalleryPages {
  readonly url: string;
  readonly newPage: (options: object) => Promise<Page>;
}

interface RoomWindow {
  readonly gallery: {
    show(name: string): Promise<void>;
    advance(seconds: number): void;
    notifyChange(): void;
  };
}

/** @returns ms per change, with one tick of the page's clock per second */
async function measure(gallery: GalleryPages, state: string): Promise<number> {
  const page = await gallery.newPage({ viewport: { width: 1920, height: 1080 } });
  await page.goto(gallery.url);
  await page.waitForSelector('li a');
  await page.evaluate((name) => (window as unknown as RoomWindow).gallery.show(name), state);
  await page.waitForSelector('[data-state]');
  await page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame);
  }, SETTLE_FRAMES);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const scriptMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000;
  };
  const before = await scriptMs();
  await page.evaluate(
    async ({ changes, intervalMs }) => {
      const { gallery: shown } = window as unknown as RoomWindow;
      for (let change = 0; change < changes; change += 1) {
        await new Promise((done) => setTimeout(done, intervalMs));
        shown.advance(intervalMs / 1000);
        shown.notifyChange();
      }
    },
    { changes: CHANGES, intervalMs: INTERVAL_MS },
  );
  const perChange = ((await scriptMs()) - before) / CHANGES;
  await page.context().close();
  return perChange;
}

export async function benchRoom(): Promise<void> {
  const module = new URL('../../design/tests/gallery-page.mjs', import.meta.url).href;
  const { openGallery } = (await import(module)) as {
    openGallery: (project: string) => Promise<GalleryPages>;
  };
  const gallery = await openGallery(fileURLToPath(new URL('../../console', import.meta.url)));
  const dense: number[] = [];
  const large: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    large.push(await measure(gallery, 'room-40-busy'));
    dense.push(await measure(gallery, 'room-200-busy'));
  }
  printTable('Live board, 10 changes per second', [
    figure('script per change, 200 agents in dense tiles', 'ms', dense, '≤ 2 × large tiles', [
      '40 agents in large tiles',
      large,
    ]),
  ]);
}
