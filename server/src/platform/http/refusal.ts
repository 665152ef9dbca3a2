import { CONSOLE_ERRORS, type ConsoleErrorCode } from '@offhook/contract/console/console-errors';
import { ERRORS, type ErrorCode } from '@offhook/contract/errors';

export type RefusalCode = ErrorCode | ConsoleErrorCode;

/** Category, status and sentence of every refusal. */
export const REFUSALS = { ...ERRORS, ...CONSOLE_ERRORS };

/**
 * An expected "no" on its way to the edge, where `app.ts` turns its code into status and text of the contract's table.
 * Thrown inside a transaction it also rolls that back: a refused request changes nothing.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** The sentence that a person reads. */
  readonly text: string;

  /** @param text where the code has one sentence for each reason */
  constructor(code: RefusalCode, text: string = REFUSALS[code].text) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.text = text;
  }
}
