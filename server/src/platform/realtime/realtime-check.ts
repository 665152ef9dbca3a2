/** Whether the realtime service takes our keys, by one signed request. */
import type { Trouble } from '../core/trouble.ts';
import { type RealtimeConfig, realtimeKit } from './realtime-publisher.ts';

/** `null`: it does. */
export async function checkRealtime(config: RealtimeConfig, timeoutMs?: number): Promise<Trouble | null> {
  try {
    const { ok, status } = await realtimeKit(config, timeoutMs).get({ path: '/channels' });
    return ok ? null : { status, code: null, reason: '' };
  } catch (error) {
    const of = (value: unknown, name: string): unknown =>
      typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;
    const status = of(error, 'status');
    // The text of an error holds the signed address: only its code is told.
    const wrapped = of(error, 'error');
    const reason = of(wrapped, 'code') ?? of(wrapped, 'type') ?? of(wrapped, 'name') ?? 'no answer';
    return { status: typeof status === 'number' ? status : null, code: null, reason: String(reason) };
  }
}
