/** One UDP socket of a leg. */
export interface Binding {
  readonly family: 'udp4' | 'udp6';
  /** What it is bound to: one address, or the family's wildcard. */
  readonly bind: string;
  /** Addresses that browsers get for it. */
  readonly advertised: readonly string[];
}

const wildcards = { udp4: '0.0.0.0', udp6: '::' } as const;

/**
 * The sockets of each leg. An address of this host gets a socket of its hostAddresses, which nothing from elsewhere can reach.
 * One that is not (a router before us translates it) can only be served by the family's wildcard, as can all of them
 * together when `bindAll`.
 * @param addresses what browsers get, best first
 * @param hostAddresses the addresses of this host
 */
export function planBindings(
  addresses: readonly string[],
  hostAddresses: readonly string[],
  bindAll: boolean,
): readonly Binding[] {
  return (['udp4', 'udp6'] as const).flatMap((family): readonly Binding[] => {
    const advertised = addresses.filter((address) => familyOf(address) === family);
    if (advertised.length === 0) return [];
    if (bindAll || !advertised.every((address) => hostAddresses.includes(address) || isLoopback(address)))
      return [{ family, bind: wildcards[family], advertised }];
    return advertised.map((address) => ({ family, bind: address, advertised: [address] }));
  });
}

function familyOf(address: string): Binding['family'] {
  return address.includes(':') ? 'udp6' : 'udp4';
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1';
}
