/** One lead, one agent: whether another agent has the lead. Used by New Call, Retry and Add Lead. */
import type { CallDirection, CallType } from '@offhook/contract/entities';
import type { LeadBusy } from '@offhook/contract/lead-busy';
import { isParty } from '@offhook/contract/permissions';

export interface OpenCall {
  readonly direction: CallDirection;
  readonly isTalking: boolean;
  readonly isVoicemail: boolean;
  readonly agentId: number | null;
  /** The agent who requested it with Retry or Check for lead. */
  readonly askedBy: Agent | null;
  readonly parts: readonly AgentPart[];
}

export interface Agent {
  readonly userId: number;
  readonly name: string;
}

export interface AgentPart extends Agent {
  readonly type: CallType;
  readonly status: 'ringing' | 'accepted';
}

/** Null if this agent may call the lead. The agent's own call doesn't count, because it may still be ending. */
export function leadBusy(calls: readonly OpenCall[], userId: number): LeadBusy | null {
  for (const call of calls) {
    const busy = busyInCall(call, userId);
    if (busy !== null) return busy;
  }
  return null;
}

function busyInCall(call: OpenCall, userId: number): LeadBusy | null {
  const parties = call.parts.filter(({ type }) => isParty(type));
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
  if (call.agentId !== null) return call.agentId === userId ? null : { kind: 'ending' };
  if (call.askedBy !== null)
    return call.askedBy.userId === userId
      ? { kind: 'own' }
      : { kind: 'requested', names: [call.askedBy.name] };
  return { kind: call.direction === 'inbound' ? 'waiting' : 'starting' };
}

/** The phone of the agent who placed a call connects automatically. */
function isConnected({ status, type }: AgentPart): boolean {
  return status === 'accepted' || type === 'outbound';
}

function uniqueNames(agents: readonly Agent[]): string[] {
  return [...new Set(agents.map(({ name }) => name))];
}
