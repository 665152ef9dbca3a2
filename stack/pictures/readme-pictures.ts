/** The README's pictures: the screens of a lead's minute beside each other. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NARROW, type Studio } from './studio.ts';

const GAP = 24;

export async function composeReadme(
  studio: Studio,
  folder: string,
  name: string,
  screens: readonly Buffer[],
) {
  const width = screens.length * (NARROW.width + GAP) - GAP + 2;
  const page = await studio.page(null, '/', { size: { width, height: NARROW.height + 2 } });
  // The product's pages allow no style of others.
  await page.goto('about:blank');
  const images = screens.map((screen) => `<img src="data:image/png;base64,${screen.toString('base64')}">`);
  await page.setContent(`<style>
    body { margin: 0; display: flex; gap: ${GAP - 2}px; background: transparent; }
    img { width: ${NARROW.width}px; height: ${NARROW.height}px; border: 1px solid #8886; border-radius: 16px; }
    </style>${images.join('')}`);
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
  writeFileSync(join(folder, name), await page.screenshot({ omitBackground: true }));
  await page.close();
}
