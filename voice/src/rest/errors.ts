const ERRORS = {
  20001: [400, 'The request is not valid'],
  20003: [401, 'Authenticate'],
  20404: [404, 'The requested resource was not found'],
  20429: [429, 'Too many requests'],
  20009: [400, 'The message has not reached a final status'],
  20500: [500, 'An internal error has occurred'],
  21201: [400, "No 'To' number is specified"],
  21205: [400, 'Url parameter is missing or not a valid URL'],
  21210: [400, "The 'From' number is not a number of this account"],
  21211: [400, "The 'To' number is not a valid phone number"],
  21212: [400, "The 'From' number is not a valid phone number, shortcode, or alphanumeric sender ID"],
  21213: [400, "No 'From' number is specified"],
  21218: [400, 'Invalid ApplicationSid'],
  21220: [400, 'Call is not in-progress. Cannot redirect.'],
  21421: [400, 'PhoneNumber is invalid'],
  21422: [400, 'PhoneNumber is not available: it is already configured'],
  21266: [400, "'To' and 'From' number cannot be the same"],
  22002: [400, 'The queue is not empty'],
  22003: [400, 'A queue with that name already exists'],
  21602: [400, 'Message body is required'],
  21603: [400, "A 'From' phone number is required"],
  21604: [400, "A 'To' phone number is required"],
  21606: [400, "The 'From' number is not a number of this account that can send texts"],
  21609: [400, 'Invalid StatusCallback URL'],
  21610: [400, 'Attempt to send to unsubscribed recipient'],
  21617: [400, 'The message body exceeds the limit of 1600 characters'],
  21705: [400, 'The Messaging Service is invalid'],
  12100: [400, 'Document parse failure'],
  16027: [400, 'Participant to coach is on hold'],
  16028: [400, 'Participant to coach is not in the conference'],
  16041: [400, 'Label is already used by another participant'],
} as const satisfies Record<number, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof ERRORS;

export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;

  constructor(code: ErrorCode, detail?: string) {
    const [status, message] = ERRORS[code];
    super(detail === undefined ? message : code === 20404 ? notFound(detail) : `${message}: ${detail}`);
    this.code = code;
    this.status = status;
  }

  get body(): ErrorBody {
    return errorBody(this.code, this.message, this.status);
  }
}

/** Like the provider, puts a path in the middle of the sentence. */
function notFound(detail: string): string {
  return detail.startsWith('/')
    ? `The requested resource ${detail} was not found`
    : `${ERRORS[20404][1]}: ${detail}`;
}

export function orNotFound<T>(one: T | null | undefined): T {
  if (!one) throw new ApiError(20404);
  return one;
}

export interface ErrorBody {
  readonly code: number;
  readonly message: string;
  readonly more_info: string;
  readonly status: number;
}

export function errorBody(code: number, message: string, status: number): ErrorBody {
  return { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
}
