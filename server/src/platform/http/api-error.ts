import { CONSOLE_ERRORS, type ConsoleErrorCode } from '@offhook/contract/console/console-errors';
import { ERRORS, type ErrorCode } from '@offhook/contract/errors';

export type ApiErrorCode = ErrorCode | ConsoleErrorCode;

export const API_ERRORS = { ...ERRORS, ...CONSOLE_ERRORS };

/**
 * An expected error. `app.ts` turns its code into the status and sentence of the contract's table. Thrown in a
 * transaction it also rolls back, so a rejected request changes nothing.
 */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly text: string;

  /** @param text overrides the code's default sentence */
  constructor(code: ApiErrorCode, text: string = API_ERRORS[code].text) {
    super(code);
    this.name = 'ApiError';
    this.code = code;
    this.text = text;
  }
}
