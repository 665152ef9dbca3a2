/** Leads and callers: how they arrive, and whether they answer. */
import type { ProvidedCall } from '../world/fake-provider.ts';
import { API_KEY, type HourTeam, ZONE } from './account.ts';
import { finish, join } from './conversations.ts';
import { type Hour, type HourLine, SECOND } from './hour.ts';

export interface NewLead {
  readonly phoneNumber: string;
  readonly team: HourTeam;
  readonly form: string | null;
}

export interface NewCaller {
  readonly phoneNumber: string;
  readonly team: HourTeam;
  /** Hangs up if no agent accepts within this time. */
  readonly patienceMs: number;
}

export async function postLead(hour: Hour, { phoneNumber, team, form }: NewLead): Promise<void> {
  const at = hour.timeline.now();
  const text = await hour.send('/api/v1/leads', {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ phone_number: phoneNumber, time_zone: ZONE, team_id: team.id, form }),
  });
  const { call_id } = JSON.parse(text) as { call_id: number | null };
  if (call_id === null) return void hour.violations.push(`the lead ${phoneNumber} isn't called: ${text}`);
  hour.diary.call(call_id, at).party = {
    kind: 'lead',
    phoneNumber,
    teamId: team.id,
    form,
    arrivedAt: at,
    retries: team.retries,
  };
}

export async function dial(hour: Hour, line: HourLine): Promise<void> {
  const { timeline, between, lines } = hour;
  line.diary.isDialed = true;
  line.call.status = 'ringing';
  const chance = hour.random();
  if (chance < 0.78)
    timeline.after(between(4, 14) * SECOND, async () => {
      if (line.isOver) return;
      timeline.run(() => lines.answer(line));
      await join(hour, line);
    });
  else if (chance < 0.88) timeline.after(4 * SECOND, () => finish(hour, line, 'busy'));
  else timeline.after(28 * SECOND, () => finish(hour, line, 'no-answer'));
  await lines.report(line);
}

/** @param sid of the caller's leg, as the provider names it */
export async function callIn(hour: Hour, sid: string, { phoneNumber, team, patienceMs }: NewCaller) {
  const { timeline, diary, lines } = hour;
  const at = timeline.now();
  const call: ProvidedCall = {
    sid,
    to: team.number,
    status: 'in-progress',
    createdAt: new Date(at),
    startedAt: new Date(at),
    endedAt: null,
  };
  hour.provided(call);
  const twiml = await hour.webhook('/twilio/voice/inbound', {
    CallSid: sid,
    From: phoneNumber,
    To: team.number,
    CallStatus: 'ringing',
    Direction: 'inbound',
  });
  const id = Number(/>call-(\d+)<\/Conference>/.exec(twiml)?.[1]);
  if (!id) return void hour.violations.push(`the caller ${phoneNumber} isn't received: ${twiml}`);
  const known = diary.call(id, at);
  known.party = { kind: 'inbound', phoneNumber, teamId: team.id, form: null, arrivedAt: at, retries: 0 };
  const line: HourLine = {
    call,
    callId: id,
    diary: known,
    statusPath: '/twilio/status/leg',
    offerPath: '',
    agent: null,
    callUserId: 0,
    isOver: false,
    hasJoined: false,
  };
  lines.add(line);
  await join(hour, line);
  timeline.after(patienceMs, async () => {
    if (known.agentId !== null || line.isOver) return;
    hour.counts.abandoned += 1;
    await finish(hour, line, 'completed');
  });
}
