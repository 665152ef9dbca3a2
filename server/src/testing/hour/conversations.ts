/** Conversations of the simulated hour: from the moment a side joins to the agent's next call. */
import { RING_TIMEOUT_MS } from '@offhook/contract/limits';
import { showOnPhone } from './agent-states.ts';
import type { DiaryCall } from './diary.ts';
import { type AgentNow, type Hour, type HourLine, SECOND } from './hour.ts';
import { chooseResult } from './results.ts';

export async function join(hour: Hour, line: HourLine): Promise<void> {
  const sides = await hour.lines.join(line);
  if (sides) talk(hour, sides.agent, sides.other);
}

function talk(hour: Hour, agentLine: HourLine, other: HourLine): void {
  const { timeline, between, random } = hour;
  const agent = agentLine.agent as AgentNow;
  const call = agentLine.diary;
  call.answeredAt ??= timeline.now();
  const ms = between(30, 360) * SECOND;
  if (random() < 0.3) {
    timeline.after(ms * 0.3, () => hold(hour, agentLine, true));
    // Some leads hang up while they hear the music.
    if (random() < 0.8)
      timeline.after(ms * 0.3 + between(8, 20) * SECOND, () => hold(hour, agentLine, false));
  }
  timeline.after(ms, async () => {
    if (agentLine.isOver || other.isOver) return;
    if (random() < 0.5) {
      timeline.run(() => finish(hour, agentLine, 'completed'));
      await hour.asAgent(agent, 'POST', `/api/v1/calls/${call.id}/hangup`);
    } else await finish(hour, other, 'completed');
  });
}

async function hold(hour: Hour, { agent, diary: call, isOver }: HourLine, isHeld: boolean): Promise<void> {
  if (isOver || agent === null) return;
  const now = hour.timeline.now();
  agent.isHolding = isHeld;
  if (isHeld) {
    hour.counts.holds += 1;
    call.holds.push({ from: now, to: null });
  } else {
    const last = call.holds.at(-1);
    if (last) last.to = now;
  }
  await hour.asAgent(agent, 'PUT', `/api/v1/calls/${call.id}/${isHeld ? 'hold' : 'unhold'}`);
}

export async function finish(hour: Hour, line: HourLine, status: string): Promise<void> {
  const { lines } = hour;
  if (!lines.end(line, status)) return;
  const { agent, diary: call } = line;
  if (agent) endRing(hour, agent, call);
  if (agent?.call === call) endTalk(hour, agent, line);
  lines.leaveConference(line);
  await lines.report(line);
}

/** The server ends ignored rings, and the others once an agent has accepted. */
function endRing({ timeline }: Hour, agent: AgentNow, call: DiaryCall): void {
  const ring = agent.rings.get(call.id);
  if (!ring) return;
  const now = timeline.now();
  agent.rings.delete(call.id);
  ring.to = now;
  if (ring.outcome === 'ringing') ring.outcome = now - ring.from >= RING_TIMEOUT_MS ? 'missed' : 'withdrawn';
  agent.lastEndedAt = now;
}

export function endTalk(hour: Hour, agent: AgentNow, { diary: call, callUserId }: HourLine): void {
  const { timeline, between } = hour;
  const now = timeline.now();
  call.endedAt = now;
  const hold = call.holds.at(-1);
  if (hold && hold.to === null) hold.to = now;
  agent.call = null;
  agent.isHolding = false;
  agent.lastEndedAt = now;
  const { wrapUp, wrapUpSeconds } = agent.team;
  if (wrapUp !== 'none')
    call.wrapUp = {
      from: now,
      limit: wrapUp === 'fixed' ? wrapUpSeconds * SECOND : Number.POSITIVE_INFINITY,
      to: null,
    };
  timeline.run(() => showOnPhone(hour, agent, 'disposition', callUserId));
  const typing = between(4, 30) * SECOND;
  timeline.after(typing, () => chooseResult(hour, agent, call));
  timeline.after(typing + 2 * SECOND, () => showOnPhone(hour, agent, 'note', callUserId));
  timeline.after(typing + between(6, 40) * SECOND, async () => {
    if (call.wrapUp) call.wrapUp.to = timeline.now();
    await showOnPhone(hour, agent, 'waiting');
  });
}
