import type { OwnStatus } from '@offhook/contract/agent/agent-status';
import { queryTime } from '../../platform/database/query-time.ts';
import { transact, type WorkDeps } from '../../platform/work-queue/transact.ts';
import { chooseStatus } from './agent-status.ts';
import { readOwnStatus } from './status-views.ts';

interface Agent {
  readonly id: number;
  readonly account_id: number;
}

/** The agent's own choice, without an administrator's rights. */
export async function setOwnStatus(deps: WorkDeps, agent: Agent, status: string): Promise<OwnStatus> {
  await transact(deps, async (tx, outbox) => {
    const time = queryTime(deps.clock);
    outbox.effects.push(...(await chooseStatus(tx, agent.id, status, time, { permissions: [] })));
  });
  const own = await readOwnStatus(deps.db, agent, deps.clock.now());
  deps.realtime.statusUpdated(agent.id, own.revision);
  deps.realtime.agentUpdated(agent.account_id, agent.id);
  return own;
}
