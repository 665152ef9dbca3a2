import type { Disposition } from '@offhook/contract/entities';

/** What an agent gives after a call. `about`: whom the call was with, for the sentence that tells of a refusal. */
export type AfterCallRequest = { readonly callId: number; readonly about: string } & (
  | { readonly type: 'saveResult'; readonly result: Disposition }
  | { readonly type: 'saveTag'; readonly key: string }
  | { readonly type: 'sendSms'; readonly text: string }
  | { readonly type: 'saveNote'; readonly content: string }
);
