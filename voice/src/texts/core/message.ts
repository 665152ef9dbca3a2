import type { CallbackTarget } from '../../calls/core/call.ts';

/**
 * A text (SMS), seen from the provider.
 *
 *     queued ──handedOver──▶ sent ──delivered──▶ delivered
 *        │                     └──undeliverable──▶ undelivered
 *        └──refused──▶ failed                        received: one that came in; nothing happens to it any more
 */
export type MessageStatus = 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'received';

export interface Message {
  readonly sid: string;
  readonly direction: 'inbound' | 'outbound-api' | 'outbound-reply';
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly status: MessageStatus;
  /** The provider's number for why it was not delivered; 30000 and on. */
  readonly errorCode: number | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly sentAt: number | null;
  readonly callback: CallbackTarget | null;
}

export type MessageRequest = Pick<Message, 'from' | 'to' | 'body' | 'callback'>;

/** A text that is to go out, or one that has come in. */
export function newMessage(
  sid: string,
  direction: Message['direction'],
  order: MessageRequest,
  at: number,
): Message {
  const [status, sentAt] =
    direction === 'inbound' ? (['received', at] as const) : (['queued', null] as const);
  return { ...order, sid, direction, status, errorCode: null, createdAt: at, updatedAt: at, sentAt };
}

export type MessageEvent =
  | { readonly type: 'handedOver'; readonly at: number }
  | { readonly type: 'delivered'; readonly at: number }
  | { readonly type: 'undeliverable'; readonly at: number; readonly errorCode: number }
  | { readonly type: 'refused'; readonly at: number; readonly errorCode: number };

/** An event that does not fit the status changes nothing; every change of it is told. */
export function transitionMessage(state: Message, event: MessageEvent): Message {
  const moved = { ...state, updatedAt: event.at };
  switch (event.type) {
    case 'handedOver':
      return state.status === 'queued' ? { ...moved, status: 'sent', sentAt: event.at } : state;
    case 'delivered':
      return state.status === 'sent' ? { ...moved, status: 'delivered' } : state;
    case 'undeliverable':
      return state.status === 'sent'
        ? { ...moved, status: 'undelivered', errorCode: event.errorCode }
        : state;
    case 'refused':
      return state.status === 'queued' ? { ...moved, status: 'failed', errorCode: event.errorCode } : state;
    default:
      return event satisfies never;
  }
}

/** Whether anything more happens to it: only then may its words be taken out of it, or itself be removed. */
export function isSettled(message: Message): boolean {
  return message.status !== 'queued' && message.status !== 'sent';
}

/** The longest text that is sent, in UTF-16 units. */
export const MAX_TEXT_LENGTH = 1_600;

/** Characters of GSM 03.38: one septet each, and those of its extension two. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENSION = new Set('\f^{}\\[~]|€');

/** How many radio messages the text takes: 160 septets or 70 UTF-16 units; 153 or 67 each when it takes several. */
export function segments(text: string): number {
  let septets = 0;
  for (const character of text) {
    if (BASIC.has(character)) septets += 1;
    else if (EXTENSION.has(character)) septets += 2;
    else return text.length <= 70 ? 1 : Math.ceil(text.length / 67);
  }
  return septets <= 160 ? 1 : Math.ceil(septets / 153);
}

const stopWords = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']);
const startWords = new Set(['START', 'YES', 'UNSTOP']);
const helpWords = new Set(['HELP', 'INFO']);

/** What the provider itself understands in a text that comes in: one word alone, in any case. */
export function keyword(body: string): 'stop' | 'start' | 'help' | null {
  const word = body.trim().toUpperCase();
  if (stopWords.has(word)) return 'stop';
  if (startWords.has(word)) return 'start';
  return helpWords.has(word) ? 'help' : null;
}
