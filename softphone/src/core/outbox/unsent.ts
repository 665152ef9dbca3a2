/** What was given after a call and waits for the network, or was refused afterwards. */
import type { PhoneState } from '../phone-state.ts';
import type { AfterCallOrder } from './after-call-order.ts';
import type { OutboxState } from './outbox-state.ts';

/** 'Saved, will be sent': something that was given after a call waits for the network. */
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
    text: `${refusedOrder(entry.order)} ${entry.refusal ?? ''}`,
    words: wordsOf(entry.order),
  };
}

function refusedOrder(order: AfterCallOrder): string {
  const { type, about } = order;
  const whom = (word: string) => (about === '' ? '' : ` ${word} ${about}`);
  switch (type) {
    case 'saveResult':
      return `The call result${whom('of')} was not saved.`;
    case 'saveTag':
      return `The tag${whom('of')} was not saved.`;
    case 'sendSms':
      return `The SMS${whom('to')} was not sent.`;
    case 'saveNote':
      return `The note${whom('on')} was not saved.`;
    default:
      return type satisfies never;
  }
}

function wordsOf(order: AfterCallOrder): string | null {
  if (order.type === 'sendSms') return order.text;
  return order.type === 'saveNote' ? order.content : null;
}
