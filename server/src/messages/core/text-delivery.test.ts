import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DELIVERY_STATUSES, type DeliveryStatus, isProgress } from './text-delivery.ts';

function after(reports: readonly DeliveryStatus[]): DeliveryStatus | null {
  return reports.reduce<DeliveryStatus | null>(
    (current, reported) => (isProgress(current, reported) ? reported : current),
    null,
  );
}

it.each<[string, DeliveryStatus[], DeliveryStatus]>([
  ['in order', ['queued', 'sent', 'delivered'], 'delivered'],
  ['in reverse order', ['delivered', 'sent', 'queued'], 'delivered'],
  ['with a final status followed by an earlier one', ['queued', 'undelivered', 'sent'], 'undelivered'],
  ['received twice', ['sent', 'sent'], 'sent'],
  ['with two final statuses', ['failed', 'delivered'], 'failed'],
  ['of a text that was read', ['read', 'delivered'], 'read'],
  ['of a text reported as undelivered, then read', ['undelivered', 'read'], 'undelivered'],
])('delivery reports %s result in the right status', (_, reports, expected) => {
  expect(after(reports)).toBe(expected);
});

it('a delivery status never moves backward, whatever is reported', () => {
  const reports = fc.array(fc.constantFrom(...DELIVERY_STATUSES), { minLength: 1 });
  fc.assert(
    fc.property(reports, reports, (first, later) => {
      const [early, late] = [after(first), after([...first, ...later])];
      const isLast = early !== null && ['undelivered', 'failed', 'canceled', 'read'].includes(early);
      if (isLast) expect(late).toBe(early);
      expect(late === early || (late !== null && isProgress(early, late))).toBe(true);
    }),
  );
});
