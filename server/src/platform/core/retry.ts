export type Retry =
  | { readonly type: 'again'; readonly inMs: number; readonly error: string }
  | { readonly type: 'givenUp'; readonly error: string };

export function retryOrGiveUp(attempts: number, maxAttempts: number, error: unknown): Retry {
  return attempts < maxAttempts
    ? { type: 'again', inMs: backOff(attempts), error: String(error) }
    : { type: 'givenUp', error: String(error) };
}

export function backOff(attempts: number, firstMs = 250, longestMs = 10_000): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(20, Math.max(0, attempts - 1)));
}
