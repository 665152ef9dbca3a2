/** Simulates agents and leads who answer, ignore, talk and hang up during a week. Records violations. */
import { RING_TIMEOUT_MS } from '@offhook/contract/limits';
import { localTime } from '@offhook/contract/weekly-schedule';
import twilio from 'twilio';
import type { ServerProcesses } from '../servers/server-processes.ts';
import type { ProvidedCall, TestNetwork } from './fake-provider.ts';
import type { WeekAgent } from './week-account.ts';

const SECOND = 1_000;
const RING_MS = RING_TIMEOUT_MS;

export interface NetworkLead {
  readonly phoneNumber: string;
  readonly zone: string;
  /** Probability of an answer, 0 to 1. */
  readonly answerProbability: number;
}

export interface WeekNetwork extends TestNetwork {
  advanceTo(now: number): Promise<void>;
  /** Time of the next scheduled event, in ms since 1970. */
  next(): number | null;
  isBusy(): boolean;
  readonly winners: ReadonlyMap<number, ReadonlySet<number>>;
  readonly violations: readonly string[];
  readonly counts: { readonly talks: number; readonly dials: number };
}

export interface NetworkDeps {
  readonly servers: () => ServerProcesses;
  readonly agent: (id: number) => WeekAgent;
  readonly lead: (phoneNumber: string) => NetworkLead;
  readonly random: () => number;
  readonly publicUrl: string;
  readonly authToken: string;
  /** Called for every request in either direction. */
  readonly onActivity: () => void;
}

interface Line {
  readonly call: ProvidedCall;
  readonly callId: number;
  /** Path and query of the status callback. */
  readonly statusPath: string;
  readonly offerPath: string;
  readonly agent: WeekAgent | null;
  readonly callUserId: number;
  isOver: boolean;
  hasJoined: boolean;
}

