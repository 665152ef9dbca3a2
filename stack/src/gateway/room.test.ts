import fc from 'fast-check';
import { expect, it } from 'vitest';
import { networksOf } from './client-address.ts';
import { type Place, Room, type Standing } from './room.ts';

const LIMITS = { all: 40, strangers: 20, strangersOf: [3, 6, 10], knownOf: 8 };

/** How many of these come in, one after the other. */
const admitted = (room: Room, standing: Standing, addresses: readonly string[]) =>
  addresses.filter((address) => room.take(networksOf(address), standing) !== null).length;

const times = (n: number, address: (index: number) => string) =>
  Array.from({ length: n }, (_, i) => address(i));
const hex = (n: number) => n.toString(16);
const THE_WORLD = times(50, (i) => `${i + 1}.0.113.7`);

it.each<[string, readonly string[], number]>([
  ['one IPv4 address', times(50, () => '203.0.113.7'), 3],
  ['a network of IPv4 addresses', times(50, (i) => `203.0.113.${i}`), 6],
  ['many networks of one provider', times(50, (i) => `203.0.${i}.1`), 10],
  ['addresses of one /64', times(50, (i) => `2001:db8::${hex(i + 1)}`), 3],
  ['the /64s of one /56', times(50, (i) => `2001:db8:0:${hex(i)}::1`), 6],
  ['the /56s of one /48', times(50, (i) => `2001:db8:0:${hex(i * 256)}::1`), 10],
  ['all the world', THE_WORLD, 20],
])('strangers of %s get their part', (_, addresses, places) => {
  const room = new Room(LIMITS);
  expect(admitted(room, 'stranger', addresses)).toBe(places);
  expect(room.isFullOfStrangers).toBe(places === LIMITS.strangers);
  // In every case there is room for those who are known: an office has so many.
  expect(admitted(room, 'known', Array(50).fill('198.51.100.1'))).toBe(LIMITS.knownOf);
  const offices = times(50, (i) => `198.51.${i}.1`);
  expect(admitted(room, 'known', offices)).toBe(40 - places - LIMITS.knownOf);
});

it('one who is known makes a place for a stranger, and one who has gone for anybody', () => {
  const room = new Room({ ...LIMITS, all: 3, strangers: 1 });
  const first = room.take(['a'], 'stranger');
  expect(room.take(['b'], 'stranger')).toBeNull();
  first?.becomes('known');
  expect(first?.standing).toBe('known');
  expect(room.take(['b'], 'stranger')).not.toBeNull();
  expect(room.take(['c'], 'known')).not.toBeNull();
  expect(room.take(['d'], 'known')).toBeNull();
  first?.leave();
  first?.leave();
  first?.becomes('own');
  expect(room.take(['d'], 'known')).not.toBeNull();
  expect(room.take(['e'], 'own')).toBeNull();
});

it('those who are counted in no network fill all places', () => {
  const room = new Room(LIMITS);
  const places = times(40, () => 'office').map((one) => room.take([one], 'own'));
  expect(places).not.toContain(null);
  expect(room.take(['office'], 'own')).toBeNull();
});

it('however they come and go, strangers never have more than their part, and places come back', () => {
  const step = fc.record({
    address: fc.tuple(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 0, max: 9 }),
    ),
    standing: fc.constantFrom<Standing>('stranger', 'stranger', 'known', 'own'),
    next: fc.constantFrom('stays', 'stays', 'leaves', 'known', 'own'),
    which: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const room = new Room(LIMITS);
      const here: Place[] = [];
      for (const { address, standing, next, which } of steps) {
        const place = room.take(networksOf(`10.${address.join('.')}`), standing);
        if (place) here.push(place);
        const other = here[which % Math.max(1, here.length)];
        if (next === 'leaves' && other) here.splice(here.indexOf(other), 1)[0]?.leave();
        if (next === 'known' || next === 'own') other?.becomes(next);
        const strangers = here.filter((one) => one.standing === 'stranger').length;
        expect(strangers).toBeLessThanOrEqual(LIMITS.strangers);
        expect(here.length).toBeLessThanOrEqual(LIMITS.all);
        expect(room.isFullOfStrangers).toBe(strangers >= LIMITS.strangers);
      }
      for (const one of here) one.leave();
      expect(admitted(room, 'stranger', THE_WORLD)).toBe(LIMITS.strangers);
    }),
  );
});
