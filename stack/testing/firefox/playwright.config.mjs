/** The whole-product tests in a regular Firefox, over WebDriver BiDi. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import chromium from '../../playwright.config.ts';

/** Tests that don't concern Firefox or can't run there; see docs/browsers.md. */
const SKIPPED = [
  // They test processes, not pages.
  /survives a server crash/,
  /two instances can’t open one data folder/,
  /the product ends when its parent process ends/,
  /Ctrl-C ends everything/,
  // They start Chromium themselves.
  /without microphone permission/,
  /without microphone and realtime service/,
  // Tested by firefox.long: Firefox allows an output device only after the page has opened a microphone.
  /the chosen devices are used and survive a reload/,
];

export default defineConfig({
  ...chromium,
  testDir: '../../tests',
  testMatch: '*.spec.ts',
  testIgnore: [],
  grepInvert: SKIPPED,
  outputDir: '../../../test-results/firefox',
  retries: 0,
  use: {
    ...chromium.use,
    browserName: 'firefox',
    channel: 'moz-firefox',
    trace: 'off',
    launchOptions: {
      downloadsPath: fileURLToPath(new URL('../../../test-results/firefox-downloads', import.meta.url)),
      executablePath: fileURLToPath(new URL('launcher.mjs', import.meta.url)),
      firefoxUserPrefs: {
        'permissions.default.microphone': 1,
        'media.autoplay.default': 0,
        // The test voice service listens on the loopback device.
        'media.peerconnection.ice.loopback': true,
      },
    },
  },
});
