/** Finds what the Firefox tests need; downloads nothing. */
import { existsSync } from 'node:fs';
import { findOnPath } from '../../bin/chromium.mjs';

export const findFirefox = () => process.env.FIREFOX_PATH || findOnPath(['firefox-esr', 'firefox']);

export function missingForFirefox() {
  const firefox = findFirefox();
  if (firefox && !existsSync(firefox)) return `FIREFOX_PATH is ${firefox}, but this file doesn't exist.`;
  const hasSound = findOnPath(['pulseaudio']) && findOnPath(['pacat']);
  const missing = [...(firefox ? [] : ['Firefox']), ...(hasSound ? [] : ['PulseAudio'])];
  if (missing.length === 0) return null;
  return `The Firefox tests need ${missing.join(' and ')} (for example: apt-get install firefox-esr pulseaudio).`;
}
