/** What the HTTP API answers: a JSON body, or a refusal in plain words. */
export type ApiAnswer = { status: 200; body: object } | ApiRefusal;

export interface ApiRefusal {
  status: 400 | 401 | 403 | 404 | 405 | 413 | 503;
  reason: string;
}

export function ok(body: object): ApiAnswer {
  return { status: 200, body };
}

export function refusal(status: ApiRefusal['status'], reason: string): ApiRefusal {
  return { status, reason };
}

export function isRefusal(value: object): value is ApiRefusal {
  return 'reason' in value;
}
