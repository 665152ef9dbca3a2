/** Apart from the client, so that the login does not carry it. */
import type { ApiFailure, ApiResult } from './client.ts';

/** A failure that is thrown; the message is its sentence. */
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
