/** Rings at agents' phones: accepted, ignored or missed. */
import { RING_TIMEOUT_MS } from '@offhook/contract/limits';
import { showOnPhone } from './agent-states.ts';
import { endTalk, finish, join } from './conversations.ts';
import type { DiaryRing } from './diary.ts';
import { type AgentNow, type Hour, type HourLine, SECOND } from './hour.ts';

export async function ring(hour: Hour, line: HourLine, agent: AgentNow): Promise<void> {
  const { timeline, between } = hour;
  const { diary: call } = line;
  const rung: DiaryRing = { userId: agent.id, from: timeline.now(), to: null, outcome: 'ringing' };
  call.rings.push(rung);
  agent.rings.set(call.id, rung);
  line.call.status = 'ringing';
  const chance = hour.random() * 100;
  if (chance < agent.team.acceptPercent)
    timeline.after(between(4, 26) * SECOND, () => acceptRing(hour, line, agent));
  else if (chance < agent.team.acceptPercent + 8)
    timeline.after(6 * SECOND, async () => {
      if (line.isOver) return;
      rung.outcome = 'ignored';
      await hour.asAgent(agent, 'POST', `/apps/webrtc/${call.id}/reject`);
    });
  timeline.after(RING_TIMEOUT_MS, async () => {
    if (line.call.startedAt === null) await finish(hour, line, 'no-answer');
  });
  await Promise.all([readRing(hour, line, agent), hour.lines.report(line)]);
}

/** The phone acknowledges its ring by reading it, and the agent sees whose call it is. */
async function readRing({ asAgent, diary }: Hour, line: HourLine, agent: AgentNow): Promise<void> {
  const text = await asAgent(agent, 'GET', `/api/v1/callusers/${line.callUserId}`);
  const { call } = JSON.parse(text) as {
    call?: { phone_number?: string; lead?: { phone_number?: string } };
  };
  const phoneNumber = call?.lead?.phone_number ?? call?.phone_number;
  const earlier = [...diary.calls.values()].find(
    (one) => one !== line.diary && one.party?.kind === 'lead' && one.party.phoneNumber === phoneNumber,
  );
  if (line.diary.party === null && earlier) line.diary.party = earlier.party;
}

async function acceptRing(hour: Hour, line: HourLine, agent: AgentNow): Promise<void> {
  if (line.isOver) return;
  const { timeline, lines, violations } = hour;
  timeline.run(() => lines.answer(line));
  const twiml = await hour.webhook(line.offerPath, { CallSid: line.call.sid });
  if (!twiml.includes('<Conference')) return finish(hour, line, 'completed');
  const { diary: call } = line;
  const now = timeline.now();
  if (call.agentId !== null) violations.push(`call ${call.id} has two agents`);
  call.agentId = agent.id;
  call.acceptedAt = now;
  const ring = agent.rings.get(call.id);
  if (ring) Object.assign(ring, { outcome: 'accepted', to: now });
  agent.rings.delete(call.id);
  agent.call = call;
  // A caller is on the line already, and may hang up at this moment.
  if (call.party?.kind === 'inbound') call.answeredAt = now;
  if (line.isOver) return endTalk(hour, agent, line);
  timeline.run(() => showOnPhone(hour, agent, 'oncall', line.callUserId));
  await join(hour, line);
}
