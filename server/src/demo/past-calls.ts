import type { CallDirection, CallStatus, CallType } from '@offhook/contract/calls/call-kinds';
import type { CallUserStatus } from '@offhook/contract/calls/call-user';
import type { Disposition } from '@offhook/contract/calls/dispositions';

export interface PastCall {
  readonly minutesAgo: number;
  readonly type: CallType;
  readonly direction: CallDirection;
  readonly status: CallStatus;
  readonly seconds: number;
  readonly retry?: number;
  readonly leadRetry?: number;
  readonly result?: Disposition;
  /** Index into the account's leads, shifted per agent. Absent for an unknown number. */
  readonly lead?: number;
  readonly isRecorded?: true;
  readonly handledBy: 'agent' | 'colleague' | null;
  readonly callUserStatus: CallUserStatus;
  readonly reasons?: readonly string[];
}

const rung = { handledBy: null, callUserStatus: 'missed' } as const;
const talked = { status: 'completed', handledBy: 'agent', callUserStatus: 'ended' } as const;
const fromLead = { type: 'lead', direction: 'outbound' } as const;
const placed = { type: 'outbound', direction: 'outbound' } as const;
const received = { type: 'inbound', direction: 'inbound' } as const;

export const PAST_CALLS: readonly PastCall[] = [
  { ...fromLead, ...talked, minutesAgo: 26, seconds: 14, lead: 0, isRecorded: true, result: 'contacted' },
  {
    ...fromLead,
    minutesAgo: 34,
    status: 'completed',
    seconds: 95,
    result: 'contacted',
    lead: 1,
    handledBy: 'colleague',
    callUserStatus: 'withdrawn',
  },
  { ...received, ...rung, minutesAgo: 51, status: 'missed', seconds: 0, lead: 2 },
  { ...fromLead, ...rung, minutesAgo: 72, status: 'busy', seconds: 0, lead: 3, retry: 1 },
  { ...fromLead, ...rung, minutesAgo: 655, status: 'offline', seconds: 0, lead: 4 },
  { ...received, ...talked, minutesAgo: 700, seconds: 9, isRecorded: true },
  { ...fromLead, ...rung, minutesAgo: 731, status: 'missed', seconds: 0, lead: 5 },
  {
    ...placed,
    minutesAgo: 760,
    status: 'no-answer',
    seconds: 0,
    result: 'missed',
    lead: 6,
    handledBy: 'agent',
    callUserStatus: 'ended',
  },
  { ...fromLead, ...talked, minutesAgo: 1475, seconds: 75, lead: 7, leadRetry: 2, result: 'voicemail' },
  { ...placed, minutesAgo: 1502, status: 'failed', seconds: 0, handledBy: 'agent', callUserStatus: 'ended' },
  {
    ...fromLead,
    minutesAgo: 1530,
    status: 'canceled',
    seconds: 0,
    lead: 8,
    handledBy: null,
    callUserStatus: 'withdrawn',
  },
  {
    ...received,
    minutesAgo: 2910,
    status: 'ignored',
    seconds: 0,
    lead: 9,
    handledBy: null,
    callUserStatus: 'ignored',
  },
  {
    ...fromLead,
    ...talked,
    minutesAgo: 2966,
    seconds: 12,
    lead: 10,
    retry: 2,
    isRecorded: true,
    result: 'contacted',
  },
  { ...fromLead, ...rung, minutesAgo: 4405, status: 'missed', seconds: 0, lead: 11, retry: 1, leadRetry: 1 },
  { ...received, ...talked, minutesAgo: 4460, seconds: 193 },
];

export const FEW_PAST_CALLS: readonly PastCall[] = [0, 2, 7].flatMap((index) => PAST_CALLS[index] ?? []);
