/** What agents' phones report; breaks and logouts. */
import type { PhoneStateName } from '@offhook/contract/agent/phone-states';
import type { AgentNow, Hour } from './hour.ts';

const presenceOf = ({ id }: AgentNow, state: PhoneStateName) => ({
  phone_id: `phone-${id}`,
  state,
  device: 'registered',
  audio: 'ready',
});

/** A phone reports its states one after the other, as the real one does. */
export async function showOnPhone(
  { timeline, asAgent }: Hour,
  agent: AgentNow,
  state: PhoneStateName,
  callUserId: number | null = null,
): Promise<void> {
  if (agent.phone !== state) agent.phoneChangedAt = timeline.now();
  agent.phone = state;
  const presence = { ...presenceOf(agent, state), call_user_id: callUserId };
  const sent = agent.reported.then(() => asAgent(agent, 'POST', '/api/v1/presence', presence));
  agent.reported = sent.catch(() => {});
  await sent;
}

export async function takeBreak(hour: Hour, agent: AgentNow, ms: number): Promise<void> {
  const { timeline, asAgent, counts } = hour;
  const isFree = agent.rings.size === 0 && !agent.call && agent.phone === 'waiting';
  if (!isFree || agent.status === 'break' || !agent.isSignedIn) return;
  const setStatus = async (status: AgentNow['status']) => {
    agent.status = status;
    agent.statusSince = timeline.now();
    await asAgent(agent, 'PUT', '/api/v1/user/status', { status });
  };
  counts.breaks += 1;
  await setStatus('break');
  timeline.after(ms, () => setStatus('available'));
}

export async function leave({ asAgent }: Hour, agent: AgentNow): Promise<void> {
  if (agent.rings.size > 0 || agent.call || agent.phone !== 'waiting' || agent.status === 'break') return;
  agent.isSignedIn = false;
  await asAgent(agent, 'POST', '/api/v1/presence', { ...presenceOf(agent, 'waiting'), leaving: true });
}
