export const CALL_TYPES = [
  'lead',
  'outbound',
  'inbound',
  'conference',
  'transfer',
  'listen',
  'whisper',
  'barge',
] as const;
export type CallType = (typeof CALL_TYPES)[number];

export const CALL_DIRECTIONS = ['inbound', 'outbound'] as const;
export type CallDirection = (typeof CALL_DIRECTIONS)[number];

export const CALL_STATUSES = [
  'ringing',
  'in-progress',
  'completed',
  'missed',
  'busy',
  'offline',
  'ignored',
  'canceled',
  'failed',
  'no-answer',
] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];
