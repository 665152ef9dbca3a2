import { expect, it } from 'vitest';
import { limitsFor } from './socket-limits.ts';

it.each([256, 1_024, 4_096, 20_000, 1_048_576])(
  'with %i descriptors, all limits together leave some, and strangers leave a reserve',
  (all) => {
    const { sockets, connections, requests } = limitsFor(all);
    expect(2 * sockets.all + 2 * connections.all).toBeLessThan(all);
    expect(requests.all).toBeLessThanOrEqual(connections.all);
    expect(sockets.strangers).toBeLessThanOrEqual(sockets.all / 4);
    for (const room of [connections, requests]) expect(room.strangers).toBeLessThanOrEqual(room.all / 2);
    for (const { all: places, strangers, strangersOf, knownOf } of [sockets, connections, requests]) {
      const [address = 0, customer = 0, site = 0] = strangersOf;
      expect(address).toBeGreaterThan(0);
      expect([address, customer, site]).toEqual([address, customer, site].toSorted((a, b) => a - b));
      // No network that one customer can have takes all that strangers have.
      expect(site).toBeLessThan(strangers);
      expect(knownOf).toBeLessThanOrEqual(Math.ceil(places / 4));
    }
  },
);
