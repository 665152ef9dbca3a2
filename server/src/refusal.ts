import type { ErrorCode } from '@offhook/contract/errors';

/**
 * An expected "no" on its way to the edge, where `app.ts` turns its code into status and text of the contract's table.
 * Thrown inside a transaction it also rolls that back: a refused request changes nothing.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
  }
}
