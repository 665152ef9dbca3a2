import type { Disposition } from '@offhook/contract/calls/dispositions';

/** `about`: the contact, for error messages. */
export type AfterCallRequest = { readonly callId: number; readonly about: string } & (
  | { readonly type: 'saveResult'; readonly result: Disposition }
  | { readonly type: 'saveTag'; readonly key: string }
  | { readonly type: 'sendSms'; readonly text: string }
  | { readonly type: 'saveNote'; readonly content: string }
);
