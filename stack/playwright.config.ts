import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS } from '../design/tests/chromium-args.mjs';
import { timeoutFactor } from './testing/timeout-factor.mjs';

const factor = timeoutFactor();
const { CHROMIUM_SHELL_PATH, CHROMIUM_PATH } = process.env;
const executablePath = CHROMIUM_SHELL_PATH || CHROMIUM_PATH;
const isLong = process.env['OFFHOOK_LONG'] === '1';

/**
 * Whole-product tests: the built product on one origin, a real Chromium, real audio. Two run concurrently, each with its
 * own product, because the machine's two cores also run the simulated phone network.
 */
export default defineConfig({
  testDir: './tests',
  testMatch: isLong ? '*.long.spec.ts' : '*.spec.ts',
  testIgnore: isLong ? [] : '*.long.spec.ts',
  outputDir: '../test-results/product',
  workers: 2,
  fullyParallel: false,
  // A test that passes only on its retry is reported as flaky; in the long tests it fails.
  retries: isLong ? 0 : 1,
  timeout: 90_000 * factor,
  expect: { timeout: 30_000 * factor },
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    viewport: { width: 420, height: 780 },
    // Tracing every test would take 20% of the run.
    trace: isLong ? 'retain-on-failure' : 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        ...CHROMIUM_ARGS,
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        '--autoplay-policy=no-user-gesture-required',
        '--allow-loopback-in-peer-connection',
        `--use-file-for-fake-audio-capture=${new URL('./tests/agent-voice.wav', import.meta.url).pathname}`,
      ],
    },
  },
});
