import { defineConfig } from '@playwright/test';

/**
 * Whole-product tests: the built product on one origin, a real Chromium, real audio. One browser at a time: the
 * machine's two cores are also the telephone network.
 */
export default defineConfig({
  testDir: './tests',
  testMatch: '*.spec.ts',
  outputDir: '../test-results/product',
  workers: 1,
  fullyParallel: false,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    viewport: { width: 420, height: 780 },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        '--autoplay-policy=no-user-gesture-required',
        '--allow-loopback-in-peer-connection',
        `--use-file-for-fake-audio-capture=${new URL('./tests/agent-voice.wav', import.meta.url).pathname}`,
      ],
    },
  },
});
