/** The text of 'Copy Error Logs': no token, and of phone numbers only the last two digits. */
import { CLIENT_VERSION } from '@offhook/contract/limits';
import type { ErrorEntry } from '../../core/line/line-state.ts';
import { type CallQuality, qualityFigures } from '../../core/line/quality-figures.ts';

export function errorLogText(
  browser: string,
  errors: readonly ErrorEntry[],
  quality: CallQuality | null,
): string {
  const entries = errors.map(({ at, code, message }) => ({
    timestamp: new Date(at).toISOString(),
    code,
    message: masked(message),
  }));
  const lastCall = quality && qualityFigures(quality);
  return JSON.stringify({ version: CLIENT_VERSION, browser, last_call: lastCall, errors: entries }, null, 2);
}

/** Three dotted parts of letters are a token; seven digits or more, however grouped, are a phone number. */
function masked(text: string): string {
  return text
    .replace(/\b[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}\b/g, '…')
    .replace(/\+?\d(?:[ ().-]*\d){6,}/g, (number) => `…${number.replace(/\D/g, '').slice(-2)}`);
}
