/** The whole-product tests in a Firefox as its users have it, over WebDriver BiDi. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import chromium from '../../playwright.config.ts';

/** Tests of the same files that say nothing about Firefox, or cannot run there: docs/browsers.md. */
const LEFT_OUT = [
  // Processes, not pages.
  /survives the death of the server/,
  /two instances can’t open one data folder/,
  /the product ends when its parent process ends/,
  /Ctrl-C ends everything/,
  // They start a Chromium of their own.
  /without microphone permission/,
  /without microphone and realtime service/,
  // firefox.long tests this: Firefox allows an output device only after the page has opened a microphone.
  /the chosen devices are used and survive a reload/,
];

export default defineConfig({
  ...chromium,
  testDir: '../../tests',
  testMatch: '*.spec.ts',
  testIgnore: [],
  grepInvert: LEFT_OUT,
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
        // 1 allows, as a click on 'Allow' does.
        'permissions.default.microphone': 1,
        'media.autoplay.default': 0,
        // The voice service of the tests stands on the loopback device.
        'media.peerconnection.ice.loopback': true,
      },
    },
  },
});
