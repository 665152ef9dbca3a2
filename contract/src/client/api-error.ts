/** Separate from the client, so the login doesn't load it. */
import type { ApiFailure, ApiResult } from './client.ts';

/** Its message is the error text for the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiFailure['code'];
  readonly status: number;
  readonly errorCode: string | null;
  constructor({ code, status, error, errorCode }: ApiFailure) {
    super(error);
    this.errorCode = errorCode ?? null;
    this.code = code;
    this.status = status;
  }
}

/** @throws ApiError */
export function valueOrThrow<T>(result: ApiResult<T>): T {
  if (!result.ok) throw new ApiError(result);
  return result.value;
}
