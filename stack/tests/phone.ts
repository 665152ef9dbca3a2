/** Drives the phone's page as an agent would. Has the fixture that starts the product. */
import { browserFetch, clientAt } from '@offhook/server/testing/servers/api-client';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  chromium,
  expect,
  type Page,
} from '@playwright/test';
import { scaleTimeout } from '../testing/timeout-factor.mjs';
import { clearName } from './lead-name.ts';
import { type Line, Product, waitUntil } from './product.ts';

export const PASSWORD = 'offhook-demo';

/** A simulated party who answers and talks, and who can call in. */
export const LEAD = '+14155550100';
/** A busy party: the call ends immediately, and the phone asks for its result. */
export const BUSY = '+14155550102';
export const MAIN_LINE = '+14155550199';

/** Below this level is silence; simulated speech and the fake microphone are above 0.01. */
export const SILENCE = 0.002;
export const SPEECH = 0.008;

interface Fixtures {
  /** agent@demo.test, logged in and available. */
  readonly phone: Phone;
  /** A colleague of the same team, and a supervisor. List them after `phone`, to open after it and close before it. */
  readonly other: Phone;
  readonly supervisor: Phone;
  /** A separate product that the test starts itself. */
  readonly own: Product;
  /** Opens the same agent's phone in a separate browser with other command-line arguments. */
  readonly launch: (change: (args: readonly string[]) => string[]) => Promise<Phone>;
}

export const test = base.extend<Fixtures, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants an object pattern here
    async ({}, use) => {
      const product = new Product();
      await product.start();
      await use(product);
      await product.dispose();
    },
    { scope: 'worker', timeout: scaleTimeout(60_000) },
  ],
  phone: async ({ browser, product }, use, info) => {
    const phone = await Phone.open(browser, product.url, 'agent@demo.test');
    await use(phone);
    if (info.status !== info.expectedStatus) {
      await info.attach('product.log', { body: product.log, contentType: 'text/plain' });
      await info.attach('console.log', { body: phone.console.join('\n'), contentType: 'text/plain' });
      const lines = await product.lines().catch(String);
      await info.attach('lines.json', {
        body: JSON.stringify(lines, null, 2),
        contentType: 'application/json',
      });
    }
    await phone.close();
    await product.endCalls();
  },
  other: ({ browser, product }, use) => useOpened(browser, product, 'agent2@demo.test', use),
  supervisor: ({ browser, product }, use) => useOpened(browser, product, 'supervisor@demo.test', use),
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants an object pattern here
  own: async ({}, use) => {
    const own = new Product();
    await use(own);
    await own.dispose();
  },
  launch: async ({ product }, use, { project }) => {
    const { args = [], ...options } = project.use.launchOptions ?? {};
    const launched: Browser[] = [];
    await use(async (change) => {
      const browser = await chromium.launch({ ...options, args: change(args) });
      launched.push(browser);
      return Phone.open(browser, product.url, 'agent@demo.test');
    });
    for (const browser of launched) await browser.close();
  },
});

/** No one clicks 'Allow', so a permission that isn't granted is denied. */
export const denyPermissions = (args: readonly string[]) =>
  args.filter((arg) => !arg.startsWith('--use-fake-ui'));

