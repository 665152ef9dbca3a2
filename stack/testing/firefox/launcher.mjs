#!/usr/bin/env node
/**
 * What the test runner starts in place of Firefox: a Firefox with sound devices of its own, behind a relay that knows
 * what this Firefox lacks. Everything ends with the browser, and the browser with the runner's connection.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { findFirefox } from './find.mjs';
import { relayTo } from './relay.mjs';
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
  const relay = await relayTo(`${address}/session`, () => browser.kill());
  // The runner waits for this line.
  console.error(`WebDriver BiDi listening on ${relay}`);
});

const [code] = await ended;
sound.stop();
process.exit(code ?? 1);
