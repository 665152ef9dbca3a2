import { z } from 'zod';
import { addressList, portRange } from './core/network-settings.ts';
import { type Binding, planBindings } from './core/packets/bindings.ts';
import { hostAddresses, type PortRange } from './webrtc/udp.ts';

const loopback = '127.0.0.1';

const goneAfterSeconds = z.coerce.number().int().min(30).max(3_600).default(30);

export interface MediaConfig {
  readonly addresses: readonly string[];
  readonly bindings: readonly Binding[];
  readonly ports: PortRange | null;
  /** Applies to silent browsers without ICE consent. */
  readonly lostAfterMs: number;
}

/** @throws an error that names the invalid setting and its expected value */
export function readMediaConfig(env: Readonly<Record<string, string | undefined>>): MediaConfig {
  const configured = addressList.safeParse(env['MEDIA_ADDRESS'] || loopback);
  if (!configured.success) {
    throw new Error('MEDIA_ADDRESS should be comma-separated IP addresses, such as 192.0.2.7,127.0.0.1');
  }
  const configuredPorts = portRange.optional().safeParse(env['MEDIA_PORTS'] || undefined);
  if (!configuredPorts.success) {
    throw new Error('MEDIA_PORTS should be a port range within 1024-65535, such as 40000-40999');
  }
  const goneAfter = goneAfterSeconds.safeParse(env['MEDIA_GONE_SECONDS'] || undefined);
  if (!goneAfter.success) throw new Error('MEDIA_GONE_SECONDS should be a number from 30 to 3600');
  const bindAll = configured.data.some((address) => address === '0.0.0.0' || address === '::');
  const hostIps = hostAddresses();
  const advertised = bindAll ? hostIps : configured.data;
  return {
    addresses: advertised,
    bindings: planBindings(advertised, hostIps, bindAll),
    ports: configuredPorts.data ?? null,
    lostAfterMs: goneAfter.data * 1_000,
  };
}
