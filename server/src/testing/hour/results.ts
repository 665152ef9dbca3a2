/** Results that agents choose after a call, take back, or add much later. */
import type { Disposition } from '@offhook/contract/calls/dispositions';
import type { DiaryCall } from './diary.ts';
import { type AgentNow, type Hour, SECOND } from './hour.ts';

async function setResult({ asAgent }: Hour, agent: AgentNow, call: DiaryCall, result: Disposition) {
  await asAgent(agent, 'POST', `/apps/webrtc/${call.id}/disposition`, { status: result });
  call.result = result;
}

const AFTER_A_TALK = [
  'contacted',
  'contacted',
  'contacted',
  'contacted',
  'voicemail',
  'removed',
  null,
] as const;

export async function chooseResult(hour: Hour, agent: AgentNow, call: DiaryCall): Promise<void> {
  const { timeline, pick, random, counts } = hour;
  const result =
    call.answeredAt === null ? pick('missed', 'missed', 'voicemail', null) : pick(...AFTER_A_TALK);
  if (result === null) return;
  await setResult(hour, agent, call, result);
  if (random() >= 0.15) return;
  timeline.after(6 * SECOND, async () => {
    await hour.asAgent(agent, 'POST', `/apps/webrtc/${call.id}/disposition/undo`);
    call.result = null;
    counts.undone += 1;
    if (random() < 0.6)
      timeline.after(4 * SECOND, () => setResult(hour, agent, call, pick('contacted', 'voicemail')));
  });
}

/** Adds a missing result, long after the call. */
export async function addLateResult(hour: Hour, call: DiaryCall, result: Disposition): Promise<void> {
  const agent = hour.agents.get(call.agentId ?? 0);
  if (!agent || call.result !== null || call.endedAt === null) return;
  hour.counts.late += 1;
  await setResult(hour, agent, call, result);
}
