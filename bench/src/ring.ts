/** Measures the delay from a posted lead to the agent's phone, in a browser. */

import { Phone } from '@offhook/stack/phone';
import { Product, waitUntil } from '@offhook/stack/product';
import { expect } from '@playwright/test';
import { launchBrowser } from './browser.ts';
import { figure, printTable } from './table.ts';

const REPETITIONS = 10;

/** Wall-clock time with fractions of a millisecond, comparable across processes. */
const now = () => performance.timeOrigin + performance.now();

/** The time when the voice service received the request to ring a client, read from its log. */
function createdAt(log: string, after: number): number | undefined {
  for (const line of log.split('\n')) {
    if (!line.includes('"initiated"')) continue;
    const { time, direction } = JSON.parse(line) as { time: number; direction: string };
    if (direction === 'outbound-api' && time >= after - 1) return time;
  }
  return undefined;
}

export async function benchRing(): Promise<void> {
  const product = new Product();
  await product.start();
  const browser = await launchBrowser();
  const createTimes: number[] = [];
  const incomingTimes: number[] = [];
  const healthTimes: number[] = [];
  try {
    const phone = await Phone.open(browser, product.url, 'agent@demo.test');
    for (let i = 0; i < REPETITIONS; i += 1) {
      const health = performance.now();
      await (await fetch(`${product.url}/healthz`)).text();
      healthTimes.push(performance.now() - health);

      const callRequest = phone.page.waitForResponse(/\/api\/v1\/callusers\/\d+/);
      const startedAt = now();
      await product.postLead({ phone_number: `+1415555020${i}`, fname: 'Bench', lname: String(i) });
      // The phone requests the call when it gets 'incoming'.
      incomingTimes.push((await callRequest).request().timing().startTime - startedAt);
      createTimes.push(
        (await waitUntil(() => createdAt(product.log, startedAt), 'the create request to be logged')) -
          startedAt,
      );

      await expect(phone.heading('Incoming Lead!')).toBeVisible();
      await phone.button('Call').click();
      await phone.hangUp();
      await phone.markContacted();
      await phone.button('Done').click();
      await phone.ready();
    }
  } finally {
    await browser.close();
    await product.dispose();
  }
  const health = ['a health check', healthTimes] as const;
  printTable('A lead rings an agent', [
    figure('lead posted → create request', 'ms', createTimes, 'p50 10, p99 25', health),
    figure("lead posted → 'incoming' at the phone", 'ms', incomingTimes, 'p50 50, p99 120', health),
  ]);
}
