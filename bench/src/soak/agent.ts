/**
 * An agent at work: online, rung, accepting most rings, talking some seconds, giving a result and a note. The phone
 * only signals (it sends no sound), and comes back whenever its connection is gone.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { valueOrThrow } from '@offhook/contract/client/api-error';
import { PRESENCE_INTERVAL_MS } from '@offhook/contract/limits';
import { openTestPhone, type Ringing, type TestPhone } from '@offhook/server/testing/world/phone';
import type { Session } from './api.ts';
import type { Chance } from './chance.ts';
import type { Tally } from './tally.ts';

const RESULTS = ['contacted', 'voicemail', 'missed'] as const;
/** Of a ring that nobody takes: it is withdrawn long before. */
const RING_MS = 45_000;

export interface AgentOptions {
  readonly name: string;
  readonly session: Session;
  /** `ws://…/signal` */
  readonly signalling: string;
  readonly chance: Chance;
  readonly tally: Tally;
  /** The agent goes home: what is begun is ended, nothing new is taken. */
  readonly home: AbortSignal;
}

type State = 'waiting' | 'ringing' | 'oncall' | 'disposition';

/** Works until it is time to go home. */
export async function work(options: AgentOptions): Promise<void> {
  const { home, tally } = options;
  for (let times = 0; !home.aborted; times += 1) {
    if (times > 0) tally.counts['phones connected again'] += 1;
    await shift(options).catch(() => undefined);
    if (!home.aborted) await pause(options.chance.between(300, 1_500));
  }
}

/** One connection of the phone: from the sign-in until it is gone. */
async function shift({ name, session, signalling, chance, tally, home }: AgentOptions): Promise<void> {
  const { api } = session;
  await session.open();
  const phone_id = `soak-${name}`;
  const { token } = valueOrThrow(await api.ask('getToken', { query: { phone_id } }));
  let state: State = 'waiting';
  const gone = new AbortController();
  const report = () =>
    api.ask('reportPresence', { body: { phone_id, state, device: 'registered', audio: 'ready' } });
  const enter = async (next: State) => {
    state = next;
    await report();
  };
  let phone: TestPhone | null = null;

  async function rung(callUserId: number): Promise<void> {
    const at = performance.now();
    const told = await api.ask('getCallUser', { params: { id: callUserId } });
    const ring = phone?.rings.find((one) => one.callUserId === callUserId);
    if (!phone || !ring || !told.ok || state !== 'waiting') return;
    const { call } = told.value;
    tally.counts['rings at a phone'] += 1;
    if (!tally.rangAt.has(call.id)) tally.rangAt.set(call.id, at);
    await enter('ringing');
    await answerRing(phone, ring, call.id);
    await enter('waiting');
  }

  async function answerRing(device: TestPhone, ring: Ringing, callId: number): Promise<void> {
    const mood = chance.next();
    if (mood < 0.1) {
      tally.counts['rings ignored'] += 1;
      await api.ask('rejectCall', { params: { id: callId } });
      device.reject(ring);
      return;
    }
    if (mood < 0.15) return until(() => ring.state !== 'ringing', RING_MS, gone.signal);
    await until(() => ring.state !== 'ringing', chance.between(200, 2_000), gone.signal);
    if (ring.state !== 'ringing' || gone.signal.aborted) return;
    tally.counts['rings accepted'] += 1;
    device.accept(ring);
    await enter('oncall');
    await until(() => isOver(ring), chance.between(2_000, 8_000), gone.signal);
    if (!isOver(ring)) device.hangUp(ring.callSid);
    await enter('disposition');
    await giveResult(callId);
  }

  /** Whose call it was not is told so by the server, and has nothing to give. */
  async function giveResult(callId: number): Promise<void> {
    const result = chance.oneOf(RESULTS);
    const given = await api.surely('setDisposition', {
      params: { id: callId },
      body: { status: result },
      idempotencyKey: `soak-result-${name}-${callId}`,
    });
    if (given === null) tally.counts['results without an answer'] += 1;
    if (!given?.ok) return;
    tally.counts.conversations += 1;
    tally.counts['results given'] += 1;
    tally.results.set(callId, result);
    const content = `soak ${name} ${callId}`;
    const noted = await api.surely('saveNote', {
      body: { content, call_id: callId },
      idempotencyKey: `soak-note-${name}-${callId}`,
    });
    if (noted === null) tally.counts['notes without an answer'] += 1;
    if (!noted?.ok) return;
    tally.counts['notes given'] += 1;
    tally.notes.set(callId, content);
  }

  let busy: Promise<void> = Promise.resolve();
  phone = await openTestPhone(
    signalling,
    token,
    (callUserId) => {
      busy = rung(callUserId).catch(() => undefined);
    },
    () => gone.abort(),
  );
  try {
    if ((await report()).ok) tally.online.add(name);
    while (!gone.signal.aborted && !home.aborted) {
      await pause(PRESENCE_INTERVAL_MS, undefined, { signal: AbortSignal.any([gone.signal, home]) }).catch(
        () => undefined,
      );
      const told = await report();
      // The session is over, or the phone is another's: begin anew.
      if (!told.ok && (told.status === 401 || told.status === 419)) break;
    }
    await busy;
  } finally {
    await phone.close();
  }
}

/** Looks every tenth of a second until it holds, the time has passed or the phone is gone. */
async function until(holds: () => boolean, ms: number, gone: AbortSignal): Promise<void> {
  const end = performance.now() + ms;
  while (!holds() && !gone.aborted && performance.now() < end) await pause(100);
}

/** The phone changes it while somebody talks. */
const isOver = ({ state }: Ringing): boolean => state === 'over' || state === 'canceled';
