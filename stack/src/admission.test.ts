import { expect, it } from 'vitest';
import { Admission, limitsFor } from './admission.ts';

it.each([256, 1_024, 4_096, 20_000, 1_048_576])(
  'with %i descriptors, all limits together leave some',
  (all) => {
    const { sockets, strangers, strangersOfAddress, connections, connectionsOfAddress } = limitsFor(all);
    expect(2 * sockets + 2 * connections).toBeLessThan(all);
    expect(strangers).toBeLessThanOrEqual(sockets / 4);
    expect(strangersOfAddress).toBeLessThanOrEqual(strangers / 2);
    expect(strangersOfAddress).toBeGreaterThan(0);
    expect(connectionsOfAddress).toBeLessThanOrEqual(connections / 2);
  },
);

const LIMITS = { sockets: 6, strangers: 4, strangersOfAddress: 2, connections: 4, connectionsOfAddress: 2 };

it('an address has so many strangers, all addresses together have more, and who has gone leaves a place', () => {
  const admission = new Admission(LIMITS);
  const [first] = [admission.socket('a'), admission.socket('a')];
  expect(admission.socket('a')).toBeNull();
  expect([admission.socket('b'), admission.socket('c')]).not.toContain(null);
  expect(admission.socket('d')).toBeNull();
  first?.leave();
  first?.leave();
  expect(admission.socket('a')).not.toBeNull();
  expect(admission.socket('a')).toBeNull();
});

it('sockets whose address is not known share the places of all strangers', () => {
  const admission = new Admission(LIMITS);
  expect([1, 2, 3, 4].map(() => admission.socket(null))).not.toContain(null);
  expect(admission.socket(null)).toBeNull();
});

it('those who proved who they are fill all places, and count as no strangers', () => {
  const admission = new Admission(LIMITS);
  const guests = Array.from({ length: 6 }, () => {
    const guest = admission.socket('office');
    guest?.prove();
    guest?.prove();
    return guest;
  });
  expect(guests).not.toContain(null);
  expect(admission.socket('office')).toBeNull();
  guests[0]?.leave();
  expect(admission.socket('office')).not.toBeNull();
});

it('an address has so many connections, and a proxy as many as there are', () => {
  const admission = new Admission(LIMITS);
  const [first] = [admission.connection('a'), admission.connection('a')];
  expect(admission.connection('a')).toBeNull();
  first?.leave();
  expect(admission.connection('a')).not.toBeNull();
  expect([admission.connection(null), admission.connection(null)]).not.toContain(null);
  expect(admission.connection(null)).toBeNull();
});