export function createWeekNetwork(deps: NetworkDeps): WeekNetwork {
  const { random, publicUrl } = deps;
  const timeline: { readonly at: number; readonly action: () => Promise<void> }[] = [];
  const pending = new Set<Promise<void>>();
  const lines = new Map<string, Line>();
  const winners = new Map<number, Set<number>>();
  const violations: string[] = [];
  const counts = { talks: 0, dials: 0 };
  let now = 0;
  let failure: unknown = null;

  const schedule = (ms: number, action: () => Promise<void>) => timeline.push({ at: now + ms, action });
  const pick = <T>(...list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const pathOf = (url: string | undefined) => (url ?? '').replace(publicUrl, '').split('#')[0] ?? '';

  function run(action: () => Promise<void>): void {
    const work = action()
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => pending.delete(work));
    pending.add(work);
  }

  async function send(path: string, request: RequestInit): Promise<string> {
    deps.onActivity();
    const { status, text } = await deps.servers().send(path, request);
    if (status >= 400) violations.push(`${request.method} ${path.split('?')[0]}: ${status} ${text}`);
    return text;
  }

  const webhook = (path: string, form: Record<string, string>) =>
    send(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': twilio.getExpectedTwilioSignature(deps.authToken, publicUrl + path, form),
      },
      body: new URLSearchParams(form).toString(),
    });

  const asAgent = ({ headers }: WeekAgent, method: string, path: string, body?: object) =>
    send(path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  async function report({ call, statusPath }: Line): Promise<void> {
    await webhook(statusPath, { CallSid: call.sid, CallStatus: call.status });
  }

  const reportConference = ({ call, callId }: Line, event: string) =>
    webhook(`/twilio/status/conference?call_id=${callId}`, {
      ConferenceSid: `CF${String(callId).padStart(32, '0')}`,
      StatusCallbackEvent: event,
      CallSid: call.sid,
    });

  async function finish(line: Line, status: string): Promise<void> {
    if (line.isOver) return;
    line.isOver = true;
    line.call.status = status;
    line.call.endedAt = new Date(now);
    if (line.hasJoined) run(async () => void (await reportConference(line, 'participant-leave')));
    // Some reports get lost; the reconciliation must make up for that.
    if (random() >= 0.05) await report(line);
  }

  async function answer(line: Line): Promise<void> {
    line.call.status = 'in-progress';
    line.call.startedAt = new Date(now);
    await report(line);
  }

  async function join(line: Line): Promise<void> {
    line.hasJoined = true;
    await reportConference(line, 'participant-join');
    const all = [...lines.values()].filter(
      ({ callId, hasJoined, isOver }) => callId === line.callId && hasJoined && !isOver,
    );
    const agent = all.find((one) => one.agent !== null);
    const lead = all.find((one) => one.agent === null);
    if (agent && lead) talk(agent, lead);
  }

  function talk(agent: Line, lead: Line): void {
    counts.talks += 1;
    schedule(pick(20, 40, 60) * SECOND, async () => {
      if (random() < 0.5) {
        run(() => finish(agent, 'completed'));
        await asAgent(agent.agent as WeekAgent, 'POST', `/api/v1/calls/${agent.callId}/hangup`);
      } else await finish(lead, 'completed');
    });
    schedule(90 * SECOND, async () => {
      const status = pick('contacted', 'contacted', 'contacted', 'voicemail', 'removed', null);
      if (status === null) return;
      await asAgent(agent.agent as WeekAgent, 'POST', `/apps/webrtc/${agent.callId}/disposition`, { status });
    });
  }

  async function ring(line: Line, agent: WeekAgent): Promise<void> {
    line.call.status = 'ringing';
    run(async () => void (await asAgent(agent, 'GET', `/api/v1/callusers/${line.callUserId}`)));
    const chance = random();
    if (chance < 0.75) schedule(pick(3, 3, 10, 25) * SECOND, () => acceptRing(line, agent));
    else if (chance < 0.9)
      schedule(5 * SECOND, async () => {
        if (line.isOver) return;
        await asAgent(agent, 'POST', `/apps/webrtc/${line.callId}/reject`);
      });
    schedule(RING_MS, async () => {
      if (line.call.startedAt === null) await finish(line, 'no-answer');
    });
    await report(line);
  }

  async function acceptRing(line: Line, agent: WeekAgent): Promise<void> {
    if (line.isOver) return;
    run(() => answer(line));
    const twiml = await webhook(line.offerPath, { CallSid: line.call.sid });
    if (!twiml.includes('<Conference')) return finish(line, 'completed');
    const known = winners.get(line.callId) ?? new Set();
    winners.set(line.callId, known.add(line.callUserId));
    for (const other of lines.values())
      if (other !== line && other.agent?.id === agent.id && other.hasJoined && !other.isOver)
        violations.push(`agent ${agent.id} is in two calls, ${other.callId} and ${line.callId}`);
    if (!line.isOver) await join(line);
  }

  async function dial(line: Line): Promise<void> {
    counts.dials += 1;
    const { zone, answerProbability } = deps.lead(line.call.to);
    const { minute } = localTime(zone, now);
    if (minute < 480 || minute >= 1_260)
      violations.push(`lead ${line.call.to} is dialed at minute ${minute} in ${zone}`);
    for (const other of lines.values())
      if (other !== line && other.call.to === line.call.to && !other.isOver)
        violations.push(`lead ${line.call.to} is dialed twice concurrently`);
    line.call.status = 'ringing';
    if (random() < answerProbability)
      schedule(5 * SECOND, async () => {
        if (line.isOver) return;
        run(() => answer(line));
        await join(line);
      });
    else schedule(pick(3, 45) * SECOND, () => finish(line, pick('busy', 'no-answer')));
    await report(line);
  }

  return {
    callCreated(call, { conference, fields }) {
      deps.onActivity();
      const statusPath = pathOf(fields['StatusCallback']);
      const parameters = new URL(statusPath, publicUrl).searchParams;
      const [, user, callUser] = /^client:user_(\d+)_[0-9a-f]{32}\?call_user_id=(\d+)$/.exec(call.to) ?? [];
      const agent = conference === null ? deps.agent(Number(user)) : null;
      const line: Line = {
        call,
        statusPath,
        agent,
        callId: Number(parameters.get('call_id')),
        offerPath: pathOf(fields['Url']),
        callUserId: Number(callUser),
        isOver: false,
        hasJoined: false,
      };
      lines.set(call.sid, line);
      run(() => (agent ? ring(line, agent) : dial(line)));
    },
    callChanged(call, fields) {
      deps.onActivity();
      const line = lines.get(call.sid);
      if (line) run(() => finish(line, fields['Twiml'] === undefined ? call.status : 'completed'));
    },
    async advanceTo(moment) {
      now = moment;
      const due = timeline.filter(({ at }) => at <= now);
      for (const one of due) timeline.splice(timeline.indexOf(one), 1);
      for (const { action } of due) run(action);
      while (pending.size > 0) await Promise.all(pending);
      if (failure !== null) throw failure;
    },
    next: () => (timeline.length === 0 ? null : Math.min(...timeline.map(({ at }) => at))),
    isBusy: () => pending.size > 0,
    winners,
    violations,
    counts,
  };
}
