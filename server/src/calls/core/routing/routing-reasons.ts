import type { Unavailability } from '../../../presence/core/availability.ts';
import type { Candidate, Choice } from './routing.ts';

export interface AgentVerdict {
  readonly userId: number;
  readonly verdict: 'rung' | 'skipped';
  readonly reason: string;
}

const UNAVAILABLE: Readonly<Record<Unavailability, string>> = {
  offline: 'The phone is not open',
  unregistered: 'The phone has no connection for calls',
  unreachable: 'The phone did not answer the last ring',
  'audio-locked': 'The browser does not let the phone ring yet',
  'do-not-disturb': 'Do not disturb is on',
  'on-call': 'On another call',
  'wrap-up': 'Still working on the last call',
  'cap-reached': 'Has had as many calls today as may be',
};

/** @param rung the users who were actually rung; another call may have claimed a chosen agent first */
export function explainChoice(
  choice: Choice,
  candidates: readonly Candidate[],
  rung: ReadonlySet<number>,
): AgentVerdict[] {
  const chosen = new Set(choice.type === 'ring' ? choice.userIds : []);
  return candidates.map((agent) => {
    const { userId } = agent;
    if (rung.has(userId)) return { userId, verdict: 'rung', reason: whyRung(agent) };
    return { userId, verdict: 'skipped', reason: whySkipped(agent, chosen.has(userId)) };
  });
}

function whyRung({ isOwner, group, isFallback }: Candidate): string {
  if (isOwner) return 'The lead’s own agent';
  return isFallback ? 'Available, in the fallback team' : `Available, in priority group ${group ?? 1}`;
}

function whySkipped(agent: Candidate, wasChosen: boolean): string {
  if (agent.tried) return 'Was rung for this call before';
  if (!agent.inSchedule) return 'Not in schedule';
  if (agent.unavailable !== null) return UNAVAILABLE[agent.unavailable];
  return wasChosen ? 'Another call was quicker' : 'Comes later in the order';
}
