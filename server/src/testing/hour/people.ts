/** The agents, leads and callers of the simulated hour. What they do is random; what they did is in the diary. */

import type { Disposition, PhoneStateName } from '@offhook/contract/entities';
import { RING_TIMEOUT_MS } from '@offhook/contract/limits';
import twilio from 'twilio';
import type { ServerProcesses } from '../servers/server-processes.ts';
import type { ProvidedCall, TestNetwork } from '../world/fake-provider.ts';
import type { WeekAgent } from '../world/week-account.ts';
import { API_KEY, type HourAccount, type HourTeam, ZONE } from './account.ts';
import type { Diary, DiaryCall, DiaryRing } from './diary.ts';

const SECOND = 1_000;

/** An agent's own record of the moment. */
export interface AgentNow {
  readonly id: number;
  readonly team: HourTeam;
  readonly headers: WeekAgent['headers'];
  /** By call. A new ring can arrive at the phone just before the end of the one before. */
  readonly rings: Map<number, DiaryRing>;
  call: DiaryCall | null;
  isHolding: boolean;
  phone: PhoneStateName;
  phoneChangedAt: number | null;
  lastEndedAt: number | null;
  status: 'available' | 'break';
  statusSince: number | null;
  isSignedIn: boolean;
}

export interface People extends TestNetwork {
  advanceTo(now: number): Promise<void>;
  /** Time of the next scheduled event, in ms since 1970. */
  next(): number | null;
  isBusy(): boolean;
  /** Once all work of a moment is done: no agent has two calls or rings. */
  check(): void;
  schedule(at: number, action: () => Promise<void>): void;
  postLead(lead: {
    readonly phoneNumber: string;
    readonly team: HourTeam;
    readonly form: string | null;
  }): Promise<void>;
  /** @param patienceMs hangs up if no agent accepts within this time */
  callIn(caller: {
    readonly phoneNumber: string;
    readonly team: HourTeam;
    readonly patienceMs: number;
  }): Promise<void>;
  takeBreak(agent: AgentNow, ms: number): Promise<void>;
  leave(agent: AgentNow): Promise<void>;
  /** Adds a missing result, long after the call. */
  addLateResult(call: DiaryCall, result: Disposition): Promise<void>;
  readonly agents: ReadonlyMap<number, AgentNow>;
  readonly violations: readonly string[];
  /** How often the provider was asked to create each leg. */
  readonly requested: ReadonlyMap<number, number>;
  readonly counts: Readonly<Record<'holds' | 'undone' | 'late' | 'abandoned' | 'breaks', number>>;
}

export interface PeopleDeps {
  readonly account: HourAccount;
  readonly diary: Diary;
  readonly servers: () => ServerProcesses;
  readonly provided: (call: ProvidedCall) => void;
  readonly random: () => number;
  readonly publicUrl: string;
  readonly authToken: string;
}

interface Line {
  readonly call: ProvidedCall;
  readonly diary: DiaryCall;
  readonly statusPath: string;
  readonly offerPath: string;
  readonly agent: AgentNow | null;
  readonly callUserId: number;
  isOver: boolean;
  hasJoined: boolean;
}

