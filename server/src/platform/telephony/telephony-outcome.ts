/** What came of a request to the telephony provider: expected failures are values. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | Failure;

export interface Failure {
  readonly ok: false;
  readonly kind: FailureKind;
  /** The provider's own number of the error, where it gave one. */
  readonly code: number | null;
  readonly message: string;
  /** Of the answer, when there was one. */
  readonly status?: number;
  /** The system's name of the error, when there was no answer. */
  readonly cause?: string;
}

export type FailureKind =
  /** Nothing was done: nobody listened at the address. Try again. */
  | 'unreachable'
  /** Nothing was done: too many requests. Try again, later. */
  | 'throttled'
  /** The answer got lost: it may have been done. Look before trying again. */
  | 'unclear'
  /** There is no such call, or it is over. */
  | 'gone'
  /** Nothing was done, and nothing will be by trying again. */
  | 'refused';

const NOBODY_LISTENS = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
/** 21220: the call is not in progress; 20404: there is none. */
const OVER = new Set([21_220, 20_404]);

/** Reads what the SDK threw: its RestException has `status` and `code`, a socket error has a textual `code`. */
export function failureOf(error: unknown): Failure {
  const { status, code, message } = fieldsOf(error);
  const number = typeof code === 'number' ? code : null;
  const failed = (kind: FailureKind): Failure => ({
    ok: false,
    kind,
    code: number,
    message,
    ...(typeof status === 'number' ? { status } : {}),
    ...(typeof code === 'string' ? { cause: code } : {}),
  });
  if (typeof status === 'number') {
    if (status === 404 || (number !== null && OVER.has(number))) return failed('gone');
    if (status === 429) return failed('throttled');
    return failed(status >= 500 ? 'unclear' : 'refused');
  }
  return failed(typeof code === 'string' && NOBODY_LISTENS.has(code) ? 'unreachable' : 'unclear');
}

function fieldsOf(error: unknown): { status: unknown; code: unknown; message: string } {
  if (typeof error !== 'object' || error === null) {
    return { status: undefined, code: undefined, message: String(error) };
  }
  const status = 'status' in error ? error.status : undefined;
  const code = 'code' in error ? error.code : undefined;
  const message = 'message' in error && typeof error.message === 'string' ? error.message : 'unknown error';
  return { status, code, message: message.slice(0, 300) };
}

export async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return failureOf(error);
  }
}
