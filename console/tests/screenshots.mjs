/**
 * Saves screenshots of the console's states at 360 and 1280 px, light and dark, and checks each with axe.
 *   node console/tests/screenshots.mjs <folder> [--size=360] [--theme=dark] [state ...]
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findAccessibilityViolations } from '../../design/tests/accessibility.mjs';
import { openGallery } from '../../design/tests/gallery-page.mjs';

const SIZES = [
  { width: 360, height: 720 },
  { width: 1280, height: 800 },
];
const [folder, ...rest] = process.argv.slice(2);
const option = (name) => rest.find((text) => text.startsWith(`--${name}=`))?.slice(name.length + 3);
const wanted = rest.filter((text) => !text.startsWith('--'));
const sizes = SIZES.filter(({ width }) => [undefined, String(width)].includes(option('size')));
const themes = ['light', 'dark'].filter((theme) => [undefined, theme].includes(option('theme')));
if (!folder) {
  console.error('Usage: node console/tests/screenshots.mjs <folder> [state ...]');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });

const { newPage, url } = await openGallery(resolve(import.meta.dirname, '..'));
const page = await newPage();
page.on('pageerror', (error) => console.error(`${error.message}`));
await page.goto(url);
await page.waitForSelector('li a');
const all = await page.evaluate(() => window.gallery.names);
const names = wanted.length > 0 ? wanted : all;
let violations = 0;

for (const theme of themes) {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const name of names) {
      await page.evaluate((state) => window.gallery.show(state), name);
      await page.waitForSelector('h1, main p');
      await page.evaluate(async () => {
        await document.fonts.ready;
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      });
      await page.screenshot({ path: join(folder, `${name}-${size.width}-${theme}.png`), fullPage: true });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide > size.width) {
        violations += 1;
        console.error(`${name} ${size.width} ${theme}: ${wide} px wide`);
      }
      for (const violation of await findAccessibilityViolations(page)) {
        violations += 1;
        console.error(`${name} ${size.width} ${theme}: ${violation}`);
      }
    }
  }
}
console.log(`${names.length} states, ${violations} violations`);
process.exit(violations > 0 ? 1 : 0);
