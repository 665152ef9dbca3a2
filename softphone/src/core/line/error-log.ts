import { CLIENT_VERSION } from '@offhook/contract/limits';
import type { ErrorEntry, LineState } from './line-state.ts';
import { type CallQuality, qualityFigures } from './quality-figures.ts';

const MAX_ERRORS = 200;

export function withError(state: LineState, { at, code, message }: ErrorEntry): LineState {
  return { ...state, errors: [...state.errors, { at, code, message }].slice(-MAX_ERRORS) };
}

/** Contains no tokens and only the last two digits of phone numbers. */
export function errorLogText(
  browser: string,
  errors: readonly ErrorEntry[],
  quality: CallQuality | null,
  isoTime: (at: number) => string,
): string {
  const entries = errors.map(({ at, code, message }) => ({
    timestamp: isoTime(at),
    code,
    message: masked(message),
  }));
  const lastCall = quality && qualityFigures(quality);
  return JSON.stringify({ version: CLIENT_VERSION, browser, last_call: lastCall, errors: entries }, null, 2);
}

/** Three dotted parts are a token; seven or more digits, however grouped, are a phone number. */
function masked(text: string): string {
  return text
    .replace(/\b[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}\b/g, '…')
    .replace(/\+?\d(?:[ ().-]*\d){6,}/g, (number) => `…${number.replace(/\D/g, '').slice(-2)}`);
}
