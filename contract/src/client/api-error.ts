/** Separate from the client, so the login doesn't load it. */
import type { ApiFailure, ApiResult } from './client.ts';

/** A thrown failure; its message is the user's error text. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiFailure['code'];
  readonly status: number;
  constructor({ code, status, error }: ApiFailure) {
    super(error);
    this.code = code;
    this.status = status;
  }
}

/** @throws ApiError */
export function valueOrThrow<T>(result: ApiResult<T>): T {
  if (!result.ok) throw new ApiError(result);
  return result.value;
}
