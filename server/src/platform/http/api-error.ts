import {
  SECOND_FACTOR_ERRORS,
  type SecondFactorErrorCode,
} from '@offhook/contract/accounts/second-factor-errors';
import { CONSOLE_ERRORS, type ConsoleErrorCode } from '@offhook/contract/console/console-errors';
import { ERRORS, type ErrorCode } from '@offhook/contract/errors';
import type { Sentence } from '../core/sentences.ts';

export type ApiErrorCode = ErrorCode | ConsoleErrorCode | SecondFactorErrorCode;

export const API_ERRORS = { ...ERRORS, ...CONSOLE_ERRORS, ...SECOND_FACTOR_ERRORS };

/** An expected error. Throwing it in a transaction rolls the transaction back, so a rejected request changes nothing. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly sentence: Sentence;

  constructor(code: ApiErrorCode, sentence: Sentence = { id: `error.${code}` }) {
    super(code);
    this.name = 'ApiError';
    this.code = code;
    this.sentence = sentence;
  }
}

const MAX_FIELD_LENGTH = 100;

/** @param field as the caller named it */
export function invalidField(field: string): ApiError {
  const values = { field: field.slice(0, MAX_FIELD_LENGTH) };
  return new ApiError('badInput', { id: 'request.badField', values });
}
