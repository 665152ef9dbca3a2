import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { readWav, wavHeader } from '../core/audio/wav.ts';
import type { PhonePage, PhoneState } from './page.ts';
import { until, type World } from './world.ts';

/** A real Chromium whose microphone says a recorded line for ever. */
export interface PhoneBrowser {
  /** Opens a page with the official kit, registered as that identity. */
  phone(
    world: World,
    identity: string,
    applicationSid?: string,
    options?: Record<string, unknown>,
  ): Promise<Phone>;
  /** Opens a page as a quickstart of the kit has it, registered; nobody outside of this machine answers it. */
  quickstart(world: World, token: string): Promise<Phone>;
  /** Opens any page, with the microphone. */
  page(url: string): Promise<Page>;
  close(): Promise<void>;
}

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
  async until(condition: (state: PhoneState) => boolean, what: string, ms = 30_000): Promise<PhoneState> {
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

  /** Sound energy that comes in during that time. */
  async hears(ms: number): Promise<number> {
    const before = await this.page.evaluate(() => globalThis.phone.energyIn());
    await this.page.waitForTimeout(ms);
    return (await this.page.evaluate(() => globalThis.phone.energyIn())) - before;
  }
}

export async function openBrowser(): Promise<PhoneBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'phone-'));
  const voice = join(folder, 'microphone.wav');
  writeFileSync(voice, speech());
  const bundle = await build({
    entryPoints: [fileURLToPath(new URL('./page.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    define: { global: 'globalThis' },
    logLevel: 'silent',
  });
  const script = bundle.outputFiles[0]?.text ?? '';
  const server = createServer((request, response) => {
    if (request.url === '/page.js') response.setHeader('content-type', 'text/javascript').end(script);
    else if (request.url === '/sound.wav') response.setHeader('content-type', 'audio/wav').end(silence());
    else
      response.setHeader('content-type', 'text/html').end('<!doctype html><script src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`;
  const browser = await launch(voice);

  return {
    phone: async (world, identity, applicationSid, options = {}) => {
      const context = await browser.newContext({ permissions: ['microphone'] });
      const phone = new Phone(await context.newPage());
      await phone.page.goto(origin);
      const token = world.token(identity, applicationSid);
      await phone.do('open', token, `localhost:${world.voice.port}`, options);
      await phone.do('register');
      return phone;
    },
    quickstart: async (world, token) => {
      const context = await browser.newContext({ permissions: ['microphone'] });
      await context.route(/twilio\.com/, (route) => route.abort());
      const phone = new Phone(await context.newPage());
      await phone.page.goto(origin);
      await phone.do('quickstart', token, `localhost:${world.voice.port}`);
      await phone.do('register');
      return phone;
    },
    page: async (url) => {
      const context = await browser.newContext({ permissions: ['microphone'] });
      const page = await context.newPage();
      await page.goto(url);
      return page;
    },
    close: async () => {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function launch(voice: string): Promise<Browser> {
  const path = process.env['CHROMIUM_PATH'] ?? ['/usr/bin/chromium'].find((one) => existsSync(one));
  return chromium.launch({
    ...(path === undefined ? {} : { executablePath: path }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${voice}`,
      '--autoplay-policy=no-user-gesture-required',
      '--allow-loopback-in-peer-connection',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  });
}

/** The microphone's file: speech without pauses that are longer than a breath. */
function speech(): Buffer {
  const file = fileURLToPath(new URL('../../assets/other-3.wav', import.meta.url));
  const reading = readWav(readFileSync(file));
  if (!reading.ok) throw new Error(reading.error);
  return wav(reading.samples);
}

function silence(): Buffer {
  return wav(new Int16Array(800));
}

function wav(samples: Int16Array): Buffer {
  const data = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  return Buffer.concat([wavHeader(1, data.length), data]);
}
