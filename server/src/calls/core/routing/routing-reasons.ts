import { english } from '../../../platform/core/sentences.ts';
import { UNAVAILABLE_REASONS } from '../../../presence/core/availability.ts';
import type { Candidate, Choice } from './routing.ts';

export interface AgentVerdict {
  readonly userId: number;
  readonly verdict: 'rung' | 'skipped';
  readonly reason: string;
}

/**
 * @param rung may lack a chosen agent, if another call claimed that agent first
 * @param isOwnCallback the owner stands for the agent who set the callback
 */
export function explainChoice(
  choice: Choice,
  candidates: readonly Candidate[],
  rung: ReadonlySet<number>,
  isOwnCallback = false,
): AgentVerdict[] {
  const chosen = new Set(choice.type === 'ring' ? choice.userIds : []);
  return candidates.map((agent) => {
    const { userId } = agent;
    if (rung.has(userId)) return { userId, verdict: 'rung', reason: whyRung(agent, isOwnCallback) };
    return { userId, verdict: 'skipped', reason: whySkipped(agent, chosen.has(userId)) };
  });
}

function whyRung({ isOwner, group, isFallback }: Candidate, isOwnCallback: boolean): string {
  if (isOwner && isOwnCallback) return english({ id: 'routing.callback' });
  if (isOwner) return english({ id: 'routing.owner' });
  if (isFallback) return english({ id: 'routing.fallback' });
  return english({ id: 'routing.group', values: { group: group ?? 1 } });
}

function whySkipped(agent: Candidate, wasChosen: boolean): string {
  if (agent.tried) return english({ id: 'routing.tried' });
  if (!agent.inSchedule) return english({ id: 'unavailable.outsideHours' });
  if (agent.unavailable !== null) return UNAVAILABLE_REASONS[agent.unavailable];
  return english({ id: wasChosen ? 'routing.claimed' : 'routing.later' });
}
