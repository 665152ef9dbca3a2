/** What was given after a call and waits for the network, or was refused afterwards. */
import { t } from '@offhook/i18n/phone';
import type { PhoneState } from '../phone-state.ts';
import type { AfterCallRequest } from './after-call-request.ts';
import type { OutboxState } from './outbox-state.ts';

/** Something that was given after a call waits for the network. */
export function hasUnsent({ session, outbox }: PhoneState): boolean {
  return session.name === 'agent' && outbox.entries.some(({ refusal }) => refusal === null);
}

/** Calls whose result waits for the network. */
export function unsentResults({ entries }: OutboxState): readonly number[] {
  return entries
    .filter(({ order, refusal }) => order.type === 'saveResult' && refusal === null)
    .map(({ order }) => order.callId);
}

export interface Refused {
  readonly id: string;
  readonly text: string;
  /** The agent's own words, to be used again. */
  readonly words: string | null;
}

/** What the server refused afterwards. It is told in waiting, where it stands in nobody's way. */
export function refused({ session, screen: { view }, outbox }: PhoneState): Refused | null {
  const entry = outbox.entries.find(({ refusal }) => refusal !== null);
  if (session.name !== 'agent' || view.name !== 'waiting' || !entry) return null;
  return {
    id: entry.id,
    text: refusedOrder(entry.order, entry.refusal ?? ''),
    words: wordsOf(entry.order),
  };
}

const FAILED = {
  saveResult: 'outbox.resultFailed',
  saveTag: 'outbox.tagFailed',
  sendSms: 'outbox.smsFailed',
  saveNote: 'outbox.noteFailed',
} as const satisfies Record<AfterCallRequest['type'], string>;

function refusedOrder({ type, about: name }: AfterCallRequest, reason: string): string {
  return name === '' ? t(`${FAILED[type]}NoName`, { reason }) : t(FAILED[type], { name, reason });
}

function wordsOf(order: AfterCallRequest): string | null {
  if (order.type === 'sendSms') return order.text;
  return order.type === 'saveNote' ? order.content : null;
}
