import {
  canJoinConference,
  canReceiveTransfer,
  canSupervise,
  type SuperviseAction,
} from '@offhook/contract/accounts/permissions';
import type { Agent, Team } from '@offhook/contract/agent/agent';
import type { NamedStatus } from '@offhook/contract/agent/agent-status';
import type { AgentFacts } from '../screen/screen-state.ts';

export type AgentStatus = 'onCall' | 'available' | 'unavailable';

export interface AgentRow {
  readonly id: number;
  readonly name: string;
  readonly status: AgentStatus;
  /** For supervisors to join. */
  readonly callId: number | null;
  readonly supervise: readonly SuperviseAction[];
  readonly canCall: boolean;
  /** A status other than available. */
  readonly otherStatus: NamedStatus | null;
}

export type TeamRow = Pick<AgentRow, 'id' | 'name' | 'status' | 'canCall'>;

const SUPERVISE: readonly SuperviseAction[] = ['listen', 'whisper', 'barge'];

export interface ListContext {
  readonly panel: 'transfer' | 'conference';
  /** Null while signed out. */
  readonly viewer: AgentFacts | null;
  /** Supervisors can't join a call during another one. */
  readonly inCall: boolean;
}

export function agentRow(agent: Agent, { panel, viewer, inCall }: ListContext): AgentRow {
  const supervises = panel === 'conference' && !inCall && viewer !== null;
  return {
    id: agent.id,
    name: agent.full_name,
    ...rowStatus(agent),
    callId: agent.on_call_id,
    supervise: supervises ? superviseActions(viewer, agent) : [],
    canCall: panel === 'transfer' ? canReceiveTransfer(agent) : canJoinConference(agent),
  };
}

export function teamRow({ id, name, is_available }: Team): TeamRow {
  return { id, name, status: is_available ? 'available' : 'unavailable', canCall: is_available };
}

export function rowStatus(agent: Agent): Pick<AgentRow, 'status' | 'otherStatus'> {
  const otherStatus = agent.on_call_id === null ? (agent.status ?? null) : null;
  return { status: agentStatus(agent), otherStatus };
}

/** Lists contain only agents of the viewer's account. */
function superviseActions(viewer: AgentFacts, agent: Agent) {
  const { userId, accountId, permissions, supervisedTeamIds } = viewer;
  const user = {
    id: userId,
    account_id: accountId,
    permissions,
    supervised_team_ids: supervisedTeamIds,
  };
  const { id, on_call_id, team_ids } = agent;
  const target = { id, account_id: accountId, on_call_id, team_ids };
  return SUPERVISE.filter((action) => canSupervise(user, action, target));
}

function agentStatus(agent: Pick<Agent, 'on_call_id' | 'is_available'>): AgentStatus {
  if (agent.on_call_id !== null) return 'onCall';
  return agent.is_available ? 'available' : 'unavailable';
}
