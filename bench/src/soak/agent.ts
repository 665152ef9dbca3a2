/**
 * An agent who accepts most rings, talks for a few seconds, and saves a result and a note. The agent's phone sends no
 * audio and reconnects when it's cut off.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { valueOrThrow } from '@offhook/contract/client/api-error';
import { PRESENCE_INTERVAL_MS } from '@offhook/contract/limits';
import { openTestPhone, type PhoneRing, type TestPhone } from '@offhook/server/testing/world/test-phone';
import type { Session } from './api.ts';
import type { Random } from './random.ts';
import type { Tally } from './tally.ts';

const RESULTS = ['contacted', 'voicemail', 'missed'] as const;
const IGNORED_RING_MS = 45_000;

export interface AgentOptions {
  readonly name: string;
  readonly session: Session;
  readonly signalingUrl: string;
  readonly random: Random;
  readonly tally: Tally;
  readonly stopSignal: AbortSignal;
}

type State = 'waiting' | 'ringing' | 'oncall' | 'disposition';

export async function runAgent(options: AgentOptions): Promise<void> {
  const { stopSignal, tally } = options;
  for (let times = 0; !stopSignal.aborted; times += 1) {
    if (times > 0) tally.counts['phones reconnected'] += 1;
    await runConnection(options).catch(() => undefined);
    if (!stopSignal.aborted) await pause(options.random.between(300, 1_500));
  }
}

async function runConnection({
  name,
  session,
  signalingUrl,
  random,
  tally,
  stopSignal,
}: AgentOptions): Promise<void> {
  const { api } = session;
  await session.open();
  const phone_id = `soak-${name}`;
  const { token } = valueOrThrow(await api.request('getToken', { query: { phone_id } }));
  let state: State = 'waiting';
  const disconnected = new AbortController();
  const report = () =>
    api.request('reportPresence', { body: { phone_id, state, device: 'registered', audio: 'ready' } });
  const setState = async (next: State) => {
    state = next;
    await report();
  };
  let phone: TestPhone | null = null;

  async function onRing(callUserId: number): Promise<void> {
    const at = performance.now();
    const response = await api.request('getCallUser', { params: { id: callUserId } });
    const ring = phone?.rings.find((candidate) => candidate.callUserId === callUserId);
    if (!phone || !ring || !response.ok || state !== 'waiting') return;
    const { call } = response.value;
    tally.counts['rings received'] += 1;
    if (!tally.rangAt.has(call.id)) tally.rangAt.set(call.id, at);
    await setState('ringing');
    await answerRing(phone, ring, call.id);
    await setState('waiting');
  }

  async function answerRing(device: TestPhone, ring: PhoneRing, callId: number): Promise<void> {
    const roll = random.next();
    if (roll < 0.1) {
      tally.counts['rings ignored'] += 1;
      await api.request('rejectCall', { params: { id: callId } });
      device.reject(ring);
      return;
    }
    if (roll < 0.15) return pollUntil(() => ring.state !== 'ringing', IGNORED_RING_MS, disconnected.signal);
    await pollUntil(() => ring.state !== 'ringing', random.between(200, 2_000), disconnected.signal);
    if (ring.state !== 'ringing' || disconnected.signal.aborted) return;
    tally.counts['rings accepted'] += 1;
    device.accept(ring);
    await setState('oncall');
    await pollUntil(() => isOver(ring), random.between(2_000, 8_000), disconnected.signal);
    if (!isOver(ring)) device.hangUp(ring.callSid);
    await setState('disposition');
    await saveResult(callId);
  }

  /** The server rejects the result if another agent won the call. */
  async function saveResult(callId: number): Promise<void> {
    const result = random.oneOf(RESULTS);
    const saved = await api.requestUntilAnswered('setDisposition', {
      params: { id: callId },
      body: { status: result },
      idempotencyKey: `soak-result-${name}-${callId}`,
    });
    if (saved === null) tally.counts['results without a response'] += 1;
    if (!saved?.ok) return;
    tally.counts.conversations += 1;
    tally.counts['results saved'] += 1;
    tally.results.set(callId, result);
    const content = `soak ${name} ${callId}`;
    const savedNote = await api.requestUntilAnswered('saveNote', {
      body: { content, call_id: callId },
      idempotencyKey: `soak-note-${name}-${callId}`,
    });
    if (savedNote === null) tally.counts['notes without a response'] += 1;
    if (!savedNote?.ok) return;
    tally.counts['notes saved'] += 1;
    tally.notes.set(callId, content);
  }

  let currentRing: Promise<void> = Promise.resolve();
  phone = await openTestPhone(
    signalingUrl,
    token,
    (callUserId) => {
      currentRing = onRing(callUserId).catch(() => undefined);
    },
    () => disconnected.abort(),
  );
  try {
    if ((await report()).ok) tally.online.add(name);
    while (!disconnected.signal.aborted && !stopSignal.aborted) {
      await pause(PRESENCE_INTERVAL_MS, undefined, {
        signal: AbortSignal.any([disconnected.signal, stopSignal]),
      }).catch(() => undefined);
      const response = await report();
      if (!response.ok && (response.status === 401 || response.status === 419)) break;
    }
    await currentRing;
  } finally {
    await phone.close();
  }
}

async function pollUntil(condition: () => boolean, ms: number, disconnected: AbortSignal): Promise<void> {
  const end = performance.now() + ms;
  while (!condition() && !disconnected.aborted && performance.now() < end) await pause(100);
}

const isOver = ({ state }: PhoneRing): boolean => state === 'over' || state === 'canceled';
