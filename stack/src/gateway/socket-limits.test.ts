import { expect, it } from 'vitest';
import { limitsFor } from './socket-limits.ts';

it.each([256, 1_024, 4_096, 20_000, 1_048_576])(
  'with %i descriptors, some stay free and some slots are reserved for known clients',
  (all) => {
    const { sockets, connections, requests } = limitsFor(all);
    expect(2 * sockets.all + 2 * connections.all).toBeLessThan(all);
    expect(requests.all).toBeLessThanOrEqual(connections.all);
    expect(sockets.unknown).toBeLessThanOrEqual(sockets.all / 4);
    for (const pool of [connections, requests]) expect(pool.unknown).toBeLessThanOrEqual(pool.all / 2);
    for (const { all: slots, unknown, unknownPerNetwork, knownPerNetwork } of [
      sockets,
      connections,
      requests,
    ]) {
      const [address = 0, customer = 0, site = 0] = unknownPerNetwork;
      expect(address).toBeGreaterThan(0);
      expect([address, customer, site]).toEqual([address, customer, site].toSorted((a, b) => a - b));
      // No network of one customer can take all unknown slots.
      expect(site).toBeLessThan(unknown);
      expect(knownPerNetwork).toBeLessThanOrEqual(Math.ceil(slots / 4));
    }
  },
);
