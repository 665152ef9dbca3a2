/** Draws the app and tray icons from the phone's logo in the status colors: npm run icons --prefix desktop */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const assets = resolve(import.meta.dirname, '../assets');
const trayIcons = join(assets, 'tray-icons');

/** Status → background and foreground, as in the phone's light theme. */
const STATUS_COLORS = {
  off: ['#6b675f', '#ffffff'],
  waiting: ['#0e6848', '#ffffff'],
  ringing: ['#0b7049', '#f4b740'],
  oncall: ['#2b4dbb', '#ffffff'],
  held: ['#f4b740', '#2a1c00'],
  wrapup: ['#793a78', '#ffffff'],
};

const svg = ([ground, mark], size) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${ground}"/><g transform="translate(6 6) scale(.625)" fill="none" stroke="${mark}" stroke-linecap="round" stroke-width="5.5"><path d="M6.1 17a9.9 9.9 0 0 0 19.8 0"/><path d="M5.9 8.9C10.4 3.5 18.3 2.3 24.5 5.5"/></g></svg>`;

mkdirSync(trayIcons, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
const draw = async (colors, size, path) => {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg(colors, size)}`);
  await page.screenshot({ path, omitBackground: true });
};
for (const [status, colors] of Object.entries(STATUS_COLORS)) {
  await draw(colors, 16, join(trayIcons, `tray-${status}.png`));
  await draw(colors, 32, join(trayIcons, `tray-${status}@2x.png`));
}
await draw(STATUS_COLORS.waiting, 1024, join(assets, 'icon.png'));
await browser.close();
