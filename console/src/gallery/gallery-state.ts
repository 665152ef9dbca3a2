import type { User } from '@offhook/contract/entities';
import type { RequestAnswer, RequestName } from '../adapters/api.ts';

/** `loading`: no answer comes. `failed`: an answer that something went wrong; an object with `refused`: a sentence. */
type Pretended<N extends RequestName> =
  | RequestAnswer<N>
  | 'loading'
  | 'failed'
  | { readonly refused: string }
  | ((input: {
      readonly params?: Readonly<Record<string, unknown>>;
      readonly query?: Readonly<Record<string, unknown>>;
      readonly body?: Readonly<Record<string, unknown>>;
    }) => RequestAnswer<N> | { readonly refused: string });

export type Answers = { readonly [N in RequestName]?: Pretended<N> };

/** One page of the console with the answers of a server that is pretended. */
export interface GalleryState {
  /** The page's address under the console's root. */
  readonly at: string;
  readonly answers: Answers;
  readonly user?: User;
  /** Nothing is brought up to date for so many seconds. */
  readonly staleFor?: number;
}