async function useOpened(
  browser: Browser,
  { url }: Product,
  email: string,
  use: (phone: Phone) => Promise<void>,
): Promise<void> {
  const phone = await Phone.open(browser, url, email);
  await use(phone);
  await phone.close();
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;
const savedLogins = new Map<string, StorageState>();

/** Logging in takes 1 s of both cores, so a worker reuses the cookies of one login. */
async function savedLogin(browser: Browser, url: string, email: string): Promise<StorageState> {
  const key = `${url} ${email}`;
  const before = savedLogins.get(key);
  if (before && (await isValid(url, before))) return before;
  const phone = await Phone.visit(browser, url);
  await phone.login(email);
  const stored = await phone.context.storageState();
  savedLogins.set(key, stored);
  await phone.close();
  return stored;
}

async function isValid(url: string, { cookies }: StorageState): Promise<boolean> {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const result = await clientAt(url, browserFetch({ cookie })).request('getUser', { query: {} });
  return result.ok && result.value.user !== undefined;
}

declare global {
  interface Window {
    offhookPeers?: RTCPeerConnection[];
    offhookSounds?: Set<HTMLMediaElement>;
    offhookShown?: Shown[];
  }
}

/** A heading or a transient message. */
interface Shown {
  readonly text: string;
  isOver: boolean;
}

export class Phone {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly console: string[] = [];

  private constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
    page.on('console', (message) => this.console.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => this.console.push(`uncaught: ${error.message}`));
  }

  static async visit(
    browser: Browser,
    url: string,
    path = '/',
    options: BrowserContextOptions = {},
  ): Promise<Phone> {
    const context = await browser.newContext({ permissions: ['microphone', 'notifications'], ...options });
    // Keeps peer connections, so a test can ask the browser what it receives.
    await context.addInitScript(() => {
      const peers: RTCPeerConnection[] = [];
      window.offhookPeers = peers;
      const sounds = new Set<HTMLMediaElement>();
      window.offhookSounds = sounds;
      const play = HTMLMediaElement.prototype.play;
      HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
        sounds.add(this);
        return play.call(this);
      };
      const Real = window.RTCPeerConnection;
      window.RTCPeerConnection = class extends Real {
        constructor(configuration?: RTCConfiguration) {
          super(configuration);
          peers.push(this);
        }
      };
    });
    await context.addInitScript(() => {
      const shown: Shown[] = [];
      window.offhookShown = shown;
      new MutationObserver(() => {
        const texts = new Set(
          [
            ...document.querySelectorAll(
              'h1, h2, h3, [role="status"], [role="timer"], [data-part="far-end"]',
            ),
          ].map((each) => each.textContent ?? ''),
        );
        for (const entry of shown) if (!entry.isOver && !texts.delete(entry.text)) entry.isOver = true;
        for (const text of texts) shown.push({ text, isOver: false });
      }).observe(document, { childList: true, subtree: true, characterData: true });
    });
    const phone = new Phone(context, await context.newPage());
    await phone.page.goto(url + path);
    return phone;
  }

  /** Opens a phone with saved cookies. To log in through the form, use `visit` and `login`. */
  static async open(browser: Browser, url: string, email: string): Promise<Phone> {
    const phone = await Phone.visit(browser, url, '/', {
      storageState: await savedLogin(browser, url, email),
    });
    await phone.ready();
    return phone;
  }

  /** Wraps a page that is already open. */
  static wrap(page: Page): Phone {
    return new Phone(page.context(), page);
  }

  /** Another tab of the same browser. */
  static async beside(phone: Phone, url: string): Promise<Phone> {
    const other = new Phone(phone.context, await phone.context.newPage());
    await other.page.goto(url);
    return other;
  }

  async login(email: string, password = PASSWORD): Promise<void> {
    await this.signIn(email, password);
    await this.ready();
  }

  /** Submits the login form without waiting for the result. */
  async signIn(email: string, password = PASSWORD): Promise<void> {
    await this.page.getByLabel('Email').fill(email);
    await this.page.getByLabel('Password').fill(password);
    await this.button('Log in').click();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.ready();
  }

  /** Waits until the phone is in waiting and online, so a ring can reach it. */
  async ready(): Promise<void> {
    await expect(this.navigation).toBeVisible();
    await expect(this.page.getByText('Online', { exact: true })).toBeAttached();
  }

  get navigation() {
    return this.page.getByRole('navigation', { name: 'Panels' });
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  heading(name: string) {
    return this.page.getByRole('heading', { name, exact: true });
  }

  /** Waits for text to appear and disappear. The page records each text, as it may be gone before the test checks. */
  async waitForBriefText(text: string): Promise<void> {
    await waitUntil(
      () =>
        this.page.evaluate(
          (wanted) => window.offhookShown?.some((each) => each.text === wanted && each.isOver),
          text,
        ),
      `'${text}' to appear and disappear`,
    );
  }

  /** Waits for text to appear; it may already have disappeared. */
  async waitForText(text: string): Promise<void> {
    await waitUntil(
      () => this.page.evaluate((wanted) => window.offhookShown?.some((each) => each.text === wanted), text),
      `'${text}' to appear`,
    );
  }

  /** Presses a key once keys work: a view that opens automatically ignores them for a moment. */
  async press(key: string): Promise<void> {
    await expect(this.page.locator('html')).not.toHaveAttribute('data-keys-ignored');
    await this.page.keyboard.press(key);
  }

  get status() {
    return this.page.getByRole('timer');
  }

  countLitSegments(meter: 'speaker' | 'microphone'): Promise<number> {
    const name = meter === 'speaker' ? 'Speaker' : 'Microphone';
    return this.page.getByRole('meter', { name }).locator('[data-lit="true"]').count();
  }

  /** @param names of the lead; a name from an earlier test is cleared first */
  async newCall(number: string, names: { first?: string; last?: string } = {}): Promise<void> {
    if (names.first || names.last) await clearName(new URL(this.page.url()).origin, number);
    await this.navigation.getByRole('button', { name: 'Call', exact: true }).click();
    await this.page.getByLabel('First Name').fill(names.first ?? '');
    await this.page.getByLabel('Last Name').fill(names.last ?? '');
    await this.page.getByLabel('Phone Number').fill(number);
    await this.button('Call Now').click();
  }

  /** Makes a call and waits for the answer. */
  async talkTo(...to: Parameters<Phone['newCall']>): Promise<void> {
    await this.newCall(...to);
    await this.talks();
  }

  /** Hangs up a call that asks for a result. */
  async hangUp(): Promise<void> {
    await this.button('Hang Up').click();
    await expect(this.heading('Call Result')).toBeVisible();
  }

  /** Chooses the result of an answered call, without a tag. */
  async markContacted(): Promise<void> {
    await this.button('Contacted').click();
    await this.button('Skip').click();
  }

  async openHistory(): Promise<void> {
    await this.navigation.getByRole('button', { name: 'History', exact: true }).click();
    await expect(this.heading('Call History')).toBeVisible();
  }

  async openSettings(): Promise<void> {
    await this.navigation.getByRole('button', { name: 'Settings', exact: true }).click();
    await expect(this.heading('Settings')).toBeVisible();
  }

  /** Audio energy received since the start, over all of the browser's connections. */
  async receivedEnergy(): Promise<number> {
    return this.page.evaluate(async () => {
      let energy = 0;
      for (const peer of window.offhookPeers ?? []) {
        for (const [, stat] of await peer.getStats()) {
          if (stat.type === 'inbound-rtp')
            energy += (stat as { totalAudioEnergy?: number }).totalAudioEnergy ?? 0;
        }
      }
      return energy;
    });
  }

  /** Waits until the browser receives speech. */
  async hearsSpeech(): Promise<void> {
    const before = await this.receivedEnergy();
    await waitUntil(async () => (await this.receivedEnergy()) > before + 0.001, 'the browser to hear speech');
  }

  /** Waits until the browser receives 1 s of silence. */
  async hearsNothing(): Promise<void> {
    let since = 0;
    let level = await this.receivedEnergy();
    await waitUntil(async () => {
      const now = await this.receivedEnergy();
      if (now > level + 0.00002) since = 0;
      else since ||= performance.now();
      level = now;
      return since !== 0 && performance.now() - since > 1_000;
    }, 'the browser to hear nothing');
  }

  /** Waits for the on-call view with a running timer. */
  async talks(): Promise<void> {
    await expect(this.status).toHaveText(/^\d\d:\d\d$/);
  }

  /** The row of a colleague or team in an open list. */
  row(name: string) {
    return this.page.getByRole('listitem').filter({ hasText: name });
  }

  /** Whether the ring sound is playing. */
  isRingPlaying(): Promise<boolean> {
    return this.page.evaluate(() =>
      [...(window.offhookSounds ?? [])].some((sound) => /\.mp3$/.test(sound.currentSrc) && !sound.paused),
    );
  }

  /**
   * Closes the page as a user closes a window. The context stays until its browser ends, because closing it would break the
   * connection on which the page sends its last message.
   */
  async close(): Promise<void> {
    for (const page of this.context.pages()) await page.close();
  }
}

