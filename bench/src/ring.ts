/** Measures the delay from a posted lead to the agent's phone, and from accepting to the first audio, in a browser. */

import { Phone } from '@offhook/stack/phone';
import { Product, waitUntil } from '@offhook/stack/product';
import { type Browser, expect, type Page } from '@playwright/test';
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

/** The TypeScript loader emits calls to this helper, which pages don't have. */
const NAME_HELPER = 'globalThis.__name ??= (named) => named';

async function timeToFirstPacket(page: Page, action: () => Promise<void>): Promise<number> {
  await page.evaluate(NAME_HELPER);
  await page.evaluate(() => {
    const known = window.offhookPeers?.length ?? 0;
    const state = window as unknown as { offhookFirstPacket: number };
    state.offhookFirstPacket = 0;
    const poll = async (): Promise<void> => {
      for (const peer of (window.offhookPeers ?? []).slice(known)) {
        for (const [, stat] of await peer.getStats()) {
          if (stat.type === 'inbound-rtp' && (stat as { packetsReceived?: number }).packetsReceived) {
            state.offhookFirstPacket = performance.timeOrigin + performance.now();
            return;
          }
        }
      }
      setTimeout(poll, 2);
    };
    void poll();
  });
  await page.evaluate(() => {
    const state = window as unknown as { offhookClicked: number };
    document.addEventListener(
      'click',
      () => {
        state.offhookClicked = performance.timeOrigin + performance.now();
      },
      { capture: true, once: true },
    );
  });
  await action();
  await page.waitForFunction(
    () => (window as unknown as { offhookFirstPacket: number }).offhookFirstPacket > 0,
  );
  return page.evaluate(() => {
    const state = window as unknown as { offhookFirstPacket: number; offhookClicked: number };
    return state.offhookFirstPacket - state.offhookClicked;
  });
}

/**
 * The baseline: the browser's time from an answer to the first packet, between two connections in one page. Measured
 * without and with opening the microphone, which an agent who accepts a call also waits for.
 */
async function measureBrowserAlone(
  browser: Browser,
  url: string,
): Promise<{ readonly withoutMicrophone: number; readonly withMicrophone: number }> {
  const context = await browser.newContext({ permissions: ['microphone'] });
  const page = await context.newPage();
  await page.goto(url);
  await page.evaluate(NAME_HELPER);
  const measured = await page.evaluate(async () => {
    const openedAt = performance.now();
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const startedAt = performance.now();
    const [a, b] = [new RTCPeerConnection(), new RTCPeerConnection()];
    a.onicecandidate = ({ candidate }) => candidate && void b.addIceCandidate(candidate);
    b.onicecandidate = ({ candidate }) => candidate && void a.addIceCandidate(candidate);
    for (const peer of [a, b]) for (const track of stream.getTracks()) peer.addTrack(track, stream);
    await a.setLocalDescription();
    if (a.localDescription) await b.setRemoteDescription(a.localDescription);
    await b.setLocalDescription();
    if (b.localDescription) await a.setRemoteDescription(b.localDescription);
    for (;;) {
      for (const [, stat] of await a.getStats()) {
        if (stat.type === 'inbound-rtp' && (stat as { packetsReceived?: number }).packetsReceived) {
          const end = performance.now();
          return { withoutMicrophone: end - startedAt, withMicrophone: end - openedAt };
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  });
  await context.close();
  return measured;
}

export async function benchRing(): Promise<void> {
  const product = new Product();
  await product.start();
  const browser = await launchBrowser();
  const createTimes: number[] = [];
  const incomingTimes: number[] = [];
  const audioTimes: number[] = [];
  const healthTimes: number[] = [];
  const browserTimes: number[] = [];
  const browserTimesWithMicrophone: number[] = [];
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
      audioTimes.push(await timeToFirstPacket(phone.page, () => phone.button('Call').click()));
      await phone.button('Hang Up').click();
      await phone.button('Contacted').click();
      await phone.button('Skip').click();
      await phone.button('Done').click();
      await phone.ready();
      const connection = await measureBrowserAlone(browser, product.url);
      browserTimes.push(connection.withoutMicrophone);
      browserTimesWithMicrophone.push(connection.withMicrophone);
    }
  } finally {
    await browser.close();
    await product.dispose();
  }
  const health = ['a health check', healthTimes] as const;
  printTable('A lead rings an agent', [
    figure('lead posted → create request', 'ms', createTimes, 'p50 10, p99 25', health),
    figure("lead posted → 'incoming' at the phone", 'ms', incomingTimes, 'p50 50, p99 120', health),
    figure('accept → first audio packet', 'ms', audioTimes, 'p50 at most 30 more than the browser alone', [
      'the browser alone',
      browserTimes,
    ]),
    figure('accept → first audio packet, microphone included', 'ms', audioTimes, 'for comparison', [
      'the browser alone, microphone included',
      browserTimesWithMicrophone,
    ]),
  ]);
}
