import { type Message, segments } from '../texts/core/message.ts';
import { apiVersion } from './params.ts';
import type { FormParams } from './webhook.ts';

/** Sent empty, because the location of a number is unknown. */
const places = ['Country', 'State', 'City', 'Zip'];

export function inboundTextParams(message: Message, accountSid: string): FormParams {
  return [
    ...['To', 'From'].flatMap((party) => places.map((place) => [party + place, ''] as const)),
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

/** YYMMDDhhmm, as in delivery receipts. */
function carrierDate(at: number): string {
  return new Date(at).toISOString().replace(/\D/g, '').slice(2, 12);
}
