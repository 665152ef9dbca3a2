import type { Database } from '../platform/database/database.ts';
import type { StoredSecrets } from '../platform/secrets/stored-secrets.ts';
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
  readonly args: readonly string[];
  text(name: string): string | undefined;
  number(name: string): number | undefined;
  flag(name: string): boolean;
  value(name: string): Value | undefined;
}

export interface Context extends Arguments {
  readonly tx: Database;
  readonly now: number;
  /** Computed before the transaction because it's slow. */
  readonly passwordHash: string;
  readonly password: string;
  readonly recordingsFolder: string;
  readonly http: SafeHttp;
  readonly secrets: StoredSecrets;
  /** Empty: unknown, because the command runs outside the server. */
  readonly publicUrl: string;
  readonly onCommit: (() => void)[];
}

export interface Change {
  readonly accountId: number;
  readonly subject: string;
}

export interface CommandOutput {
  /** Must not contain personal data. */
  readonly change?: Change | readonly Change[];
  /** An array is shown as a table, an object as lines. */
  readonly output: readonly Row[] | Row;
  /** For slow requests: produces the output after the commit. */
  readonly afterCommit?: (db: Database) => Promise<readonly Row[] | Row>;
}
export type Row = Readonly<Record<string, unknown>>;

export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly args?: readonly string[];
  readonly options?: Readonly<Record<string, Option>>;
  readonly run: (context: Context) => Promise<CommandOutput>;
}

/** Its message is shown to the user. */
export class AdminError extends Error {}

export function numberArg(context: Arguments, index: number, what: string): number {
  const text = context.args[index] ?? '';
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new AdminError(`${what} must be a number, not '${text}'.`);
  return Number(text);
}