export function createPeople(deps: PeopleDeps): People {
  const { random, publicUrl, diary } = deps;
  const timeline: { readonly at: number; readonly action: () => Promise<void> }[] = [];
  const pending = new Set<Promise<void>>();
  const lines = new Map<string, Line>();
  const violations: string[] = [];
  const requested = new Map<number, number>();
  const counts = { holds: 0, undone: 0, late: 0, abandoned: 0, breaks: 0 };
  const agents = new Map(
    deps.account.teams.flatMap((team) =>
      team.agents.map(({ id, headers }): [number, AgentNow] => [
        id,
        {
          id,
          team,
          headers,
          rings: new Map(),
          call: null,
          isHolding: false,
          phone: 'waiting',
          phoneChangedAt: null,
          lastEndedAt: null,
          status: 'available',
          statusSince: null,
          isSignedIn: true,
        },
      ]),
    ),
  );
  let now = 0;
  let callers = 0;
  let failure: unknown = null;

  const after = (ms: number, action: () => Promise<void>) => timeline.push({ at: now + ms, action });
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from));
  const pick = <T>(...list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const pathOf = (url: string | undefined) => (url ?? '').replace(publicUrl, '').split('#')[0] ?? '';

  function run(action: () => Promise<unknown>): void {
    const work: Promise<void> = action()
      .then(() => undefined)
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => pending.delete(work));
    pending.add(work);
  }

  async function send(path: string, request: RequestInit): Promise<string> {
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

  const asAgent = ({ headers }: AgentNow, method: string, path: string, body?: object) =>
    send(path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  /** A phone reports its states one after the other, as the real one does. */
  const reported = new Map<number, Promise<unknown>>();
  async function showOnPhone(agent: AgentNow, state: PhoneStateName, callUserId: number | null = null) {
    if (agent.phone !== state) agent.phoneChangedAt = now;
    agent.phone = state;
    const sent = (reported.get(agent.id) ?? Promise.resolve()).then(() =>
      asAgent(agent, 'POST', '/api/v1/presence', {
        phone_id: `phone-${agent.id}`,
        state,
        device: 'registered',
        audio: 'ready',
        call_user_id: callUserId,
      }),
    );
    reported.set(
      agent.id,
      sent.catch(() => {}),
    );
    await sent;
  }

  const report = ({ call, statusPath }: Line) =>
    webhook(statusPath, { CallSid: call.sid, CallStatus: call.status });

  const reportConference = ({ call, diary: { id } }: Line, event: string) =>
    webhook(`/twilio/status/conference?call_id=${id}`, {
      ConferenceSid: `CF${String(id).padStart(32, '0')}`,
      StatusCallbackEvent: event,
      CallSid: call.sid,
    });

  async function finish(line: Line, status: string): Promise<void> {
    if (line.isOver) return;
    line.isOver = true;
    line.call.status = status;
    line.call.endedAt = new Date(now);
    const { agent, diary: call } = line;
    if (agent) endRing(agent, call);
    if (agent?.call === call) endTalk(agent, call, line.callUserId);
    if (line.hasJoined) run(() => reportConference(line, 'participant-leave'));
    await report(line);
  }

  /** The server ends ignored rings, and the others once an agent has accepted. */
  function endRing(agent: AgentNow, call: DiaryCall): void {
    const ring = agent.rings.get(call.id);
    if (!ring) return;
    agent.rings.delete(call.id);
    ring.to = now;
    if (ring.outcome === 'ringing')
      ring.outcome = now - ring.from >= RING_TIMEOUT_MS ? 'missed' : 'withdrawn';
    agent.lastEndedAt = now;
  }

  function endTalk(agent: AgentNow, call: DiaryCall, callUserId: number): void {
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
    run(() => showOnPhone(agent, 'disposition', callUserId));
    const typing = between(4, 30) * SECOND;
    after(typing, () => chooseResult(agent, call));
    after(typing + 2 * SECOND, () => showOnPhone(agent, 'note', callUserId));
    after(typing + between(6, 40) * SECOND, async () => {
      if (call.wrapUp) call.wrapUp.to = now;
      await showOnPhone(agent, 'waiting');
    });
  }

  const setResult = async (agent: AgentNow, call: DiaryCall, result: Disposition) => {
    await asAgent(agent, 'POST', `/apps/webrtc/${call.id}/disposition`, { status: result });
    call.result = result;
  };

  async function chooseResult(agent: AgentNow, call: DiaryCall): Promise<void> {
    const result =
      call.answeredAt === null
        ? pick<Disposition | null>('missed', 'missed', 'voicemail', null)
        : pick<Disposition | null>(
            'contacted',
            'contacted',
            'contacted',
            'contacted',
            'voicemail',
            'removed',
            null,
          );
    if (result === null) return;
    await setResult(agent, call, result);
    if (random() >= 0.15) return;
    after(6 * SECOND, async () => {
      await asAgent(agent, 'POST', `/apps/webrtc/${call.id}/disposition/undo`);
      call.result = null;
      counts.undone += 1;
      if (random() < 0.6) after(4 * SECOND, () => setResult(agent, call, pick('contacted', 'voicemail')));
    });
  }

  async function answer(line: Line): Promise<void> {
    line.call.status = 'in-progress';
    line.call.startedAt = new Date(now);
    await report(line);
  }

  async function join(line: Line): Promise<void> {
    line.hasJoined = true;
    await reportConference(line, 'participant-join');
    const all = [...lines.values()].filter((one) => one.diary === line.diary && one.hasJoined && !one.isOver);
    const agent = all.find((one) => one.agent !== null);
    const other = all.find((one) => one.agent === null);
    if (agent && other) talk(agent, other);
  }

  function talk(agentLine: Line, other: Line): void {
    const agent = agentLine.agent as AgentNow;
    const call = agentLine.diary;
    call.answeredAt ??= now;
    const ms = between(30, 360) * SECOND;
    if (random() < 0.3) {
      after(ms * 0.3, () => hold(agentLine, true));
      // Some leads hang up while they hear the music.
      if (random() < 0.8) after(ms * 0.3 + between(8, 20) * SECOND, () => hold(agentLine, false));
    }
    after(ms, async () => {
      if (agentLine.isOver || other.isOver) return;
      if (random() < 0.5) {
        run(() => finish(agentLine, 'completed'));
        await asAgent(agent, 'POST', `/api/v1/calls/${call.id}/hangup`);
      } else await finish(other, 'completed');
    });
  }

  async function hold({ agent, diary: call, isOver }: Line, isHeld: boolean): Promise<void> {
    if (isOver || agent === null) return;
    agent.isHolding = isHeld;
    if (isHeld) {
      counts.holds += 1;
      call.holds.push({ from: now, to: null });
    } else {
      const last = call.holds.at(-1);
      if (last) last.to = now;
    }
    await asAgent(agent, 'PUT', `/api/v1/calls/${call.id}/${isHeld ? 'hold' : 'unhold'}`);
  }

  async function ring(line: Line, agent: AgentNow): Promise<void> {
    const { diary: call } = line;
    const rung: DiaryRing = { userId: agent.id, from: now, to: null, outcome: 'ringing' };
    call.rings.push(rung);
    agent.rings.set(call.id, rung);
    line.call.status = 'ringing';
    const chance = random() * 100;
    if (chance < agent.team.acceptPercent) after(between(4, 26) * SECOND, () => acceptRing(line, agent));
    else if (chance < agent.team.acceptPercent + 8)
      after(6 * SECOND, async () => {
        if (line.isOver) return;
        rung.outcome = 'ignored';
        await asAgent(agent, 'POST', `/apps/webrtc/${call.id}/reject`);
      });
    after(RING_TIMEOUT_MS, async () => {
      if (line.call.startedAt === null) await finish(line, 'no-answer');
    });
    await Promise.all([readRing(line, agent), report(line)]);
  }

  /** The phone acknowledges its ring by reading it, and the agent sees whose call it is. */
  async function readRing(line: Line, agent: AgentNow): Promise<void> {
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

  async function acceptRing(line: Line, agent: AgentNow): Promise<void> {
    if (line.isOver) return;
    run(() => answer(line));
    const twiml = await webhook(line.offerPath, { CallSid: line.call.sid });
    if (!twiml.includes('<Conference')) return finish(line, 'completed');
    const { diary: call } = line;
    if (call.agentId !== null) violations.push(`call ${call.id} has two agents`);
    call.agentId = agent.id;
    call.acceptedAt = now;
    const ring = agent.rings.get(call.id);
    if (ring) Object.assign(ring, { outcome: 'accepted', to: now });
    agent.rings.delete(call.id);
    agent.call = call;
    // A caller is on the line already, and may hang up at this moment.
    if (call.party?.kind === 'inbound') call.answeredAt = now;
    if (line.isOver) return endTalk(agent, call, line.callUserId);
    run(() => showOnPhone(agent, 'oncall', line.callUserId));
    await join(line);
  }

  async function dial(line: Line): Promise<void> {
    line.diary.isDialed = true;
    line.call.status = 'ringing';
    const chance = random();
    if (chance < 0.78)
      after(between(4, 14) * SECOND, async () => {
        if (line.isOver) return;
        run(() => answer(line));
        await join(line);
      });
    else if (chance < 0.88) after(4 * SECOND, () => finish(line, 'busy'));
    else after(28 * SECOND, () => finish(line, 'no-answer'));
    await report(line);
  }

  return {
    agents,
    violations,
    requested,
    counts,
    check() {
      for (const { id, rings, call } of agents.values())
        if (rings.size + (call ? 1 : 0) > 1) violations.push(`agent ${id} has two calls or rings`);
    },
    schedule: (at, action) => void timeline.push({ at, action }),
    callCreated(call, { conference, fields }) {
      const statusPath = pathOf(fields['StatusCallback']);
      const ids = new URL(statusPath, publicUrl).searchParams;
      const legId = Number(ids.get('leg_id'));
      requested.set(legId, (requested.get(legId) ?? 0) + 1);
      const [, user, callUser] = /^client:user_(\d+)_[0-9a-f]{32}\?call_user_id=(\d+)$/.exec(call.to) ?? [];
      const agent = conference === null ? (agents.get(Number(user)) ?? null) : null;
      const line: Line = {
        call,
        statusPath,
        agent,
        diary: diary.call(Number(ids.get('call_id')), now),
        offerPath: pathOf(fields['Url']),
        callUserId: Number(callUser),
        isOver: false,
        hasJoined: false,
      };
      lines.set(call.sid, line);
      run(() => (agent ? ring(line, agent) : dial(line)));
    },
    callChanged(call, fields) {
      const line = lines.get(call.sid);
      if (line) run(() => finish(line, fields['Twiml'] === undefined ? call.status : 'completed'));
    },
    async postLead({ phoneNumber, team, form }) {
      const at = now;
      const text = await send('/api/v1/leads', {
        method: 'POST',
        headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify({ phone_number: phoneNumber, time_zone: ZONE, team_id: team.id, form }),
      });
      const { call_id } = JSON.parse(text) as { call_id: number | null };
      if (call_id === null) return void violations.push(`the lead ${phoneNumber} isn't called: ${text}`);
      diary.call(call_id, at).party = {
        kind: 'lead',
        phoneNumber,
        teamId: team.id,
        form,
        arrivedAt: at,
        retries: team.retries,
      };
    },
    async callIn({ phoneNumber, team, patienceMs }) {
      const sid = `CAcaller${String(++callers).padStart(26, '0')}`;
      const at = now;
      const call: ProvidedCall = {
        sid,
        to: team.number,
        status: 'in-progress',
        createdAt: new Date(at),
        startedAt: new Date(at),
        endedAt: null,
      };
      deps.provided(call);
      const twiml = await webhook('/twilio/voice/inbound', {
        CallSid: sid,
        From: phoneNumber,
        To: team.number,
        CallStatus: 'ringing',
        Direction: 'inbound',
      });
      const id = Number(/>call-(\d+)<\/Conference>/.exec(twiml)?.[1]);
      if (!id) return void violations.push(`the caller ${phoneNumber} isn't received: ${twiml}`);
      const known = diary.call(id, at);
      known.party = { kind: 'inbound', phoneNumber, teamId: team.id, form: null, arrivedAt: at, retries: 0 };
      const line: Line = {
        call,
        diary: known,
        statusPath: '/twilio/status/leg',
        offerPath: '',
        agent: null,
        callUserId: 0,
        isOver: false,
        hasJoined: false,
      };
      lines.set(sid, line);
      await join(line);
      after(patienceMs, async () => {
        if (known.agentId !== null || line.isOver) return;
        counts.abandoned += 1;
        await finish(line, 'completed');
      });
    },
    async takeBreak(agent, ms) {
      const isFree = agent.rings.size === 0 && !agent.call && agent.phone === 'waiting';
      if (!isFree || agent.status === 'break' || !agent.isSignedIn) return;
      counts.breaks += 1;
      agent.status = 'break';
      agent.statusSince = now;
      await asAgent(agent, 'PUT', '/api/v1/user/status', { status: 'break' });
      after(ms, async () => {
        agent.status = 'available';
        agent.statusSince = now;
        await asAgent(agent, 'PUT', '/api/v1/user/status', { status: 'available' });
      });
    },
    async leave(agent) {
      if (agent.rings.size > 0 || agent.call || agent.phone !== 'waiting' || agent.status === 'break') return;
      agent.isSignedIn = false;
      await asAgent(agent, 'POST', '/api/v1/presence', {
        phone_id: `phone-${agent.id}`,
        state: 'waiting',
        device: 'registered',
        audio: 'ready',
        leaving: true,
      });
    },
    async addLateResult(call, result) {
      const agent = agents.get(call.agentId ?? 0);
      if (!agent || call.result !== null || call.endedAt === null) return;
      counts.late += 1;
      await setResult(agent, call, result);
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
  };
}
