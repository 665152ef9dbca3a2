/** Notes and texts use a fingerprint: a page that closes leaves a draft, which the next page may send again. */
import type { AfterCallRequest } from './after-call-request.ts';

/** @param id random, for requests that set a value again, such as results and tags */
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
const FNV_PRIME = 0x01000193;

/** Not cryptographic; only distinguishes the texts for one call. */
function fingerprint(content: string): string {
  const text = content.trim();
  const parts = OFFSETS.map((offset, round) => {
    let hash: number = offset;
    for (let at = 0; at < text.length; at += 1)
      hash = Math.imul(hash ^ (text.charCodeAt(at) + round * at), FNV_PRIME) ^ (hash >>> 13);
    return (hash >>> 0).toString(16).padStart(8, '0');
  });
  return `${parts.join('')}-${text.length}`;
}
