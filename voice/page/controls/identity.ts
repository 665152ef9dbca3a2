import type { CallFacts } from '../../src/inspector/core/log-events.ts';

/** The identity of the browser at this leg; null if it's a phone. */
export function identityOf({ direction, from, to }: CallFacts): string | null {
  const address = direction === 'inbound' ? from : to;
  return address.startsWith('client:') ? address.slice(7).replaceAll('%3F', '?') : null;
}
