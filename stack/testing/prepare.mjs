/** What a run of tests needs: the built product, a browser, a database; what it found is printed, so that a log tells. */
import { buildGalleries, buildPages, buildPrograms } from '../bin/build.mjs';
import { findChromium, findChromiumShell } from '../bin/chromium.mjs';
import { startDatabase } from './database.mjs';
import { patience } from './patience.mjs';

/**
 * @param {{isLong?: boolean}} options the long tests run in the whole browser alone
 * @returns {Promise<() => Promise<void>>} ends what serves the whole run
 */
export async function prepare({ isLong = false } = {}) {
  const factor = patience();
  console.log(`Speed of this machine: waits may take ${factor.toFixed(1)} times as long as on a quiet one`);
  const shell = isLong || process.env.CHROMIUM_PATH ? undefined : findChromiumShell();
  process.env.CHROMIUM_PATH = await findChromium();
  if (shell) process.env.CHROMIUM_SHELL_PATH = shell;
  console.log(`Browser of the tests: ${shell ? `${shell}, and ` : ''}${process.env.CHROMIUM_PATH}`);
  const [stopDatabase] = await Promise.all([programsAndDatabase(), pages()]);
  return stopDatabase;
}

async function programsAndDatabase() {
  process.env.OFFHOOK_PROGRAMS = await buildPrograms();
  return startDatabase();
}

async function pages() {
  await buildPages();
  process.env.OFFHOOK_GALLERIES = await buildGalleries();
}
