/** `missed`: by status or result. `no_result`: a result can still be added. */
export const HISTORY_FILTERS = [
  'all',
  'inbound',
  'outbound',
  'missed',
  'no_result',
  'contacted',
  'voicemail',
  'removed',
] as const;
export type HistoryFilter = (typeof HISTORY_FILTERS)[number];
