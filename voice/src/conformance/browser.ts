import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { build } from 'rolldown';
import { openChromium, wav } from '../testing/chromium.ts';
import { scaleTimeout } from '../testing/timeouts.ts';
import { until } from '../testing/until.ts';
import type { PhonePage, PhoneState } from './page.ts';
import { openWorld, type World } from './world.ts';

export class Phone {
  readonly page: Page;
  /** URLs outside this machine that the page requested. */
  readonly externalRequests: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('request', (request) => {
      const { hostname, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && hostname !== 'localhost') this.externalRequests.push(request.url());
    });
  }

  state(): Promise<PhoneState> {
    return this.page.evaluate(() => globalThis.phone.state());
  }

  do<N extends keyof PhonePage>(name: N, ...args: Parameters<PhonePage[N]>): Promise<unknown> {
    return this.page.evaluate(
      ([method, values]) => {
        const call = globalThis.phone[method] as (...given: unknown[]) => unknown;
        return call(...values);
      },
      [name, args as unknown[]] as const,
    );
  }

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

  waitForCalls(count = 1): Promise<PhoneState> {
    return this.until((state) => state.calls.length === count, `${count} calls`);
  }

  waitForOpen(index = 0): Promise<PhoneState> {
    return this.until((state) => state.calls[index]?.status === 'open', `call ${index} to be open`);
  }

  waitForClosed(index = 0): Promise<PhoneState> {
    return this.until((state) => state.calls[index]?.status === 'closed', `call ${index} to be closed`);
  }

  waitForEvent(event: string, index = 0): Promise<PhoneState> {
    return this.until((state) => state.calls[index]?.events.includes(event) === true, event);
  }

  async acceptCall(): Promise<PhoneState> {
    await this.waitForCalls();
    await this.do('accept', 0);
    return this.waitForOpen();
  }

  /** Waits until this much more audio energy has been received, because the level drops during pauses in speech. */
  async waitForAudio(energy: number, what: string): Promise<void> {
    const energyIn = () => this.page.evaluate(() => globalThis.phone.energyIn());
    const before = await energyIn();
    await until(async () => (await energyIn()) - before > energy, what);
  }
}

let pageOrigin: Promise<string> | null = null;

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

export async function openPhoneWorld(settings: Parameters<typeof openWorld>[0] = {}) {
  const [world, browser] = await Promise.all([openWorld(settings), openBrowser()]);
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

/** A real Chromium whose microphone repeats a recording. */
export type PhoneBrowser = Awaited<ReturnType<typeof openBrowser>>;

/** All tests in a worker share one browser and one page server; `close` closes only the contexts opened here. */
export async function openBrowser() {
  pageOrigin ??= servePage();
  const [browser, origin] = await Promise.all([openChromium(), pageOrigin]);
  const contexts: BrowserContext[] = [];
  const open = async (): Promise<BrowserContext> => {
    const context = await browser.newContext({ permissions: ['microphone'] });
    contexts.push(context);
    return context;
  };

  return {
    phone: async (
      world: World,
      identity: string | null,
      applicationSid?: string,
      options: Record<string, unknown> = {},
    ) => {
      const context = await open();
      const phone = new Phone(await context.newPage());
      await phone.page.goto(origin);
      const token = world.token(identity, applicationSid);
      await phone.do('open', token, `localhost:${world.voice.port}`, options);
      await phone.do('register');
      return phone;
    },
    /** Opens a registered page with the options of the SDK's quickstart. Blocks requests to the provider. */
    quickstart: async (world: World, token: string) => {
      const context = await open();
      await context.route(/twilio\.com/, (route) => route.abort());
      const phone = new Phone(await context.newPage());
      await phone.page.goto(origin);
      await phone.do('quickstart', token, `localhost:${world.voice.port}`);
      await phone.do('register');
      return phone;
    },
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
