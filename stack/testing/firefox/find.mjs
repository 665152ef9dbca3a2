/** What the tests in Firefox need beside the runner; nothing of it is downloaded. */
import { existsSync } from 'node:fs';
import { onPath } from '../../bin/chromium.mjs';

/** @returns {string | undefined} FIREFOX_PATH, or an installed Firefox */
export const findFirefox = () => process.env.FIREFOX_PATH || onPath(['firefox-esr', 'firefox']);

/** @returns {string | null} what has to be installed, as a sentence */
export function missingForFirefox() {
  const firefox = findFirefox();
  if (firefox && !existsSync(firefox)) return `FIREFOX_PATH is ${firefox}, but there is no such file.`;
  const hasSound = onPath(['pulseaudio']) && onPath(['pacat']);
  const missing = [...(firefox ? [] : ['Firefox']), ...(hasSound ? [] : ['PulseAudio'])];
  if (missing.length === 0) return null;
  return `The tests in Firefox need ${missing.join(' and ')} (for instance: apt-get install firefox-esr pulseaudio).`;
}
