import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { build } from 'rolldown';
import { openChromium, wav } from '../testing/chromium.ts';
import { scaleTimeout } from '../testing/timeouts.ts';
import { until } from '../testing/until.ts';
import type { PhonePage, PhoneState } from './page.ts';
import { openWorld, type World } from './world.ts';

/** One page with one device. */
export class Phone {
  readonly page: Page;
  /** Addresses outside of this machine that the page asked for. */
  readonly strangers: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('request', (request) => {
      const { hostname, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && hostname !== 'localhost') this.strangers.push(request.url());
    });
  }

  state(): Promise<PhoneState> {
    return this.page.evaluate(() => globalThis.phone.state());
  }

  do<N extends keyof PhonePage>(name: N, ...args: Parameters<PhonePage[N]>): Promise<unknown> {
    return this.page.evaluate(
      ([method, values]) => {
        const act = globalThis.phone[method] as (...given: unknown[]) => unknown;
        return act(...values);
      },
      [name, args as unknown[]] as const,
    );
  }

  /** Waits until the state satisfies the condition. */
  async until(
    condition: (state: PhoneState) => boolean,
    what: string,
    ms = scaleTimeout(30_000),
  ): Promise<PhoneState> {
    let last: PhoneState | null = null;
    try {
      return await until(
        async () => {
          last = await this.state();
          return condition(last) ? last : null;
        },
        what,
        ms,
      );
    } catch (error) {
      throw new Error(`${String(error)}\n${JSON.stringify(last, null, 1)}`);
    }
  }

  /** Waits until it has that many calls, the last of which rings. */
  rings(count = 1): Promise<PhoneState> {
    return this.until((state) => state.calls.length === count, `${count} calls`);
  }

  isOpen(index = 0): Promise<PhoneState> {
    return this.until((state) => state.calls[index]?.status === 'open', `call ${index} to be open`);
  }

  isClosed(index = 0): Promise<PhoneState> {
    return this.until((state) => state.calls[index]?.status === 'closed', `call ${index} to be closed`);
  }

  /** Waits until the call has told that event. */
  tells(event: string, index = 0): Promise<PhoneState> {
    return this.until((state) => state.calls[index]?.events.includes(event) === true, event);
  }

  /** Takes the first call that rings. */
  async takes(): Promise<PhoneState> {
    await this.rings();
    await this.do('accept', 0);
    return this.isOpen();
  }

  /** Waits until so much sound energy has come in from now on: whoever talks makes pauses. */
  async hears(energy: number, what: string): Promise<void> {
    const energyIn = () => this.page.evaluate(() => globalThis.phone.energyIn());
    const before = await energyIn();
    await until(async () => (await energyIn()) - before > energy, what);
  }
}

/** Where the pages with the kit come from. */
let origin: Promise<string> | null = null;

async function servePage(): Promise<string> {
  const { output } = await build({
    input: fileURLToPath(new URL('./page.ts', import.meta.url)),
    platform: 'browser',
    write: false,
    transform: { define: { global: 'globalThis' } },
    logLevel: 'silent',
    output: { format: 'iife', codeSplitting: false },
  });
  const script = output[0].code;
  const silence = wav(new Int16Array(800));
  const server = createServer((request, response) => {
    if (request.url === '/page.js') response.setHeader('content-type', 'text/javascript').end(script);
    else if (request.url === '/sound.wav') response.setHeader('content-type', 'audio/wav').end(silence);
    else
      response.setHeader('content-type', 'text/html').end('<!doctype html><script src="/page.js"></script>');
  });
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://localhost:${typeof address === 'object' && address ? address.port : 0}`;
}

/** A world with a browser in it; both end together. */
export async function openPhoneWorld() {
  const [world, browser] = await Promise.all([openWorld(), openBrowser()]);
  const { close } = world;
  return Object.assign(world, {
    browser,
    phone: (identity: string | null, applicationSid?: string, options?: Record<string, unknown>) =>
      browser.phone(world, identity, applicationSid, options),
    close: async () => {
      await browser.close();
      await close();
    },
  });
}

export type PhoneWorld = Awaited<ReturnType<typeof openPhoneWorld>>;

/** A real Chromium whose microphone says a recorded line for ever. */
export type PhoneBrowser = Awaited<ReturnType<typeof openBrowser>>;

/** The browser and the page are the worker's; the contexts are closed with what this returns. */
export async function openBrowser() {
  origin ??= servePage();
  const [browser, home] = await Promise.all([openChromium(), origin]);
  const contexts: BrowserContext[] = [];
  const open = async (): Promise<BrowserContext> => {
    const context = await browser.newContext({ permissions: ['microphone'] });
    contexts.push(context);
    return context;
  };

  return {
    /** Opens a page with the official kit, registered as that identity. */
    phone: async (
      world: World,
      identity: string | null,
      applicationSid?: string,
      options: Record<string, unknown> = {},
    ) => {
      const context = await open();
      const phone = new Phone(await context.newPage());
      await phone.page.goto(home);
      const token = world.token(identity, applicationSid);
      await phone.do('open', token, `localhost:${world.voice.port}`, options);
      await phone.do('register');
      return phone;
    },
    /** Opens a page as a quickstart of the kit has it, registered; nobody outside of this machine answers it. */
    quickstart: async (world: World, token: string) => {
      const context = await open();
      await context.route(/twilio\.com/, (route) => route.abort());
      const phone = new Phone(await context.newPage());
      await phone.page.goto(home);
      await phone.do('quickstart', token, `localhost:${world.voice.port}`);
      await phone.do('register');
      return phone;
    },
    /** Opens any page, with the microphone. */
    page: async (url: string) => {
      const page = await (await open()).newPage();
      await page.goto(url);
      return page;
    },
    close: async () => {
      await Promise.all(contexts.map((context) => context.close()));
    },
  };
}
