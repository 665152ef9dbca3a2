import type { Webhook } from '../webhooks/webhook.ts';
import type { Inspector } from './inspector.ts';

const MAX_RESPONSE_BYTES = 64 * 1024;

/** Sends a webhook of the log again, with a new signature. The call ignores the response. @returns why it can't */
export function replayWebhook(
  inspector: Inspector,
  webhook: Webhook,
  { sid, entry: id }: { readonly sid: string; readonly entry: number },
): 'not-found' | 'clipped' | null {
  const entry = inspector.log.stories[sid]?.entries.find((one) => one.id === id);
  if (entry?.kind !== 'request') return 'not-found';
  const { url, method, params, isClipped } = entry.request;
  if (isClipped) return 'clipped';
  // The log shows the response, and also why there's none.
  webhook.call(url, method, params, MAX_RESPONSE_BYTES, 'replay').catch(() => {});
  return null;
}
