import { t } from '@offhook/i18n/phone';
import type { PhoneState } from '../phone-state.ts';
import type { AfterCallRequest } from './after-call-request.ts';
import type { OutboxState } from './outbox-state.ts';

export function hasUnsentRequest({ session, outbox }: PhoneState): boolean {
  return session.name === 'agent' && outbox.entries.some(({ refusal }) => refusal === null);
}

export function unsentResults({ entries }: OutboxState): readonly number[] {
  return entries
    .filter(({ order, refusal }) => order.type === 'saveResult' && refusal === null)
    .map(({ order }) => order.callId);
}

export interface RejectedEntry {
  readonly id: string;
  readonly text: string;
  readonly content: string | null;
}

export function rejectedEntry({ session, screen: { view }, outbox }: PhoneState): RejectedEntry | null {
  const entry = outbox.entries.find(({ refusal }) => refusal !== null);
  if (session.name !== 'agent' || view.name !== 'waiting' || !entry) return null;
  return {
    id: entry.id,
    text: rejectionText(entry.order, entry.refusal ?? ''),
    content: textOf(entry.order),
  };
}

const FAILED = {
  saveResult: 'outbox.resultFailed',
  saveTag: 'outbox.tagFailed',
  sendSms: 'outbox.smsFailed',
  saveNote: 'outbox.noteFailed',
} as const satisfies Record<AfterCallRequest['type'], string>;

function rejectionText({ type, about: name }: AfterCallRequest, reason: string): string {
  return name === '' ? t(`${FAILED[type]}NoName`, { reason }) : t(FAILED[type], { name, reason });
}

function textOf(order: AfterCallRequest): string | null {
  if (order.type === 'sendSms') return order.text;
  return order.type === 'saveNote' ? order.content : null;
}
