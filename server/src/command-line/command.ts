import type { Database } from '../platform/database/database.ts';
import type { SafeHttp } from '../platform/telephony/safe-http.ts';

export interface Option {
  /** `flag` takes no value; `list` takes comma-separated values. */
  readonly type: 'text' | 'number' | 'list' | 'numbers' | 'flag' | 'yes-no';
  readonly help: string;
  readonly required?: true;
  readonly one_of?: readonly string[];
}

export type Value = string | number | boolean | readonly string[] | readonly number[];

export interface Arguments {
  /** Positional arguments after the command's name. */
  readonly args: readonly string[];
  text(name: string): string | undefined;
  number(name: string): number | undefined;
  flag(name: string): boolean;
  value(name: string): Value | undefined;
}

export interface Context extends Arguments {
  readonly tx: Database;
  readonly now: number;
  /** Hash of `--password`, computed before the transaction because it's slow. */
  readonly passwordHash: string;
  readonly password: string;
  readonly recordingsFolder: string;
  /** For requests to customers' endpoints. */
  readonly http: SafeHttp;
  readonly afterwards: (() => void)[];
}

export interface Change {
  readonly accountId: number;
  readonly subject: string;
}

export interface Done {
  /** Audit log entries, without personal data. */
  readonly change?: Change | readonly Change[];
  /** Output: an array as a table, an object as lines. */
  readonly shown: readonly Row[] | Row;
  /** Produces the output after the commit, for slow requests. */
  readonly afterCommit?: () => Promise<readonly Row[] | Row>;
}
export type Row = Readonly<Record<string, unknown>>;

export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly args?: readonly string[];
  readonly options?: Readonly<Record<string, Option>>;
  readonly run: (context: Context) => Promise<Done>;
}

/** An error message for the user. */
export class AdminError extends Error {}

export function numberArg(context: Arguments, index: number, what: string): number {
  const text = context.args[index] ?? '';
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new AdminError(`${what} must be a number, not '${text}'.`);
  return Number(text);
}
