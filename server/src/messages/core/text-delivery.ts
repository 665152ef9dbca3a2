/** The provider's terms. Reports arrive late, duplicated and in any order. */
export const DELIVERY_STATUSES = [
  'accepted',
  'scheduled',
  'queued',
  'sending',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'canceled',
  'read',
] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const RANK: Readonly<Record<DeliveryStatus, number>> = {
  accepted: 0,
  scheduled: 1,
  queued: 2,
  sending: 3,
  sent: 4,
  // Final statuses: the first one reported wins.
  delivered: 5,
  undelivered: 5,
  failed: 5,
  canceled: 5,
  read: 6,
};

/** @param stored null when no report has arrived yet */
export function isProgress(stored: string | null, reported: DeliveryStatus): boolean {
  const before = DELIVERY_STATUSES.find((one) => one === stored);
  if (before === undefined) return true;
  if (reported === 'read') return before !== 'read' && (RANK[before] < 5 || before === 'delivered');
  return RANK[reported] > RANK[before];
}
