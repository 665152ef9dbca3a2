import { z } from 'zod';
import { clientAddress, formatAddress, parseAddress } from '../calls/core/address.ts';
import type { LabDeps } from './deps.ts';

/** Selects a call, all calls of an identity, or `all`. Each request replaces all previous settings. */
export const impairmentSchema = z.object({
  call_sid: z.string().optional(),
  identity: z.string().optional(),
  all: z.boolean().default(false),
  /** Fraction of packets lost, 0 to 1. */
  loss: z.number().min(0).max(1).default(0),
  delay_ms: z.number().min(0).max(2_000).default(0),
  jitter_ms: z.number().min(0).max(2_000).default(0),
  cut_ms: z.number().min(0).max(600_000).default(0),
  /** Also cuts the signaling sockets of these browsers for `cut_ms`. */
  signaling: z.boolean().default(false),
});

/** @returns the number of affected legs */
export async function applyImpairment(
  deps: LabDeps,
  request: z.infer<typeof impairmentSchema>,
): Promise<number> {
  const { loss, delay_ms: delayMs, jitter_ms: jitterMs, cut_ms: cutMs } = request;
  const isUnimpaired = loss + delayMs + jitterMs + cutMs === 0;
  const impairment = isUnimpaired ? null : { loss, delayMs, jitterMs, cutMs };
  const client = request.identity === undefined ? null : clientAddress(request.identity);
  const calls = deps.exchange.liveCalls.filter(
    ({ call }) =>
      request.all || call.sid === request.call_sid || (client !== null && browserAddress(call) === client),
  );
  const observed = impairment && { ...impairment, cutsSocket: request.signaling && cutMs > 0 };
  if (request.signaling && cutMs > 0) {
    const identities = new Set(calls.map(({ call }) => browserAddress(call)));
    if (client !== null) identities.add(client);
    for (const text of identities) {
      const address = parseAddress(text);
      if (address?.kind === 'client') deps.signaling.disconnectFor(address.identity, cutMs);
    }
  }
  const legs = calls.flatMap(({ leg, call }) => (leg === null ? [] : { leg, callSid: call.sid }));
  const done = await Promise.all(
    legs.map(({ leg, callSid }) =>
      deps.media.send({ type: 'setNetworkImpairment', leg, impairment }).then(
        () => {
          deps.exchange.observe?.({ type: 'network', callSid, impairment: observed });
          return 1;
        },
        // Simulated parties have no network.
        () => 0,
      ),
    ),
  );
  return done.reduce<number>((sum, one) => sum + one, 0);
}

/** The address of the call's browser, or the number of its phone. */
export function browserAddress(call: {
  readonly direction: string;
  readonly from: string;
  readonly to: string;
}): string {
  const address = parseAddress(call.direction === 'inbound' ? call.from : call.to);
  return address ? formatAddress(address) : '';
}
