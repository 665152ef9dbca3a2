/** What this process counts, in the form that Prometheus reads. Names and labels are listed in `docs/metrics.md`. */
import type { QualityFigures } from '@offhook/contract/requests';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Of the whole product, read from the database when somebody asks: every process answers the same. */
export interface Levels {
  readonly openCalls: Readonly<Record<string, number>>;
  readonly ringing: number;
  readonly phones: Readonly<Record<string, number>>;
  /** Effects whose time has come, and the age of the oldest in seconds. */
  readonly dueEffects: number;
  readonly oldestEffectSeconds: number;
  readonly promisedCalls: number;
  readonly waitingDeliveries: number;
}

export interface EndedCall {
  readonly type: string;
  readonly direction: string;
  readonly status: string;
  readonly talkSeconds: number;
  /** How each ring of it ended. */
  readonly rings: readonly string[];
  /** Of a lead's call, in ms; null: it did not come so far. */
  readonly steps: Readonly<Record<string, number | null>>;
}

export interface Metrics {
  answered(route: string, method: string, status: number, seconds: number): void;
  refused(code: string): void;
  performed(kind: string, outcome: string, seconds: number): void;
  /** A request to the telephony provider. @param code the provider's own number of the error, where it gave one */
  providerFailed(failure: { readonly kind: string; readonly code: number | null }): void;
  /** A message to open phones and lists that was not sent. */
  realtimeFailed(reason: string): void;
  callEnded(call: EndedCall): void;
  /** How one call was for one agent. */
  callSounded(figures: QualityFigures): void;
  /** @returns the text, and its content type */
  text(levels: Levels): Promise<{ readonly type: string; readonly body: string }>;
}

/** Seconds: a request of this server, and what it asks of another. */
const QUICK = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Seconds: the steps of a lead, from a lookup to the wait for the morning. */
const STEPS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 43_200];
/** Seconds of conversation. */
const TALKS = [5, 15, 30, 60, 120, 300, 600, 1_800, 3_600];
/** Mean opinion scores: below 3.5 people complain, above 4.2 they hear nothing to complain of. */
const SCORES = [1.5, 2, 2.5, 3, 3.5, 3.8, 4, 4.2, 4.4];
/** Seconds of round trip: from 0.3 on people talk into each other. */
const TRIPS = [0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 1];
/** Seconds of jitter: the library warns from 0.03 on. */
const JITTERS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.25];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'offhook_' });
  const histogram = (name: string, help: string, buckets: number[], labelNames: string[] = []) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const requests = histogram('offhook_http_request_seconds', 'Requests answered, by route', QUICK, [
    'route',
    'method',
    'status',
  ]);
  const refusals = counter('offhook_refusals_total', 'Requests refused, by the code of the refusal', [
    'code',
  ]);
  const effects = histogram(
    'offhook_effect_seconds',
    'Orders to the provider and other effects of this process',
    QUICK,
    ['kind', 'outcome'],
  );
  const providerErrors = counter(
    'offhook_provider_errors_total',
    'Requests to the telephony provider that failed, by what that means and the provider’s number of the error',
    ['kind', 'code'],
  );
  const realtimeErrors = counter(
    'offhook_realtime_errors_total',
    'Messages to open phones and lists that the realtime service did not take',
    ['reason'],
  );
  const ended = counter('offhook_calls_ended_total', 'Calls whose end this process wrote', [
    'type',
    'direction',
    'status',
  ]);
  const rings = counter('offhook_rings_total', 'Rings of the calls that ended, by how each ended', [
    'status',
  ]);
  const steps = histogram(
    'offhook_lead_step_seconds',
    'Speed to lead: how long each step of a lead’s call took',
    STEPS,
    ['step'],
  );
  const talks = histogram('offhook_talk_seconds', 'Conversation of the calls that ended', TALKS, [
    'direction',
  ]);
  const scores = histogram(
    'offhook_call_mos',
    'Mean opinion score of a call at the agent’s phone, its average',
    SCORES,
  );
  const trips = histogram(
    'offhook_call_rtt_seconds',
    'Round trip between an agent’s phone and the voice service, the average of a call',
    TRIPS,
  );
  const jitters = histogram(
    'offhook_call_jitter_seconds',
    'Jitter of what an agent’s phone received, the average of a call',
    JITTERS,
  );
  const packets = counter('offhook_call_packets_total', 'Packets of sound at the agents’ phones', ['fate']);
  const warnings = counter(
    'offhook_call_warnings_total',
    'Calls in which the voice library warned, by its name of the warning',
    ['warning'],
  );
  const openCalls = gauge('offhook_calls_open', 'Calls that have not ended', ['status']);
  const ringing = gauge('offhook_rings_open', 'Agents who are rung now');
  const phones = gauge('offhook_phones', 'Phones with a fresh lease, by what they do', ['state']);
  const due = gauge('offhook_effects_due', 'Effects whose time has come');
  const oldest = gauge('offhook_effects_oldest_seconds', 'Age of the oldest effect whose time has come');
  const promised = gauge('offhook_calls_promised', 'Calls that wait for their minute');
  const deliveries = gauge('offhook_deliveries_waiting', 'Events on their way to addresses of accounts');

  return {
    answered: (route, method, status, seconds) =>
      requests.observe({ route, method, status: String(status) }, seconds),
    refused: (code) => refusals.inc({ code }),
    performed: (kind, outcome, seconds) => effects.observe({ kind, outcome }, seconds),
    providerFailed: ({ kind, code }) => providerErrors.inc({ kind, code: code === null ? '' : String(code) }),
    realtimeFailed: (reason) => realtimeErrors.inc({ reason }),
    callEnded(call) {
      ended.inc({ type: call.type, direction: call.direction, status: call.status });
      for (const status of call.rings) rings.inc({ status });
      if (call.talkSeconds > 0) talks.observe({ direction: call.direction }, call.talkSeconds);
      for (const [step, ms] of Object.entries(call.steps))
        if (ms !== null) steps.observe({ step }, ms / 1_000);
    },
    callSounded({ mos, rtt_ms, jitter_ms, packets: counted, warnings: names }) {
      if (mos) scores.observe(mos.average);
      if (rtt_ms) trips.observe(rtt_ms.average / 1_000);
      if (jitter_ms) jitters.observe(jitter_ms.average / 1_000);
      for (const [fate, count] of Object.entries(counted)) packets.inc({ fate }, count);
      for (const warning of new Set(names)) warnings.inc({ warning });
    },
    async text(levels) {
      openCalls.reset();
      phones.reset();
      for (const [status, count] of Object.entries(levels.openCalls)) openCalls.set({ status }, count);
      for (const [state, count] of Object.entries(levels.phones)) phones.set({ state }, count);
      ringing.set(levels.ringing);
      due.set(levels.dueEffects);
      oldest.set(levels.oldestEffectSeconds);
      promised.set(levels.promisedCalls);
      deliveries.set(levels.waitingDeliveries);
      return { type: registry.contentType, body: await registry.metrics() };
    },
  };
}
