import type { User } from '@offhook/contract/accounts/user';
import type { Formats } from '@offhook/i18n/formats';
import type { RequestAnswer, RequestName } from '../../adapters/api.ts';

interface Refused {
  readonly refused: string;
  readonly errorCode?: string;
}

/** `loading`: never answers. `failed`: answers 500. `missing`: answers 404. `refused`: answers 422 with this text. */
type Prepared<N extends RequestName> =
  | RequestAnswer<N>
  | 'loading'
  | 'failed'
  | 'missing'
  | Refused
  | ((
      input: {
        readonly params?: Readonly<Record<string, unknown>>;
        readonly query?: Readonly<Record<string, unknown>>;
        readonly body?: Readonly<Record<string, unknown>>;
      },
      /** By how many seconds the clock was advanced. */
      seconds: number,
    ) => RequestAnswer<N> | Refused);

export type Answers = { readonly [N in RequestName]?: Prepared<N> };

/** A page of the console, with the answers of a fake server. */
export interface GalleryState {
  /** The page's path under `/admin`. */
  readonly path: string;
  readonly answers: Answers;
  readonly user?: User;
  /** The console couldn't start, with this error. */
  readonly startError?: string;
  /** The user's settings. */
  readonly formats?: Partial<Formats>;
  /** For how many seconds the page has been stale. */
  readonly staleFor?: number;
  /** With the list of keys open. */
  readonly listsKeys?: boolean;
}
