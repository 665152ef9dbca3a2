import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { parseWav, wavHeader } from '../media/core/audio/wav.ts';

const executablePath =
  process.env['CHROMIUM_SHELL_PATH'] ??
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium'].find((one) => existsSync(one));

/**
 * Includes the features that Playwright disables, because Chromium uses only the last list. The address bar popups are
 * our addition: they cost 0.6 s of CPU per window.
 */
const disabledFeatures = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];

/** Shared by all test files of this worker. */
let shared: Promise<Browser> | null = null;

/** The microphone repeats a recording. Close the contexts that you open. */
export function openChromium(): Promise<Browser> {
  shared ??= launch();
  return shared;
}

function launch(): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'microphone-'));
  process.once('SIGTERM', () => rmSync(folder, { recursive: true, force: true }));
  const microphone = join(folder, 'microphone.wav');
  writeFileSync(microphone, speech());
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${microphone}`,
      '--autoplay-policy=no-user-gesture-required',
      '--allow-loopback-in-peer-connection',
      '--disable-background-networking',
      '--disable-component-update',
      `--disable-features=${disabledFeatures.join(',')}`,
    ],
  });
}

function speech(): Buffer {
  const file = fileURLToPath(new URL('../../assets/other-3.wav', import.meta.url));
  const parsed = parseWav(readFileSync(file));
  if (!parsed.ok) throw new Error(parsed.error);
  return wav(parsed.samples);
}

export function wav(samples: Int16Array): Buffer {
  const data = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  return Buffer.concat([wavHeader(1, data.length), data]);
}
