/** One row of the lists of colleagues: what it shows, and what can be done from it. */
import type { Agent } from '@offhook/contract/entities';
import {
  canJoinConference,
  canReceiveTransfer,
  canSupervise,
  type SuperviseAction,
} from '@offhook/contract/permissions';

export type AgentStatus = 'On Call' | 'Available' | 'Unavailable';

export interface AgentRow {
  readonly id: number;
  readonly name: string;
  readonly status: AgentStatus;
  /** The call that a supervisor can join. */
  readonly callId: number | null;
  /** In the order of their icons. */
  readonly supervise: readonly SuperviseAction[];
  readonly canCall: boolean;
}

const SUPERVISE: readonly SuperviseAction[] = ['listen', 'whisper', 'barge'];

export interface ListPurpose {
  readonly panel: 'transfer' | 'conference';
  /** Who looks at the list: their permissions decide, never those of the row. */
  readonly viewer: { readonly permissions: readonly string[] };
  /** Only who is in no call can join one. */
  readonly inCall: boolean;
}

export function agentRow(agent: Agent, { panel, viewer, inCall }: ListPurpose): AgentRow {
  const supervises = panel === 'conference' && !inCall;
  return {
    id: agent.id,
    name: agent.full_name,
    status: agentStatus(agent),
    callId: agent.on_call_id,
    supervise: supervises ? SUPERVISE.filter((action) => canSupervise(viewer, action, agent)) : [],
    canCall: panel === 'transfer' ? canReceiveTransfer(agent) : canJoinConference(agent),
  };
}

function agentStatus(agent: Pick<Agent, 'on_call_id' | 'is_available'>): AgentStatus {
  if (agent.on_call_id !== null) return 'On Call';
  return agent.is_available ? 'Available' : 'Unavailable';
}
