import type { AnswerOf } from '@offhook/contract/client/client';
import type { SECOND_FACTOR_REQUESTS } from '@offhook/contract/requests/second-factor-requests';

export type SecurityAnswer = AnswerOf<(typeof SECOND_FACTOR_REQUESTS)['readSecurity']>;
type Passkey = SecurityAnswer['passkeys'][number];

/** One change at a time takes the whole page. */
export type Task =
  | { readonly kind: 'addPasskey' | 'addTotp' | 'removeTotp' | 'replaceCodes' }
  | { readonly kind: 'renamePasskey' | 'removePasskey'; readonly passkey: Passkey }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'confirm'; readonly next: Task };
