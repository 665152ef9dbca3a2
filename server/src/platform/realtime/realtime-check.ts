import type { ServiceError } from '../core/health/service-checks.ts';
import { createPusherClient, type RealtimeConfig } from './realtime-publisher.ts';

export async function checkRealtime(
  config: RealtimeConfig,
  timeoutMs?: number,
): Promise<ServiceError | null> {
  try {
    const { ok, status } = await createPusherClient(config, timeoutMs).get({ path: '/channels' });
    return ok ? null : { status, code: null, reason: '' };
  } catch (error) {
    const field = (value: unknown, name: string): unknown =>
      typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;
    const status = field(error, 'status');
    // The error's message contains the signed URL, so only its code is used.
    const wrapped = field(error, 'error');
    const reason =
      field(wrapped, 'code') ?? field(wrapped, 'type') ?? field(wrapped, 'name') ?? 'no response';
    return { status: typeof status === 'number' ? status : null, code: null, reason: String(reason) };
  }
}
