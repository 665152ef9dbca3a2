/** A request to a provider that did not succeed. */
export interface Trouble {
  /** Of the answer; null: there was none. */
  readonly status: number | null;
  /** The provider's own number of the error. */
  readonly code: number | null;
  /** Of the system, such as ECONNREFUSED, or what was said. */
  readonly reason: string;
}

/** What was tried with a small file. */
export type StorageStep = 'write' | 'read' | 'remove';

/** What stands at the telephony provider beside what should. */
export interface Survey {
  readonly application: 'stands' | 'elsewhere' | 'absent';
  /** It is the one that the configuration names, which we leave to whoever made it. */
  readonly isNamed: boolean;
  /** By our own list, written so that nobody is recognised. */
  readonly numbers: readonly {
    readonly number: string;
    readonly state: 'stands' | 'elsewhere' | 'absent' | 'on a trunk';
    readonly takesTexts: boolean;
  }[];
}
