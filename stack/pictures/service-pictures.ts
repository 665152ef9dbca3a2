/** Pictures of the embedded services' pages: a call of the example's app, and the events of a channel. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import Pusher from 'pusher';
import PusherClient from 'pusher-js';
import twilio from 'twilio';
import type * as RealtimePackage from '../../realtime/src/package/index.ts';
import type * as VoiceClient from '../../voice/src/package/client.ts';
import type * as VoicePackage from '../../voice/src/package/index.ts';
import { packService } from '../bin/service-packages.mjs';
import config from '../playwright.config.ts';

const SIZE = { width: 1100, height: 700 };
const PATIENT = '+14155550200';

interface ExampleApp {
  startApp(authToken: string): Promise<{ readonly url: string; close(): void }>;
}

async function importFrom<Module>(folder: string, file: string): Promise<Module> {
  return import(pathToFileURL(join(folder, file)).href) as Promise<Module>;
}

/** @param folder of the pictures */
export async function takeServicePages(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    await takeVoicePage(browser, join(folder, 'voice-page.png'));
    await takeRealtimePage(browser, join(folder, 'realtime-page.png'));
  } finally {
    await browser.close();
  }
}

async function takeVoicePage(browser: Browser, file: string): Promise<void> {
  const { folder } = await packService('voice');
  const { start } = await importFrom<typeof VoicePackage>(folder, 'dist/index.mjs');
  const { requestClient } = await importFrom<typeof VoiceClient>(folder, 'dist/client.mjs');
  const { startApp } = await importFrom<ExampleApp>('examples/first-call', 'app.mjs');
  const phones = [{ number: PATIENT, behavior: 'silent', ringMs: 500, pressesKey: '1' }] as const;
  const voice = await start({ port: 0, seed: { phones } });
  const app = await startApp(voice.authToken);
  try {
    const page = await open(browser, voice.url);
    const client = twilio(voice.accountSid, voice.authToken, { httpClient: requestClient(voice) });
    const call = { from: voice.numbers[0] ?? '', statusCallback: `${app.url}/status` };
    const confirmed = await client.calls.create({ ...call, to: PATIENT, url: `${app.url}/appointment` });
    await voice.waitForStatus(confirmed.sid, 'completed');
    const running = await client.calls.create({ ...call, to: '+14155550100', url: `${app.url}/appointment` });
    await voice.waitForStatus(running.sid, 'in-progress');
    await page.getByRole('link', { name: PATIENT }).click();
    writeFileSync(file, await page.screenshot({ animations: 'disabled' }));
  } finally {
    await voice.stop();
    app.close();
  }
}

async function takeRealtimePage(browser: Browser, file: string): Promise<void> {
  const { folder } = await packService('realtime');
  const { start } = await importFrom<typeof RealtimePackage>(folder, 'dist/index.mjs');
  const realtime = await start({ port: 0 });
  const client = new PusherClient(realtime.key, realtime.clientOptions);
  try {
    const page = await open(browser, realtime.url);
    client.subscribe('orders');
    await realtime.next('subscription', ({ channel }) => channel === 'orders');
    const server = new Pusher(realtime.serverOptions);
    await server.trigger('orders', 'placed', { order: 1042, total: 18.5 });
    await server.trigger('orders', 'paid', { order: 1042 });
    await page.getByText('paid').first().waitFor();
    writeFileSync(file, await page.screenshot({ animations: 'disabled' }));
  } finally {
    client.disconnect();
    await realtime.stop();
  }
}

async function open(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: SIZE, locale: 'en-US' });
  await page.goto(url);
  return page;
}
