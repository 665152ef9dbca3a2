export interface Binding {
  readonly family: 'udp4' | 'udp6';
  readonly bind: string;
  readonly advertised: readonly string[];
}

const wildcards = { udp4: '0.0.0.0', udp6: '::' } as const;

/** A host address gets its own socket. A NAT address can only be served by the wildcard of its family. */
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
