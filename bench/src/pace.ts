/**
 * Measures how long an agent waits between two leads of a full queue, in a browser: from the click that ends
 * wrap-up to the next ring.
 */
import { valueOrThrow } from '@offhook/contract/client/api-error';
import { clientAt, logIn } from '@offhook/server/testing/servers/api-client';
import { findParty, Phone } from '@offhook/stack/phone';
import { Product } from '@offhook/stack/product';
import { expect } from '@playwright/test';
import { launchBrowser } from './browser.ts';
import { figure, printTable } from './table.ts';

const REPETITIONS = 20;
/** Each takes a minute. */
const LIMITED_REPETITIONS = 2;
const DELAY_S = 5;

const numberOf = (n: number): string => `+1415555${3_000 + n}`;

export async function benchPace(): Promise<void> {
  const product = new Product();
  await product.start();
  const browser = await launchBrowser();
  try {
    const { request } = await logIn(clientAt(product.url), 'admin@demo.test');
    const { data: teams } = valueOrThrow(await request('listTeams', {}));
    const id = teams.find(({ is_default }) => is_default)?.id ?? 0;
    const setPace = async (calls_per_minute: number | null) =>
      valueOrThrow(
        await request('changeTeam', {
          params: { id },
          body: { profile: { calls_per_minute, delay_seconds: DELAY_S } },
        }),
      );
    await setPace(null);
    const phone = await Phone.open(browser, product.url, 'agent@demo.test');
    // Two more: the first isn't measured, and the queue is still full at the last.
    for (let n = 0; n < REPETITIONS + LIMITED_REPETITIONS + 2; n += 1)
      await product.postLead({ phone_number: numberOf(n), fname: 'Bench', lname: String(n) });
    await expect(phone.heading('Incoming Lead!')).toBeVisible({ timeout: 2_000 * DELAY_S });
    const healthTimes: number[] = [];
    const measure = async (): Promise<number> => {
      const lead = Number(
        (
          await phone.page
            .getByRole('heading', { name: /^Bench \d+$/ })
            .first()
            .textContent()
        )?.split(' ')[1],
      );
      await phone.button('Call').click();
      await findParty(product, numberOf(lead));
      await phone.button('Hang Up').click();
      await phone.button('Contacted').click();
      const health = performance.now();
      await (await fetch(`${product.url}/healthz`)).text();
      healthTimes.push(performance.now() - health);
      const skip = phone.button('Skip');
      await expect(skip).toBeVisible();
      const startedAt = performance.now();
      await skip.click();
      await expect(phone.heading('Incoming Lead!')).toBeVisible({ timeout: 90_000 });
      return performance.now() - startedAt;
    };
    const paced: number[] = [];
    for (let n = 0; n < REPETITIONS; n += 1) paced.push(await measure());
    await setPace(1);
    const limited: number[] = [];
    for (let n = 0; n < LIMITED_REPETITIONS; n += 1) limited.push(await measure());
    printTable('A full queue', [
      figure('wrap-up done → next ring, by free agents', 'ms', paced, 'p50 and p99 under 1,000', [
        'one call per minute',
        limited,
      ]),
      figure('wrap-up done → next ring, by free agents', 'ms', paced, 'for comparison', [
        'a health check',
        healthTimes,
      ]),
    ]);
  } finally {
    await browser.close();
    await product.dispose();
  }
}
