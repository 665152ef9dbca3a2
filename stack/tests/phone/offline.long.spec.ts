/** Losing the network, reported by the browser or not. */
import { type Browser, expect } from '@playwright/test';
import { freePort } from '../../testing/free-port.mjs';
import { test as base, findParty, LEAD, MAIN_LINE, Phone, partyHears, SPEECH } from '../phone.ts';
import { Product, waitUntil } from '../product.ts';
import { CuttableProxy } from './cuttable-proxy.ts';

/** A product that the browser reaches through the proxy. */
interface ProxiedProduct {
  readonly product: Product;
  readonly proxy: CuttableProxy;
}

const test = base.extend<{ phone: Phone }, { target: ProxiedProduct }>({
  target: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants an object pattern here
    async ({}, use) => {
      const port = await freePort();
      const proxy = await CuttableProxy.to(port);
      const product = new Product();
      await product.start({ PORT: String(port), PUBLIC_URL: proxy.url });
      await use({ product, proxy });
      await product.dispose();
      await proxy.end();
    },
    { scope: 'worker' },
  ],
  phone: async ({ browser, target }, use) => {
    const phone = await Phone.open(browser, target.proxy.url, 'agent@demo.test');
    await use(phone);
    await phone.close();
    await target.product.endCalls();
  },
});

const banner = (phone: Phone) => phone.page.getByRole('alert').filter({ hasText: 'You’re offline.' });

/** How the connection is lost and restored. */
const LOSSES = {
  'the browser has no network': {
    cut: (phone: Phone) => phone.context.setOffline(true),
    restore: (phone: Phone) => phone.context.setOffline(false),
  },
  'packets are lost on the way': {
    cut: async (_phone: Phone, { proxy }: ProxiedProduct) => proxy.cut(),
    restore: async (_phone: Phone, { proxy }: ProxiedProduct) => proxy.restore(),
  },
} as const;

async function openBoard(browser: Browser, { proxy }: ProxiedProduct): Promise<Phone> {
  const board = await Phone.visit(browser, proxy.url);
  await board.login('supervisor@demo.test');
  await board.page.goto(`${proxy.url}/admin`);
  return board;
}

/** The server's state of an agent; an open board refreshes only every 10 s. */
async function stateOf(
  supervisor: Phone,
  { proxy }: ProxiedProduct,
  name: string,
): Promise<string | undefined> {
  const response = await supervisor.page.request.get(`${proxy.url}/api/v1/console/board`);
  const { agents } = (await response.json()) as { agents: { full_name: string; state: string }[] };
  return agents.find(({ full_name }) => full_name === name)?.state;
}

async function waitUntilBack(phone: Phone): Promise<void> {
  // A result's undo bar may be visible, too.
  await waitUntil(
    () =>
      phone.page.evaluate(() => window.offhookShown?.some(({ text }) => text.includes('You’re back online'))),
    'the phone to say that it is back',
  );
  await expect(banner(phone)).toBeHidden();
  await expect(phone.page.getByText('Online', { exact: true })).toBeAttached();
}

for (const [name, { cut, restore }] of Object.entries(LOSSES)) {
  test.describe(name, () => {
    test('in waiting, the phone says that it can’t receive calls, and rings again afterwards', async ({
      phone,
      target,
    }) => {
      await expect(phone.heading('Ready for calls')).toBeVisible();
      await cut(phone, target);
      await expect(banner(phone)).toBeVisible();
      await expect(phone.heading('Not ready for calls')).toBeVisible();
      await expect(phone.page).toHaveTitle('Offline');
      await expect(phone.button('Check for lead')).toBeDisabled();
      await expect(phone.page.getByText(/Reconnecting… 0:\d[1-9]/)).toBeVisible();
      await restore(phone, target);
      await waitUntilBack(phone);
      await expect(phone.heading('Ready for calls')).toBeVisible();
      await target.product.callIn(LEAD, MAIN_LINE);
      await expect(phone.heading('Main line')).toBeVisible();
      await phone.button('Ignore').click();
    });

    test('while ringing, the ring and its buttons stay visible', async ({ phone, target }) => {
      await target.product.callIn(LEAD, MAIN_LINE);
      await expect(phone.heading('Main line')).toBeVisible();
      await cut(phone, target);
      await expect(banner(phone)).toBeVisible();
      await expect(phone.button('Ignore')).toBeVisible();
      await restore(phone, target);
      await waitUntilBack(phone);
    });

    test('during a call, the call continues and the phone says so', async ({ phone, target }) => {
      await phone.newCall(LEAD);
      await findParty(target.product, LEAD);
      await phone.hearsSpeech();
      await cut(phone, target);
      await expect(banner(phone)).toBeVisible();
      await expect(phone.page.getByText('Your call continues.')).toBeVisible();
      await expect(phone.button('Mute')).toBeVisible();
      await phone.hearsSpeech();
      await partyHears(target.product, LEAD, (level) => level > SPEECH, 'the lead to hear the agent');
      await restore(phone, target);
      await waitUntilBack(phone);
      await phone.hearsSpeech();
      await phone.hangUp();
    });

    test('in the result view, the result is kept and sent afterwards', async ({ phone, target }) => {
      await phone.newCall(LEAD);
      await findParty(target.product, LEAD);
      await phone.hearsSpeech();
      await phone.hangUp();
      await cut(phone, target);
      await expect(banner(phone)).toBeVisible();
      await phone.button('Contacted').click();
      await expect(phone.heading('Call Result')).toBeHidden();
      await expect(banner(phone)).toBeVisible();
      const saved = phone.page.waitForResponse(
        (response) => /\/disposition$/.test(response.url()) && response.ok(),
      );
      await restore(phone, target);
      await saved;
      await waitUntilBack(phone);
    });
  });
}

