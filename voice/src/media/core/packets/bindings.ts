/** One UDP socket of a leg. */
export interface Binding {
  readonly family: 'udp4' | 'udp6';
  /** What it is bound to: one address, or the family's wildcard. */
  readonly bind: string;
  /** Addresses that browsers get for it. */
  readonly offers: readonly string[];
}

const wildcards = { udp4: '0.0.0.0', udp6: '::' } as const;

/**
 * The sockets of each leg. An address of this host gets a socket of its own, which nothing from elsewhere can reach.
 * One that is not (a router before us translates it) can only be served by the family's wildcard, as can all of them
 * together when `isEverything`.
 * @param addresses what browsers get, best first
 * @param own the addresses of this host
 */
export function planBindings(
  addresses: readonly string[],
  own: readonly string[],
  isEverything: boolean,
): readonly Binding[] {
  return (['udp4', 'udp6'] as const).flatMap((family): readonly Binding[] => {
    const offers = addresses.filter((address) => familyOf(address) === family);
    if (offers.length === 0) return [];
    if (isEverything || !offers.every((address) => own.includes(address) || isLoopback(address)))
      return [{ family, bind: wildcards[family], offers }];
    return offers.map((address) => ({ family, bind: address, offers: [address] }));
  });
}

function familyOf(address: string): Binding['family'] {
  return address.includes(':') ? 'udp6' : 'udp4';
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1';
}