/** The simulated party with this number, while it is on a call. */
export async function findParty(product: Product, number: string): Promise<Line> {
  const isThisLine = (line: Line) =>
    line.kind === 'carrier' && line.status === 'in-progress' && (line.to === number || line.from === number);
  return waitUntil(async () => (await product.lines()).find(isThisLine), `${number} to be in a call`);
}

/** Waits until `test` accepts the level that the party receives. */
export async function partyHears(
  product: Product,
  number: string,
  test: (level: number) => boolean,
  description: string,
) {
  await waitUntil(async () => test((await findParty(product, number)).level_out), description);
}

/** Waits until the party receives 1 s of silence. */
export async function partyHearsNothing(product: Product, number: string): Promise<void> {
  let quiet = 0;
  await waitUntil(async () => {
    const { level_out } = await findParty(product, number);
    quiet = level_out >= SILENCE ? 0 : quiet + 1;
    // At irregular times: a regular poll can fall into each pause of a row of tones.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 100));
    return quiet === 12;
  }, `${number} to hear nothing`);
}

export { expect };

/** Waits until every line is hung up: an agent whose page closes earlier would be expected back in the call. */
export async function waitForHangUps(product: Product): Promise<void> {
  await waitUntil(async () => (await product.lines()).length === 0, 'every line to be hung up');
}

/** Who hears whom, by the email or number of each active line. */
export async function whoHearsWhom(product: Product): Promise<Record<string, readonly string[]>> {
  const lines = (await product.lines()).filter(({ status }) => status === 'in-progress');
  const names = new Map(lines.map((line) => [line.call_sid, nameOf(line)]));
  return Object.fromEntries(
    lines.map((line) => [nameOf(line), line.hears.map((sid) => names.get(sid) ?? sid).sort()]),
  );
}

function nameOf({ kind, from, to }: Line): string {
  if (kind === 'client') return from.startsWith('client:') ? from : to;
  return to.startsWith('client:') ? from : to;
}

/** An agent on a call with a lead, with the Transfer panel open. */
export async function openTransferPanel(phone: Phone, product: Product): Promise<void> {
  await phone.talkTo(LEAD, { first: 'Tara', last: 'Transferred' });
  await findParty(product, LEAD);
  await phone.button('Transfer').click();
  await expect(phone.heading('Transfer')).toBeVisible();
}
