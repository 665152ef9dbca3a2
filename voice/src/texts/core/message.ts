import type { CallbackTarget } from '../../calls/core/call.ts';

/**
 * A text (SMS), as the provider sees it.
 *
 *     queued ──sent──▶ sent ──delivered──▶ delivered
 *        │               └──undeliverable──▶ undelivered
 *        └──rejected──▶ failed                  received: inbound, final
 */
export type MessageStatus = 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'received';

export interface Message {
  readonly sid: string;
  readonly direction: 'inbound' | 'outbound-api' | 'outbound-reply';
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly status: MessageStatus;
  readonly errorCode: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly sentAt: number | null;
  readonly callback: CallbackTarget | null;
}

export type MessageRequest = Pick<Message, 'from' | 'to' | 'body' | 'callback'>;

export function newMessage(
  sid: string,
  direction: Message['direction'],
  request: MessageRequest,
  at: number,
): Message {
  const [status, sentAt] =
    direction === 'inbound' ? (['received', at] as const) : (['queued', null] as const);
  return { ...request, sid, direction, status, errorCode: null, createdAt: at, updatedAt: at, sentAt };
}

export type MessageEvent =
  | { readonly type: 'sent'; readonly at: number }
  | { readonly type: 'delivered'; readonly at: number }
  | { readonly type: 'undeliverable'; readonly at: number; readonly errorCode: number }
  | { readonly type: 'rejected'; readonly at: number; readonly errorCode: number };

export function transitionMessage(state: Message, event: MessageEvent): Message {
  const moved = { ...state, updatedAt: event.at };
  switch (event.type) {
    case 'sent':
      return state.status === 'queued' ? { ...moved, status: 'sent', sentAt: event.at } : state;
    case 'delivered':
      return state.status === 'sent' ? { ...moved, status: 'delivered' } : state;
    case 'undeliverable':
      return state.status === 'sent'
        ? { ...moved, status: 'undelivered', errorCode: event.errorCode }
        : state;
    case 'rejected':
      return state.status === 'queued' ? { ...moved, status: 'failed', errorCode: event.errorCode } : state;
    default:
      return event satisfies never;
  }
}

/** Whether the status is final. Only then can the body be redacted or the text be deleted. */
export function isSettled(message: Message): boolean {
  return message.status !== 'queued' && message.status !== 'sent';
}

export const MAX_TEXT_LENGTH = 1_600;

/** GSM 03.38: basic characters take one septet, extension characters two. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENSION = new Set('\f^{}\\[~]|€');

/** One segment holds 160 septets or 70 UTF-16 units; several hold 153 or 67 each. */
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

/** Recognizes the provider's opt-out keywords, in any case, if the text has no other words. */
export function keyword(body: string): 'stop' | 'start' | 'help' | null {
  const word = body.trim().toUpperCase();
  if (stopWords.has(word)) return 'stop';
  if (startWords.has(word)) return 'start';
  return helpWords.has(word) ? 'help' : null;
}
