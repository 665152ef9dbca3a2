/**
 * By which the server tells a second try from a second wish. A note or a text is named by its own words: a page that
 * dies while it is being sent leaves them as a draft, and the next page, which knows nothing of the first try, asks
 * for the same once more.
 */
import type { AfterCallRequest } from './after-call-request.ts';

/** @param id random: for what may be wished twice, or does no harm twice */
export function requestKey(order: AfterCallRequest, id: string): string {
  switch (order.type) {
    case 'saveNote':
      return `note-${order.callId}-${fingerprint(order.content)}`;
    case 'sendSms':
      return `text-${order.callId}-${fingerprint(order.text)}`;
    case 'saveResult':
    case 'saveTag':
      return id;
    default:
      return order satisfies never;
  }
}

const OFFSETS = [0x811c9dc5, 0x9747b28c, 0x85ebca6b] as const;
const PRIME = 0x01000193;

/** 96 bits and the length: more than enough among the few words of one agent about one call. No secret is kept by it. */
function fingerprint(words: string): string {
  const text = words.trim();
  const parts = OFFSETS.map((offset, round) => {
    let hash: number = offset;
    for (let at = 0; at < text.length; at += 1)
      hash = Math.imul(hash ^ (text.charCodeAt(at) + round * at), PRIME) ^ (hash >>> 13);
    return (hash >>> 0).toString(16).padStart(8, '0');
  });
  return `${parts.join('')}-${text.length}`;
}
