import type { Gather } from './verbs.ts';

export function pressKey(
  rules: Pick<Gather, 'numDigits' | 'finishOnKey'>,
  before: string,
  key: string,
): { readonly digits: string; readonly finished: boolean } {
  if (key === rules.finishOnKey) return { digits: before, finished: true };
  const digits = before + key;
  return { digits, finished: rules.numDigits !== null && digits.length >= rules.numDigits };
}
