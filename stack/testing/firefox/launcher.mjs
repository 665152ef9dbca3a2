#!/usr/bin/env node
/** Started by Playwright instead of Firefox: Firefox with its own audio devices, behind a relay for missing features. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { findFirefox } from './find.mjs';
import { startRelay } from './relay.mjs';
import { startSound } from './sound.mjs';

const sound = await startSound();
const browser = spawn(findFirefox() ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
  env: { ...process.env, ...sound.env },
});
const ended = once(browser, 'exit').catch((error) => {
  console.error(error.message);
  return [1];
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => browser.kill());

createInterface({ input: browser.stderr }).on('line', async (line) => {
  const address = /^WebDriver BiDi listening on (ws:\/\/.+)$/.exec(line)?.[1];
  if (!address) return console.error(line);
  const relay = await startRelay(`${address}/session`, () => browser.kill());
  console.error(`WebDriver BiDi listening on ${relay}`);
});

const [code] = await ended;
sound.stop();
process.exit(code ?? 1);
