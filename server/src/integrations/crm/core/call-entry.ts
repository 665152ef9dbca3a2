import type { WebhookCall } from '@offhook/contract/webhook-events';

export interface CallEntry {
  readonly key: string;
  readonly title: string;
  /** Plain text; the last line holds the key. */
  readonly lines: readonly string[];
  readonly isInbound: boolean;
  readonly ended: CallOutcome;
  readonly seconds: number;
  readonly startedAt: string;
  readonly leadNumber: string | null;
  readonly businessNumber: string | null;
}

export type CallOutcome = 'contacted' | 'voicemail' | 'no answer' | 'busy' | 'failed' | 'canceled';

export function callKey(callId: number): string {
  return `offhook-call-${callId}`;
}

export function toCallEntry(call: WebhookCall, recordings: readonly string[]): CallEntry {
  const key = callKey(call.id);
  const isInbound = call.direction === 'inbound';
  const direction = isInbound ? 'Inbound call' : 'Outbound call';
  const outcome = isMissed(call) && call.result !== 'removed' ? call.status : (call.result ?? call.status);
  const labeled = (name: string, value: string | null | undefined) => (value ? [`${name}: ${value}`] : []);
  return {
    key,
    title: `${direction}: ${outcome}`,
    lines: [
      `${direction}, ${outcome}${call.seconds > 0 ? `, ${formatDuration(call.seconds)}` : ''}`,
      ...labeled('Agent', call.agent?.full_name),
      ...labeled('Team', call.team?.name),
      ...labeled('Number', call.number?.phone_number),
      ...labeled('Tag', call.lead?.tag),
      ...(call.lead?.do_not_call || call.lead?.removed ? ['Not to be called again'] : []),
      ...call.notes.flatMap((note) => labeled('Note', note)),
      ...recordings.map((url) => `Recording: ${url}`),
      `[${key}]`,
    ],
    isInbound,
    ended: toCallOutcome(call),
    seconds: call.seconds,
    startedAt: call.started_at,
    leadNumber: call.phone_number,
    businessNumber: call.number?.phone_number ?? null,
  };
}

/** Also a parked lead that no agent picked up: the result of the agent who parked it is about the time before. */
function isMissed({ status }: WebhookCall): boolean {
  return status === 'missed';
}

/** The agent's result takes precedence over the network's status, but no agent reached the caller of a missed call. */
function toCallOutcome(call: WebhookCall): CallOutcome {
  const { result, status, seconds } = call;
  if (isMissed(call)) return 'no answer';
  if (result === 'contacted') return 'contacted';
  if (result === 'voicemail') return 'voicemail';
  if (result === 'missed') return 'no answer';
  if (status === 'busy') return 'busy';
  if (status === 'failed') return 'failed';
  if (status === 'canceled') return 'canceled';
  return seconds > 0 ? 'contacted' : 'no answer';
}

function formatDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}
