import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findAccessibilityViolations } from '../../design/tests/accessibility.mjs';
import { openGallery } from '../../design/tests/gallery-page.mjs';

const SIZES = [
  { width: 360, height: 640 },
  { width: 420, height: 760 },
  { width: 1280, height: 760 },
];
const [folder, ...rest] = process.argv.slice(2);
const option = (name) => rest.find((text) => text.startsWith(`--${name}=`))?.slice(name.length + 3);
const wanted = rest.filter((text) => !text.startsWith('--'));
const sizes = SIZES.filter(({ width }) => [undefined, String(width)].includes(option('size')));
const themes = ['light', 'dark'].filter((theme) => [undefined, theme].includes(option('theme')));
if (!folder) {
  console.error('Usage: node tests/screenshots.mjs <folder> [state ...]');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });

const { newPage, url } = await openGallery();

const listing = await newPage();
await listing.goto(url);
await listing.waitForSelector('li a');
const all = await listing.$$eval('li a', (links) => links.map((link) => link.textContent ?? ''));
await listing.close();
const names =
  wanted.length > 0
    ? wanted
    : [
        ...all,
        'waiting-menu',
        'waiting-newcall-countries',
        'history-player',
        'oncall-rtl',
        'ringing-lead-rtl',
      ];
let violations = 0;

for (const theme of themes) {
  for (const size of sizes) {
    const page = await newPage({ viewport: size, colorScheme: theme });
    page.on('pageerror', (error) => console.error(`${error.message}`));
    for (const name of names) {
      const rtl = name.endsWith('-rtl');
      const base = rtl ? name.slice(0, -4) : name;
      const state =
        {
          'waiting-menu': 'waiting',
          'waiting-newcall-countries': 'waiting-newcall',
          'history-player': 'history',
        }[base] ?? base;
      await page.goto('about:blank');
      // The status bar after a call shows the call's duration, so a call is shown first.
      const afterCall = /^(result|note|thankyou|sms|tags)/.test(state);
      await page.goto(`${url}#${afterCall ? 'oncall' : state}${rtl ? '&dir=rtl' : ''}`);
      await page.waitForSelector('[data-view]');
      if (afterCall) {
        await page.evaluate((next) => window.gallery.show(next), state);
        await page.waitForSelector('[data-status="wrapup"]');
      }
      if (/history|newcall|settings/.test(state)) await page.waitForSelector('[data-panel]');
      if (state === 'history-loading') await page.getByText('Loading').waitFor({ state: 'attached' });
      if (base === 'waiting-newcall-countries') await page.getByRole('combobox', { name: 'Country' }).click();
      if (name === 'waiting-menu') await page.getByRole('button', { name: 'Priya' }).click();
      if (name === 'note')
        await page
          .getByRole('textbox')
          .fill(
            'Owns two properties, the second one in Sausalito has a slate roof. Wants a quote for both by Friday.',
          );
      if (name === 'history-player') {
        await page.getByRole('button', { name: 'Play 0:12' }).click();
        await page.getByRole('slider').waitFor();
        await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0.2);
        await page.evaluate(() => {
          const audio = document.querySelector('audio');
          if (!audio) return;
          audio.pause();
          audio.currentTime = 4.4;
        });
        await page.waitForFunction(
          () => (document.querySelector('path[d*="V-1"]')?.getAttribute('d') ?? '').length > 0,
        );
      }
      await page.evaluate(() => document.fonts.ready);
      await page.evaluate(() =>
        Promise.all(
          document
            .getAnimations()
            .filter((animation) => animation.effect?.getTiming().iterations === 1)
            .map((animation) => animation.finished),
        ),
      );
      await page.screenshot({ path: join(folder, `${name}-${size.width}-${theme}.png`) });
      for (const violation of await findAccessibilityViolations(page)) {
        violations += 1;
        console.error(`${name} ${size.width} ${theme}: ${violation}`);
      }
    }
    await page.context().close();
  }
}
console.log(`${names.length} states, ${violations} axe violations`);
process.exit(violations > 0 ? 1 : 0);
