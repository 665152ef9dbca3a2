/** How far a text has come, by the provider's words for it. Reports come late, twice and in any order. */
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
  // The last words: the first of them that is told holds.
  delivered: 5,
  undelivered: 5,
  failed: 5,
  canceled: 5,
  // Only what has arrived can be read.
  read: 6,
};

/** Whether a report says more than is known. @param known null: nothing was told yet */
export function isNews(known: string | null, told: DeliveryStatus): boolean {
  const before = DELIVERY_STATUSES.find((one) => one === known);
  if (before === undefined) return true;
  if (told === 'read') return before !== 'read' && (RANK[before] < 5 || before === 'delivered');
  return RANK[told] > RANK[before];
}
