/** Names and labels are listed in `docs/metrics.md`. */
import type { QualityFigures } from '@offhook/contract/requests/requests';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Values of the whole installation, read from the database at each scrape. */
export interface Gauges {
  readonly openCalls: Readonly<Record<string, number>>;
  readonly ringing: number;
  readonly phones: Readonly<Record<string, number>>;
  readonly dueEffects: number;
  readonly oldestEffectSeconds: number;
  readonly scheduledCalls: number;
  readonly waitingDeliveries: number;
}

export interface EndedCall {
  readonly type: string;
  readonly direction: string;
  readonly status: string;
  readonly talkSeconds: number;
  readonly rings: readonly string[];
  /** In ms; null if the step wasn't reached. */
  readonly steps: Readonly<Record<string, number | null>>;
}

export interface Metrics {
  responded(route: string, method: string, status: number, seconds: number): void;
  rejected(code: string): void;
  effectPerformed(kind: string, outcome: string, seconds: number): void;
  providerFailed(failure: { readonly kind: string; readonly code: number | null }): void;
  realtimeFailed(reason: string): void;
  callEnded(call: EndedCall): void;
  recordCallQuality(figures: QualityFigures): void;
  render(gauges: Gauges): Promise<{ readonly type: string; readonly body: string }>;
}

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Up to a lead that waits overnight. */
const STEP_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 43_200];
const TALK_SECONDS = [5, 15, 30, 60, 120, 300, 600, 1_800, 3_600];
/** Mean opinion scores: below 3.5 is poor, above 4.2 is good. */
const MOS_SCORES = [1.5, 2, 2.5, 3, 3.5, 3.8, 4, 4.2, 4.4];
/** Above 0.3 s people talk over each other. */
const RTT_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 1];
/** The voice library warns above 0.03 s. */
const JITTER_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.25];

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
  const requests = histogram(
    'offhook_http_request_seconds',
    'Duration of HTTP requests by route',
    REQUEST_SECONDS,
    ['route', 'method', 'status'],
  );
  const refusals = counter('offhook_refusals_total', 'Rejected requests by error code', ['code']);
  const effects = histogram(
    'offhook_effect_seconds',
    'Duration of effects, such as provider requests, by this process',
    REQUEST_SECONDS,
    ['kind', 'outcome'],
  );
  const providerErrors = counter(
    'offhook_provider_errors_total',
    'Failed requests to the provider by kind and provider error code',
    ['kind', 'code'],
  );
  const realtimeErrors = counter('offhook_realtime_errors_total', 'Failed messages to the realtime service', [
    'reason',
  ]);
  const ended = counter('offhook_calls_ended_total', 'Ended calls, counted by this process', [
    'type',
    'direction',
    'status',
  ]);
  const rings = counter('offhook_rings_total', 'Rings of ended calls by final status', ['status']);
  const steps = histogram(
    'offhook_lead_step_seconds',
    'Speed to lead: duration of each step of a lead’s call',
    STEP_SECONDS,
    ['step'],
  );
  const talkSeconds = histogram('offhook_talk_seconds', 'Talk time of ended calls', TALK_SECONDS, [
    'direction',
  ]);
  const scores = histogram(
    'offhook_call_mos',
    'Average mean opinion score of a call at the agent’s phone',
    MOS_SCORES,
  );
  const trips = histogram(
    'offhook_call_rtt_seconds',
    'Average round-trip time of a call between the agent’s phone and the voice service',
    RTT_SECONDS,
  );
  const jitters = histogram(
    'offhook_call_jitter_seconds',
    'Average jitter of a call at the agent’s phone',
    JITTER_SECONDS,
  );
  const packets = counter('offhook_call_packets_total', 'Audio packets received and lost at agents’ phones', [
    'fate',
  ]);
  const warnings = counter(
    'offhook_call_warnings_total',
    'Calls with a warning from the voice SDK, by warning',
    ['warning'],
  );
  const openCalls = gauge('offhook_calls_open', 'Active calls', ['status']);
  const ringing = gauge('offhook_rings_open', 'Agents being rung');
  const phones = gauge('offhook_phones', 'Open phones by state', ['state']);
  const due = gauge('offhook_effects_due', 'Due effects');
  const oldest = gauge('offhook_effects_oldest_seconds', 'Age of the oldest due effect');
  const scheduled = gauge('offhook_calls_promised', 'Scheduled calls');
  const deliveries = gauge('offhook_deliveries_waiting', 'Pending webhook and CRM deliveries');

  return {
    responded: (route, method, status, seconds) =>
      requests.observe({ route, method, status: String(status) }, seconds),
    rejected: (code) => refusals.inc({ code }),
    effectPerformed: (kind, outcome, seconds) => effects.observe({ kind, outcome }, seconds),
    providerFailed: ({ kind, code }) => providerErrors.inc({ kind, code: code === null ? '' : String(code) }),
    realtimeFailed: (reason) => realtimeErrors.inc({ reason }),
    callEnded(call) {
      ended.inc({ type: call.type, direction: call.direction, status: call.status });
      for (const status of call.rings) rings.inc({ status });
      if (call.talkSeconds > 0) talkSeconds.observe({ direction: call.direction }, call.talkSeconds);
      for (const [step, ms] of Object.entries(call.steps))
        if (ms !== null) steps.observe({ step }, ms / 1_000);
    },
    recordCallQuality({ mos, rtt_ms, jitter_ms, packets: counted, warnings: names }) {
      if (mos) scores.observe(mos.average);
      if (rtt_ms) trips.observe(rtt_ms.average / 1_000);
      if (jitter_ms) jitters.observe(jitter_ms.average / 1_000);
      for (const [fate, count] of Object.entries(counted)) packets.inc({ fate }, count);
      for (const warning of new Set(names)) warnings.inc({ warning });
    },
    async render(gauges) {
      openCalls.reset();
      phones.reset();
      for (const [status, count] of Object.entries(gauges.openCalls)) openCalls.set({ status }, count);
      for (const [state, count] of Object.entries(gauges.phones)) phones.set({ state }, count);
      ringing.set(gauges.ringing);
      due.set(gauges.dueEffects);
      oldest.set(gauges.oldestEffectSeconds);
      scheduled.set(gauges.scheduledCalls);
      deliveries.set(gauges.waitingDeliveries);
      return { type: registry.contentType, body: await registry.metrics() };
    },
  };
}
