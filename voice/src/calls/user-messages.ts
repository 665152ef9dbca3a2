import { rfc2822 } from '../webhooks/dates.ts';
import type { ExchangePort } from './exchange-port.ts';
import type { LiveCall } from './live-call.ts';

export interface UserMessage {
  readonly sid: string;
  readonly content: unknown;
  readonly contentType: string;
}

export function notifySubscribers(exchange: ExchangePort, live: LiveCall, message: UserMessage): void {
  const { content } = message;
  for (const [sid, subscription] of live.subscriptions) {
    subscription.sent += 1;
    exchange.callbacks.send(subscription.target, [
      ['AccountSid', exchange.accountSid],
      ['CallSid', live.call.sid],
      ['Sid', message.sid],
      ['SubscriptionSid', sid],
      ['SequenceNumber', String(subscription.sent)],
      ['ContentType', message.contentType],
      ['Content', typeof content === 'string' ? content : JSON.stringify(content)],
      ['DateCreated', rfc2822(Date.now())],
    ]);
  }
}
