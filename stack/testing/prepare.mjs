import { buildGalleries, buildPages, buildPrograms } from '../bin/build.mjs';
import { findChromium, findChromiumShell } from '../bin/chromium.mjs';
import { startDatabase } from './database.mjs';
import { timeoutFactor } from './timeout-factor.mjs';

/** @param {{isLong?: boolean}} options long tests use the full browser @returns {Promise<() => Promise<void>>} stops the database */
export async function prepare({ isLong = false } = {}) {
  const factor = timeoutFactor();
  console.log(`Timeout factor for this machine: ${factor.toFixed(1)}`);
  const shell = isLong || process.env.CHROMIUM_PATH ? undefined : findChromiumShell();
  process.env.CHROMIUM_PATH = await findChromium();
  if (shell) process.env.CHROMIUM_SHELL_PATH = shell;
  console.log(`Test browser: ${shell ? `${shell} and ` : ''}${process.env.CHROMIUM_PATH}`);
  const [stopDatabase] = await Promise.all([programsAndDatabase(), pages(isLong)]);
  return stopDatabase;
}

async function programsAndDatabase() {
  process.env.OFFHOOK_PROGRAMS = await buildPrograms();
  return startDatabase();
}

async function pages(isLong) {
  await buildPages();
  // The console's gallery is tested by long tests only.
  process.env.OFFHOOK_GALLERIES = await buildGalleries(isLong ? undefined : ['softphone']);
}
