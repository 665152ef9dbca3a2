import { type Message, segments } from '../texts/core/message.ts';
import { apiVersion } from './params.ts';
import type { FormParams } from './webhook.ts';

/** Where a number is at home is not known here. */
const places = ['Country', 'State', 'City', 'Zip'];

/** What the account is told of a text that came in. */
export function inboundTextParams(message: Message, accountSid: string): FormParams {
  return [
    ...['To', 'From'].flatMap((end) => places.map((place) => [end + place, ''] as const)),
    ['SmsMessageSid', message.sid],
    ['NumMedia', '0'],
    ['SmsSid', message.sid],
    ['SmsStatus', message.status],
    ['Body', message.body],
    ['To', message.to],
    ['NumSegments', String(segments(message.body))],
    ['MessageSid', message.sid],
    ['AccountSid', accountSid],
    ['From', message.from],
    ['ApiVersion', apiVersion],
  ];
}

/** What the account is told when a text of its own has a new status. */
export function messageStatusParams(message: Message, accountSid: string): FormParams {
  return [
    ['SmsSid', message.sid],
    ['SmsStatus', message.status],
    ['MessageStatus', message.status],
    ['To', message.to],
    ['MessageSid', message.sid],
    ['AccountSid', accountSid],
    ['From', message.from],
    ['ApiVersion', apiVersion],
    ...(message.errorCode === null ? [] : [['ErrorCode', String(message.errorCode)] as const]),
    ...(message.status === 'delivered' ? [['RawDlrDoneDate', carrierDate(message.updatedAt)] as const] : []),
  ];
}

/** A carrier's own writing: YYMMDDhhmm. */
function carrierDate(at: number): string {
  return new Date(at).toISOString().replace(/\D/g, '').slice(2, 12);
}
