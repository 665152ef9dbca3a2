/** Simulates agents and leads who answer, ignore, talk and hang up during a week. Records violations. */
import { RING_TIMEOUT_MS } from '@offhook/contract/limits';
import { localTime } from '@offhook/contract/weekly-schedule';
import { createLines, type Line, requestedLine } from '../network/lines.ts';
import { createRequests, type RequestDeps } from '../network/requests.ts';
import { createTimeline, type Timeline } from '../network/timeline.ts';
import type { TestNetwork } from './fake-provider.ts';
import type { WeekAgent } from './week-account.ts';

const SECOND = 1_000;
const RING_MS = RING_TIMEOUT_MS;

export interface NetworkLead {
  readonly phoneNumber: string;
  readonly zone: string;
  /** Probability of an answer, 0 to 1. */
  readonly answerProbability: number;
}

export interface WeekNetwork extends TestNetwork, Pick<Timeline, 'advanceTo' | 'next' | 'isBusy'> {
  readonly winners: ReadonlyMap<number, ReadonlySet<number>>;
  readonly violations: readonly string[];
  readonly counts: { readonly talks: number; readonly dials: number };
}

export interface NetworkDeps extends RequestDeps {
  readonly agent: (id: number) => WeekAgent;
  readonly lead: (phoneNumber: string) => NetworkLead;
  readonly random: () => number;
  /** Called for every request in either direction. */
  readonly onActivity: () => void;
}

interface WeekLine extends Line {
  readonly agent: WeekAgent | null;
}

export function createWeekNetwork(deps: NetworkDeps): WeekNetwork {
  const { random } = deps;
  const timeline = createTimeline();
  const { after, run } = timeline;
  const { webhook, asAgent, violations } = createRequests({
    ...deps,
    servers: () => {
      deps.onActivity();
      return deps.servers();
    },
  });
  const lines = createLines<WeekLine>(timeline, { webhook });
  const winners = new Map<number, Set<number>>();
  const counts = { talks: 0, dials: 0 };

  const pick = <T>(...list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

  async function finish(line: WeekLine, status: string): Promise<void> {
    if (!lines.end(line, status)) return;
    lines.leaveConference(line);
    // Some reports get lost; the reconciliation must make up for that.
    if (random() >= 0.05) await lines.report(line);
  }

  async function join(line: WeekLine): Promise<void> {
    const sides = await lines.join(line);
    if (sides) talk(sides.agent, sides.other);
  }

  function talk(agent: WeekLine, lead: WeekLine): void {
    counts.talks += 1;
    after(pick(20, 40, 60) * SECOND, async () => {
      if (random() < 0.5) {
        run(() => finish(agent, 'completed'));
        await asAgent(agent.agent as WeekAgent, 'POST', `/api/v1/calls/${agent.callId}/hangup`);
      } else await finish(lead, 'completed');
    });
    after(90 * SECOND, async () => {
      const status = pick('contacted', 'contacted', 'contacted', 'voicemail', 'removed', null);
      if (status === null) return;
      await asAgent(agent.agent as WeekAgent, 'POST', `/apps/webrtc/${agent.callId}/disposition`, { status });
    });
  }

  async function ring(line: WeekLine, agent: WeekAgent): Promise<void> {
    line.call.status = 'ringing';
    run(() => asAgent(agent, 'GET', `/api/v1/callusers/${line.callUserId}`));
    const chance = random();
    if (chance < 0.75) after(pick(3, 3, 10, 25) * SECOND, () => acceptRing(line, agent));
    else if (chance < 0.9)
      after(5 * SECOND, async () => {
        if (line.isOver) return;
        await asAgent(agent, 'POST', `/apps/webrtc/${line.callId}/reject`);
      });
    after(RING_MS, async () => {
      if (line.call.startedAt === null) await finish(line, 'no-answer');
    });
    await lines.report(line);
  }

  async function acceptRing(line: WeekLine, agent: WeekAgent): Promise<void> {
    if (line.isOver) return;
    run(() => lines.answer(line));
    const twiml = await webhook(line.offerPath, { CallSid: line.call.sid });
    if (!twiml.includes('<Conference')) return finish(line, 'completed');
    const known = winners.get(line.callId) ?? new Set();
    winners.set(line.callId, known.add(line.callUserId));
    for (const other of lines.all())
      if (other !== line && other.agent?.id === agent.id && other.hasJoined && !other.isOver)
        violations.push(`agent ${agent.id} is in two calls, ${other.callId} and ${line.callId}`);
    if (!line.isOver) await join(line);
  }

  async function dial(line: WeekLine): Promise<void> {
    counts.dials += 1;
    const { zone, answerProbability } = deps.lead(line.call.to);
    const { minute } = localTime(zone, timeline.now());
    if (minute < 480 || minute >= 1_260)
      violations.push(`lead ${line.call.to} is dialed at minute ${minute} in ${zone}`);
    for (const other of lines.all())
      if (other !== line && other.call.to === line.call.to && !other.isOver)
        violations.push(`lead ${line.call.to} is dialed twice concurrently`);
    line.call.status = 'ringing';
    if (random() < answerProbability)
      after(5 * SECOND, async () => {
        if (line.isOver) return;
        run(() => lines.answer(line));
        await join(line);
      });
    else after(pick(3, 45) * SECOND, () => finish(line, pick('busy', 'no-answer')));
    await lines.report(line);
  }

  return {
    callCreated(call, request) {
      deps.onActivity();
      const { userId, ...requested } = requestedLine(call, request, deps.publicUrl);
      const agent = userId === null ? null : deps.agent(userId);
      const line: WeekLine = { ...requested, agent };
      lines.add(line);
      run(() => (agent ? ring(line, agent) : dial(line)));
    },
    callChanged(call, fields) {
      deps.onActivity();
      const line = lines.of(call);
      if (line) run(() => finish(line, fields['Twiml'] === undefined ? call.status : 'completed'));
    },
    advanceTo: timeline.advanceTo,
    next: timeline.next,
    isBusy: timeline.isBusy,
    winners,
    violations,
    counts,
  };
}
