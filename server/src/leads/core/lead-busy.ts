/** One lead, one agent: whether someone else has a lead already. New Call, Retry and Add Lead ask the same rule. */
import type { CallDirection, CallType } from '@offhook/contract/entities';
import type { LeadBusy } from '@offhook/contract/lead-busy';
import { isParty } from '@offhook/contract/permissions';

/** A call with the lead that is not over. */
export interface OpenCall {
  readonly direction: CallDirection;
  readonly isTalking: boolean;
  readonly isVoicemail: boolean;
  /** The agent who has or had the conversation; null: no agent took it. */
  readonly agentId: number | null;
  /** The agent who asked for it with Retry or Check for lead; null: no agent did. */
  readonly askedBy: Agent | null;
  /** Agents who are rung or connected. */
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

/**
 * `null`: this agent may call the lead. A call that is this agent's own does not count: it may be ending still, and an
 * agent with an open call is refused another one before.
 */
export function leadBusy(calls: readonly OpenCall[], userId: number): LeadBusy | null {
  for (const call of calls) {
    const busy = busyBy(call, userId);
    if (busy !== null) return busy;
  }
  return null;
}

function busyBy(call: OpenCall, userId: number): LeadBusy | null {
  const parties = call.parts.filter(({ type }) => isParty(type));
  const others = parties.filter((part) => part.userId !== userId);
  const connected = others.filter(isConnected);
  if (connected.length > 0) {
    const isTalking = call.isTalking || call.direction === 'inbound';
    return { kind: isTalking ? 'talking' : 'calling', names: namesOf(connected) };
  }
  const own = parties.find((part) => part.userId === userId);
  if (own && isConnected(own)) return null;
  if (others.length > 0) return { kind: 'ringing', names: namesOf(others) };
  if (own) return { kind: 'own' };
  if (call.isVoicemail) return { kind: 'voicemail' };
  if (call.agentId !== null) return call.agentId === userId ? null : { kind: 'ending' };
  if (call.askedBy !== null)
    return call.askedBy.userId === userId
      ? { kind: 'own' }
      : { kind: 'requested', names: [call.askedBy.name] };
  return { kind: call.direction === 'inbound' ? 'waiting' : 'starting' };
}

/** The phone of an agent who placed a call connects by itself. */
function isConnected({ status, type }: AgentPart): boolean {
  return status === 'accepted' || type === 'outbound';
}

function namesOf(agents: readonly Agent[]): string[] {
  return [...new Set(agents.map(({ name }) => name))];
}
