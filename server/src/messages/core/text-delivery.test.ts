import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DELIVERY_STATUSES, type DeliveryStatus, isProgress } from './text-delivery.ts';

function after(reports: readonly DeliveryStatus[]): DeliveryStatus | null {
  return reports.reduce<DeliveryStatus | null>(
    (known, reported) => (isProgress(known, reported) ? reported : known),
    null,
  );
}

it.each<[string, DeliveryStatus[], DeliveryStatus]>([
  ['in order', ['queued', 'sent', 'delivered'], 'delivered'],
  ['in the other order', ['delivered', 'sent', 'queued'], 'delivered'],
  ['with one in between', ['queued', 'undelivered', 'sent'], 'undelivered'],
  ['twice', ['sent', 'sent'], 'sent'],
  ['with two last words', ['failed', 'delivered'], 'failed'],
  ['of one that was read', ['read', 'delivered'], 'read'],
  ['of one that was read after it had not arrived', ['undelivered', 'read'], 'undelivered'],
])('reports %s leave what is true', (_, reports, known) => {
  expect(after(reports)).toBe(known);
});

it('a delivery status never goes back, whatever is reported', () => {
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
