import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { CHROMIUM_ARGS } from './chromium-args.mjs';

const { CHROMIUM_SHELL_PATH, CHROMIUM_PATH } = process.env;
const installed = CHROMIUM_SHELL_PATH || CHROMIUM_PATH || '/usr/bin/chromium';
const ALLOW_AUTOPLAY = '--autoplay-policy=no-user-gesture-required';

/** Playwright's timeout, scaled to this machine's speed. */
const WAIT_MS = 30_000 * Number(process.env.OFFHOOK_PATIENCE ?? 1);

let shared;

export function launchBrowser(...args) {
  return chromium.launch({
    ...(existsSync(installed) ? { executablePath: installed } : {}),
    args: [...CHROMIUM_ARGS, ...args],
  });
}

export async function newContext(options = {}) {
  shared ??= launchBrowser(ALLOW_AUTOPLAY);
  const context = await (await shared).newContext(options);
  context.setDefaultTimeout(WAIT_MS);
  return context;
}
