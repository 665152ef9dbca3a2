import type en from '@offhook/i18n/handset/en';

export interface HandsetText {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly at: string;
}

/** The ID of the message that the page shows. Pages find out about a microphone themselves. */
export type HandsetFault =
  | Exclude<Extract<keyof typeof en, `fault.${string}`>, 'fault.microphone'>
  | 'fault.notSpoken';

/** Sent to the page. */
export type HandsetEvent =
  | {
      readonly type: 'ready';
      readonly number: string;
      readonly numbers: readonly { readonly number: string; readonly name: string }[];
      readonly texts: readonly HandsetText[];
    }
  | { readonly type: 'ringing'; readonly call: string; readonly from: string }
  | { readonly type: 'dialing'; readonly call: string }
  | { readonly type: 'audio'; readonly call: string; readonly sdp: string }
  | { readonly type: 'connected'; readonly call: string }
  | { readonly type: 'over'; readonly call: string }
  | ({ readonly type: 'text' } & HandsetText)
  | { readonly type: 'fault'; readonly message: HandsetFault };
