/** Only one agent may call a lead at a time. Checked by New Call, Retry and Add Lead. */

import { isParty } from '@offhook/contract/accounts/permissions';
import type { CallDirection, CallType } from '@offhook/contract/calls/call-kinds';
import type { Sentence } from '../../platform/core/sentences.ts';

/** `names`: full names of colleagues, at least one. */
export type LeadBusy =
  | { readonly kind: 'talking'; readonly names: readonly string[] }
  /** The lead hasn't answered yet. */
  | { readonly kind: 'calling'; readonly names: readonly string[] }
  /** The agents' phones ring for this lead. */
  | { readonly kind: 'ringing'; readonly names: readonly string[] }
  /** The agent requested this call; their phone will ring. */
  | { readonly kind: 'requested'; readonly names: readonly string[] }
  /** The reader's own phone rings for this lead, or is about to. */
  | { readonly kind: 'own' }
  | { readonly kind: 'voicemail' }
  /** Inbound; no agent has been rung yet. */
  | { readonly kind: 'waiting' }
  /** Outbound; no agent has been rung yet. */
  | { readonly kind: 'starting' }
  /** Colleagues may pick the call up. */
  | { readonly kind: 'parked' }
  /** The last agent has left; the lead's leg is still open. */
  | { readonly kind: 'ending' };

const MAX_NAMES = 3;

export function leadBusySentence(busy: LeadBusy): Sentence {
  if (!('names' in busy)) return { id: `leadBusy.${busy.kind}` };
  const { kind, names } = busy;
  return { id: `leadBusy.${kind}`, values: { count: names.length, names: shortened(names) } };
}

/** If there are more than three names, returns two and the number of others. */
function shortened(names: readonly string[]): readonly (string | Sentence)[] {
  if (names.length <= MAX_NAMES) return names;
  const shown = names.slice(0, MAX_NAMES - 1);
  return [...shown, { id: 'leadBusy.others', values: { count: names.length - shown.length } }];
}

export interface OpenCall {
  readonly direction: CallDirection;
  readonly isTalking: boolean;
  readonly isVoicemail: boolean;
  readonly isParked: boolean;
  readonly agentId: number | null;
  /** The agent who requested the call with Retry or Check for lead. */
  readonly requestedBy: Agent | null;
  readonly participants: readonly Participant[];
}

export interface Agent {
  readonly userId: number;
  readonly name: string;
}

export interface Participant extends Agent {
  readonly type: CallType;
  readonly status: 'ringing' | 'accepted';
}

/** Null if this agent may call the lead. The agent's own call doesn't count, because it may still be ending. */
export function findLeadBusy(calls: readonly OpenCall[], userId: number): LeadBusy | null {
  for (const call of calls) {
    const busy = busyInCall(call, userId);
    if (busy !== null) return busy;
  }
  return null;
}

function busyInCall(call: OpenCall, userId: number): LeadBusy | null {
  const parties = call.participants.filter(({ type }) => isParty(type));
  const others = parties.filter((part) => part.userId !== userId);
  const connected = others.filter(isConnected);
  if (connected.length > 0) {
    const isTalking = call.isTalking || call.direction === 'inbound';
    return { kind: isTalking ? 'talking' : 'calling', names: uniqueNames(connected) };
  }
  const own = parties.find((part) => part.userId === userId);
  if (own && isConnected(own)) return null;
  if (others.length > 0) return { kind: 'ringing', names: uniqueNames(others) };
  if (own) return { kind: 'own' };
  if (call.isVoicemail) return { kind: 'voicemail' };
  if (call.isParked) return { kind: 'parked' };
  if (call.agentId !== null) return call.agentId === userId ? null : { kind: 'ending' };
  if (call.requestedBy !== null)
    return call.requestedBy.userId === userId
      ? { kind: 'own' }
      : { kind: 'requested', names: [call.requestedBy.name] };
  return { kind: call.direction === 'inbound' ? 'waiting' : 'starting' };
}

/** The phone of an agent who placed a call connects automatically. */
function isConnected({ status, type }: Participant): boolean {
  return status === 'accepted' || type === 'outbound';
}

function uniqueNames(agents: readonly Agent[]): string[] {
  return [...new Set(agents.map(({ name }) => name))];
}
