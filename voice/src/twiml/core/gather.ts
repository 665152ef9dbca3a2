import type { Gather } from './verbs.ts';

/** What a key does to the keys that were pressed before it. */
export function pressKey(
  rules: Pick<Gather, 'numDigits' | 'finishOnKey'>,
  before: string,
  key: string,
): { readonly digits: string; readonly finished: boolean } {
  if (key === rules.finishOnKey) return { digits: before, finished: true };
  const digits = before + key;
  return { digits, finished: rules.numDigits !== null && digits.length >= rules.numDigits };
}
