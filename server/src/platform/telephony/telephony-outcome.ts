export type Outcome<T> = { readonly ok: true; readonly value: T } | Failure;

export interface Failure {
  readonly ok: false;
  readonly kind: FailureKind;
  readonly code: number | null;
  readonly message: string;
  readonly status?: number;
  readonly cause?: string;
}

export type FailureKind =
  /** Not done: the connection failed. Retry. */
  | 'unreachable'
  /** Not done: rate limited. Retry later. */
  | 'throttled'
  /** The response was lost, so the request may have been carried out. Check before retrying. */
  | 'unclear'
  /** The call doesn't exist or is over. */
  | 'gone'
  /** Not done; retrying won't help. */
  | 'refused';

const UNREACHABLE_CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const GONE_CODES = new Set([21_220, 20_404]);

/** A RestException of the SDK has `status` and `code`, a socket error has a string `code`. */
export function toFailure(error: unknown): Failure {
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
    if (status === 404 || (number !== null && GONE_CODES.has(number))) return failed('gone');
    if (status === 429) return failed('throttled');
    return failed(status >= 500 ? 'unclear' : 'refused');
  }
  return failed(typeof code === 'string' && UNREACHABLE_CODES.has(code) ? 'unreachable' : 'unclear');
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

export async function toOutcome<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return toFailure(error);
  }
}
