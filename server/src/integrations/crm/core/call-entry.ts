/** A call as a CRM keeps it, and the words in which it is told. */
import type { OutwardCall } from '@offhook/contract/outward';

export interface CallEntry {
  /** Names the call in every CRM, so that it is found again. */
  readonly key: string;
  readonly title: string;
  /** Lines of plain text; the last one holds the key. */
  readonly lines: readonly string[];
  readonly isInbound: boolean;
  readonly ended: Ending;
  /** Of conversation. */
  readonly seconds: number;
  /** ISO 8601. */
  readonly startedAt: string;
  /** + and digits; of the lead, and of the account's number. */
  readonly leadNumber: string | null;
  readonly ownNumber: string | null;
}

/** What CRMs tell apart. */
export type Ending = 'contacted' | 'voicemail' | 'no answer' | 'busy' | 'failed' | 'canceled';

export function callKey(callId: number): string {
  return `offhook-call-${callId}`;
}

/** @param recordings addresses, when they may be told */
export function entryOf(call: OutwardCall, recordings: readonly string[]): CallEntry {
  const key = callKey(call.id);
  const isInbound = call.direction === 'inbound';
  const direction = isInbound ? 'Inbound call' : 'Outbound call';
  const outcome = call.result ?? call.status;
  const known = (name: string, value: string | null | undefined) => (value ? [`${name}: ${value}`] : []);
  return {
    key,
    title: `${direction}: ${outcome}`,
    lines: [
      `${direction}, ${outcome}${call.seconds > 0 ? `, ${spoken(call.seconds)}` : ''}`,
      ...known('Agent', call.agent?.full_name),
      ...known('Team', call.team?.name),
      ...known('Number', call.number?.phone_number),
      ...known('Tag', call.lead?.tag),
      ...(call.lead?.do_not_call || call.lead?.removed ? ['Not to be called again'] : []),
      ...call.notes.flatMap((note) => known('Note', note)),
      ...recordings.map((address) => `Recording: ${address}`),
      `[${key}]`,
    ],
    isInbound,
    ended: endingOf(call),
    seconds: call.seconds,
    startedAt: call.started_at,
    leadNumber: call.phone_number,
    ownNumber: call.number?.phone_number ?? null,
  };
}

/** The agent's word before the network's. */
function endingOf({ result, status, seconds }: OutwardCall): Ending {
  if (result === 'contacted') return 'contacted';
  if (result === 'voicemail') return 'voicemail';
  if (result === 'missed') return 'no answer';
  if (status === 'busy') return 'busy';
  if (status === 'failed') return 'failed';
  if (status === 'canceled') return 'canceled';
  return seconds > 0 ? 'contacted' : 'no answer';
}

function spoken(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}
