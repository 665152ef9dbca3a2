/** What a run of tests needs: the built product, a browser, a database; what it found is printed, so that a log tells. */
import { buildAll } from '../bin/build.mjs';
import { findChromium } from '../bin/chromium.mjs';
import { patience } from './patience.mjs';

export async function prepare() {
  const factor = patience();
  console.log(`Speed of this machine: waits may take ${factor.toFixed(1)} times as long as on a quiet one`);
  process.env.CHROMIUM_PATH = await findChromium();
  await buildAll();
}
