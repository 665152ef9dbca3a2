import fc from 'fast-check';
import { expect, it } from 'vitest';
import { networksOf } from './client-address.ts';
import { type Slot, SlotPool, type TrustLevel } from './slot-pool.ts';

const LIMITS = { all: 40, unknown: 20, unknownPerNetwork: [3, 6, 10], knownPerNetwork: 8 };

const countAcquired = (pool: SlotPool, trust: TrustLevel, addresses: readonly string[]) =>
  addresses.filter((address) => pool.acquire(networksOf(address), trust) !== null).length;

const repeat = (n: number, address: (index: number) => string) =>
  Array.from({ length: n }, (_, i) => address(i));
const hex = (n: number) => n.toString(16);
const ALL_NETWORKS = repeat(50, (i) => `${i + 1}.0.113.7`);

it.each<[string, readonly string[], number]>([
  ['one IPv4 address', repeat(50, () => '203.0.113.7'), 3],
  ['a network of IPv4 addresses', repeat(50, (i) => `203.0.113.${i}`), 6],
  ['many networks of one provider', repeat(50, (i) => `203.0.${i}.1`), 10],
  ['addresses of one /64', repeat(50, (i) => `2001:db8::${hex(i + 1)}`), 3],
  ['the /64s of one /56', repeat(50, (i) => `2001:db8:0:${hex(i)}::1`), 6],
  ['the /56s of one /48', repeat(50, (i) => `2001:db8:0:${hex(i * 256)}::1`), 10],
  ['all networks', ALL_NETWORKS, 20],
])('unknown clients from %s get a limited number of slots', (_, addresses, slots) => {
  const pool = new SlotPool(LIMITS);
  expect(countAcquired(pool, 'unknown', addresses)).toBe(slots);
  expect(pool.isFullOfUnknown).toBe(slots === LIMITS.unknown);
  // Known clients always have their reserve, per network and in total.
  expect(countAcquired(pool, 'known', Array(50).fill('198.51.100.1'))).toBe(LIMITS.knownPerNetwork);
  const offices = repeat(50, (i) => `198.51.${i}.1`);
  expect(countAcquired(pool, 'known', offices)).toBe(40 - slots - LIMITS.knownPerNetwork);
});

it('a promoted client frees an unknown slot, and a released slot is free for all', () => {
  const pool = new SlotPool({ ...LIMITS, all: 3, unknown: 1 });
  const first = pool.acquire(['a'], 'unknown');
  expect(pool.acquire(['b'], 'unknown')).toBeNull();
  first?.promote('known');
  expect(first?.trust).toBe('known');
  expect(pool.acquire(['b'], 'unknown')).not.toBeNull();
  expect(pool.acquire(['c'], 'known')).not.toBeNull();
  expect(pool.acquire(['d'], 'known')).toBeNull();
  first?.release();
  first?.release();
  first?.promote('exempt');
  expect(pool.acquire(['d'], 'known')).not.toBeNull();
  expect(pool.acquire(['e'], 'exempt')).toBeNull();
});

it('exempt clients may use all slots', () => {
  const pool = new SlotPool(LIMITS);
  const slots = repeat(40, () => 'office').map((one) => pool.acquire([one], 'exempt'));
  expect(slots).not.toContain(null);
  expect(pool.acquire(['office'], 'exempt')).toBeNull();
});

it('in any order, unknown clients stay within their limit and all slots are released', () => {
  const step = fc.record({
    address: fc.tuple(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 0, max: 9 }),
    ),
    trust: fc.constantFrom<TrustLevel>('unknown', 'unknown', 'known', 'exempt'),
    next: fc.constantFrom('stays', 'stays', 'leaves', 'known', 'exempt'),
    which: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const pool = new SlotPool(LIMITS);
      const heldSlots: Slot[] = [];
      for (const { address, trust, next, which } of steps) {
        const slot = pool.acquire(networksOf(`10.${address.join('.')}`), trust);
        if (slot) heldSlots.push(slot);
        const other = heldSlots[which % Math.max(1, heldSlots.length)];
        if (next === 'leaves' && other) heldSlots.splice(heldSlots.indexOf(other), 1)[0]?.release();
        if (next === 'known' || next === 'exempt') other?.promote(next);
        const unknown = heldSlots.filter((one) => one.trust === 'unknown').length;
        expect(unknown).toBeLessThanOrEqual(LIMITS.unknown);
        expect(heldSlots.length).toBeLessThanOrEqual(LIMITS.all);
        expect(pool.isFullOfUnknown).toBe(unknown >= LIMITS.unknown);
      }
      for (const one of heldSlots) one.release();
      expect(countAcquired(pool, 'unknown', ALL_NETWORKS)).toBe(LIMITS.unknown);
    }),
  );
});
