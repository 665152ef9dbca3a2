/**
 * Retries and timeouts of a webhook. The provider's defaults: one retry, only after a failed connection, 15 s in total.
 * The URL's fragment can change them: `https://example.com/x#rc=3&rp=5xx,ct&ct=2000&rt=5000&tt=10000`. The fragment is
 * neither sent nor signed.
 */
export interface CallbackPolicy {
  readonly retries: number;
  readonly retryOn: ReadonlySet<FailureKind>;
  readonly connectMs: number;
  readonly readMs: number;
  readonly totalMs: number;
}

/** ct: connection failed; rt: response timed out; 4xx, 5xx: response status. */
export type FailureKind = 'ct' | 'rt' | '4xx' | '5xx';

const kinds: readonly FailureKind[] = ['ct', 'rt', '4xx', '5xx'];

export function parseCallbackPolicy(url: string): { readonly url: string; readonly policy: CallbackPolicy } {
  const hash = url.indexOf('#');
  if (hash < 0) return { url, policy: readPolicy('') };
  return { url: url.slice(0, hash), policy: readPolicy(url.slice(hash + 1)) };
}

/** @param attempts the number made so far @param failure of the last attempt */
export function shouldRetry(
  policy: CallbackPolicy,
  attempts: number,
  failure: FailureKind,
  elapsedMs: number,
): boolean {
  return attempts <= policy.retries && policy.retryOn.has(failure) && elapsedMs < policy.totalMs;
}

function readPolicy(fragment: string): CallbackPolicy {
  const values = new Map(fragment.split('&').map((part) => [part.slice(0, 3), part.slice(3)] as const));
  return {
    retries: readInteger(values.get('rc='), 0, 5, 1),
    retryOn: readKinds(values.get('rp=')),
    connectMs: readInteger(values.get('ct='), 100, 10_000, 5_000),
    readMs: readInteger(values.get('rt='), 100, 15_000, 15_000),
    totalMs: readInteger(values.get('tt='), 100, 15_000, 15_000),
  };
}

function readKinds(text: string | undefined): ReadonlySet<FailureKind> {
  if (text === 'all') return new Set(kinds);
  const named = kinds.filter((kind) => text?.split(',').includes(kind));
  return new Set(named.length > 0 ? named : ['ct']);
}

function readInteger(text: string | undefined, low: number, high: number, defaultValue: number): number {
  if (text === undefined || !/^\d{1,6}$/.test(text)) return defaultValue;
  const value = Number(text);
  return value >= low && value <= high ? value : defaultValue;
}
