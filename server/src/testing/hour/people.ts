/** The agents, leads and callers of the simulated hour. What they do is random; what they did is in the diary. */
import type { Disposition } from '@offhook/contract/calls/dispositions';
import { requestedLine } from '../network/lines.ts';
import type { Timeline } from '../network/timeline.ts';
import type { TestNetwork } from '../world/fake-provider.ts';
import { leave, takeBreak } from './agent-states.ts';
import { finish } from './conversations.ts';
import type { DiaryCall } from './diary.ts';
import { type AgentNow, createHour, type Hour, type HourDeps } from './hour.ts';
import { callIn, dial, type NewCaller, type NewLead, postLead } from './leads.ts';
import { addLateResult } from './results.ts';
import { ring } from './rings.ts';

export interface People
  extends TestNetwork,
    Pick<Timeline, 'advanceTo' | 'next' | 'isBusy' | 'schedule'>,
    Pick<Hour, 'agents'> {
  /** Once all work of a moment is done: no agent has two calls or rings. */
  check(): void;
  postLead(lead: NewLead): Promise<void>;
  callIn(caller: NewCaller): Promise<void>;
  takeBreak(agent: AgentNow, ms: number): Promise<void>;
  leave(agent: AgentNow): Promise<void>;
  /** Adds a missing result, long after the call. */
  addLateResult(call: DiaryCall, result: Disposition): Promise<void>;
  readonly violations: readonly string[];
  /** How often the provider was asked to create each leg. */
  readonly requested: ReadonlyMap<number, number>;
  readonly counts: Readonly<Hour['counts']>;
}

export function createPeople(deps: HourDeps): People {
  const hour = createHour(deps);
  const { timeline, lines, agents, violations } = hour;
  const requested = new Map<number, number>();
  let callers = 0;
  return {
    agents,
    violations,
    requested,
    counts: hour.counts,
    check() {
      for (const { id, rings, call } of agents.values())
        if (rings.size + (call ? 1 : 0) > 1) violations.push(`agent ${id} has two calls or rings`);
    },
    callCreated(call, request) {
      const { legId, userId, ...asked } = requestedLine(call, request, deps.publicUrl);
      requested.set(legId, (requested.get(legId) ?? 0) + 1);
      const agent = userId === null ? null : (agents.get(userId) ?? null);
      const line = { ...asked, agent, diary: deps.diary.call(asked.callId, timeline.now()) };
      lines.add(line);
      timeline.run(() => (agent ? ring(hour, line, agent) : dial(hour, line)));
    },
    callChanged(call, fields) {
      const line = lines.of(call);
      if (line)
        timeline.run(() => finish(hour, line, fields['Twiml'] === undefined ? call.status : 'completed'));
    },
    postLead: (lead) => postLead(hour, lead),
    callIn: (caller) => callIn(hour, `CAcaller${String(++callers).padStart(26, '0')}`, caller),
    takeBreak: (agent, ms) => takeBreak(hour, agent, ms),
    leave: (agent) => leave(hour, agent),
    addLateResult: (call, result) => addLateResult(hour, call, result),
    schedule: timeline.schedule,
    advanceTo: timeline.advanceTo,
    next: timeline.next,
    isBusy: timeline.isBusy,
  };
}
