/** What a command of the administration is: its words, its options, and what it does in one transaction. */

import type { Database } from '../platform/database/database.ts';
import type { SafeHttp } from '../platform/telephony/safe-http.ts';

export interface Option {
  /** `flag` takes no value; `list` takes values with commas. */
  readonly type: 'text' | 'number' | 'list' | 'numbers' | 'flag' | 'yes-no';
  readonly help: string;
  readonly required?: true;
  readonly one_of?: readonly string[];
}

export type Value = string | number | boolean | readonly string[] | readonly number[];

export interface Given {
  /** As written, after the command's own words. */
  readonly args: readonly string[];
  text(name: string): string | undefined;
  number(name: string): number | undefined;
  flag(name: string): boolean;
  value(name: string): Value | undefined;
}

export interface Context extends Given {
  readonly tx: Database;
  readonly now: number;
  /** Of `--password`; made before the transaction, because it takes time. */
  readonly passwordHash: string;
  readonly password: string;
  readonly recordingsFolder: string;
  /** To customers' addresses. */
  readonly http: SafeHttp;
  /** Is done when the transaction has committed. */
  readonly afterwards: (() => void)[];
}

export interface Change {
  readonly accountId: number;
  readonly subject: string;
}

export interface Done {
  /** Of a change: whose it was and what, for the audit log; no personal data. */
  readonly change?: Change | readonly Change[];
  /** What is shown: rows as a table, one object as lines. */
  readonly shown: readonly Row[] | Row;
  /** What is shown instead, once the transaction has committed: what takes time is asked there. */
  readonly asked?: () => Promise<readonly Row[] | Row>;
}
export type Row = Readonly<Record<string, unknown>>;

export interface Command {
  /** Such as `users add`. */
  readonly name: string;
  readonly summary: string;
  /** Names of what stands after the command. */
  readonly args?: readonly string[];
  readonly options?: Readonly<Record<string, Option>>;
  readonly run: (context: Context) => Promise<Done>;
}

/** What a person did wrong, in a sentence for them. */
export class AdminError extends Error {}

export function numberArg(context: Given, index: number, what: string): number {
  const text = context.args[index] ?? '';
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new AdminError(`${what} should be a number, not '${text}'.`);
  return Number(text);
}