for (const [name, { cut, restore }] of Object.entries(LOSSES)) {
  test(`when ${name}, the live board shows when it was last updated`, async ({ browser, target }) => {
    const board = await openBoard(browser, target);
    await expect(board.page.locator('[data-state]').first()).toBeVisible();
    const stale = board.page.getByRole('alert').filter({ hasText: /^Not updated since \d+:\d\d [AP]M$/ });
    await expect(stale).toBeHidden();
    await cut(board, target);
    await expect(stale).toBeVisible();
    await restore(board, target);
    await expect(stale).toBeHidden();
    const phone = await Phone.open(browser, target.proxy.url, 'agent@demo.test');
    await target.product.callIn(LEAD, MAIN_LINE);
    await expect(board.page.locator('[data-state="ringing"]').first()).toBeVisible();
    await phone.close();
    await board.close();
    await target.product.endCalls();
  });
}

test('‘Try now’ retries immediately, without waiting for the next report', async ({ phone, target }) => {
  target.proxy.cut();
  await expect(banner(phone)).toBeVisible();
  const tried = phone.page.waitForRequest((request) => request.url().endsWith('/api/v1/presence'));
  const connected = phone.page.waitForEvent('websocket', (socket) => socket.url().includes('/app/'));
  await phone.button('Try now').click();
  await tried;
  await connected;
  target.proxy.restore();
  await waitUntilBack(phone);
});

for (const [how, statusFor] of [
  ['is answered with 503', (status: number) => status],
  ['is never answered', () => 0],
] as const) {
  test(`the phone counts as offline when its presence report ${how}`, async ({ phone }) => {
    await phone.context.route('**/api/v1/presence', async (route) => {
      const status = statusFor(503);
      if (status > 0) await route.fulfill({ status });
    });
    await expect(banner(phone)).toBeVisible();
    await phone.context.unroute('**/api/v1/presence');
    await waitUntilBack(phone);
  });
}

test('a page that was frozen doesn’t briefly show as offline when it resumes', async ({
  browser,
  phone,
  target,
}) => {
  const board = await openBoard(browser, target);
  const tile = board.page.locator('[data-state]').filter({ hasText: 'Ann' });
  await expect(tile).toHaveAttribute('data-state', 'available');
  await phone.page.evaluate(() => {
    const check = () => {
      if (document.querySelector('[data-part="offline"]')) document.documentElement.dataset['flashed'] = '';
    };
    new MutationObserver(check).observe(document, { childList: true, subtree: true });
  });
  // Longer than the presence lease plus one unanswered report.
  let frozen: Promise<void> | null = null;
  await phone.context.route('**/api/v1/presence', async (route) => {
    frozen ??= phone.page.evaluate(() => {
      const until = Date.now() + 14_000;
      while (Date.now() < until);
    });
    await route.continue();
  });
  await expect.poll(() => stateOf(board, target, 'Ann Reyes')).toBe('unavailable');
  await frozen;
  await phone.context.unroute('**/api/v1/presence');
  await expect.poll(() => stateOf(board, target, 'Ann Reyes')).toBe('available');
  await target.product.callIn(LEAD, MAIN_LINE);
  await expect(phone.heading('Main line')).toBeVisible();
  await expect(phone.page.locator('html')).not.toHaveAttribute('data-flashed');
  await board.close();
});

test('a second tab shows the same state as the first, and its ‘Try now’ acts on the phone', async ({
  phone,
  target,
}) => {
  const second = await Phone.beside(phone, target.proxy.url);
  await second.ready();
  target.proxy.cut();
  await expect(banner(phone)).toBeVisible();
  await expect(banner(second)).toBeVisible();
  await second.button('Try now').click();
  target.proxy.restore();
  await waitUntilBack(second);
  await expect(banner(phone)).toBeHidden();
});
