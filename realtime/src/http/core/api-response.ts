export type ApiResponse = { status: 200; body: object } | ApiError;

export interface ApiError {
  status: 400 | 401 | 403 | 404 | 405 | 413 | 503;
  reason: string;
}

export function ok(body: object): ApiResponse {
  return { status: 200, body };
}

export function apiError(status: ApiError['status'], reason: string): ApiError {
  return { status, reason };
}

export function isApiError(value: object): value is ApiError {
  return 'reason' in value;
}
