/** Names and labels are listed in `docs/metrics.md`. */

import { CRMS } from '@offhook/contract/leads/crms';
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
  readonly dueCalls: number;
  readonly oldestDueCallSeconds: number;
  readonly waitingDeliveries: number;
  readonly oldestDeliverySeconds: number;
}

/** Of this process and its machine. */
export interface ServerState {
  /** The parts of `/readyz`. */
  readonly parts: Readonly<Record<string, boolean>>;
  /** Where the data folder is. null if unknown. */
  readonly disk: { readonly freeBytes: number; readonly sizeBytes: number } | null;
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
  databaseWritten(seconds: number, succeeded: boolean): void;
  /** @param kind `webhook` or the name of a CRM */
  deliveryAttempted(kind: string, outcome: 'delivered' | 'again' | 'failed'): void;
  secretsCounted(unreadable: Readonly<Record<string, number>>): void;
  /** @param gauges null: the database didn't answer, so their series are missing */
  render(
    gauges: Gauges | null,
    server: ServerState,
  ): Promise<{ readonly type: string; readonly body: string }>;
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
/** A call that ends while its audio connects isn't one-way. */
const ONE_WAY_AFTER_SECONDS = 10;

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
  const oneWay = counter(
    'offhook_calls_one_way_total',
    'Calls of 10 s or longer whose phone sent or received no audio packet',
    ['missing'],
  );
  const databaseWrites = histogram(
    'offhook_database_write_seconds',
    'Duration of the test write to the database, at most one per second',
    REQUEST_SECONDS,
    ['outcome'],
  );
  const attempts = counter(
    'offhook_delivery_attempts_total',
    'Attempts of webhook and CRM deliveries by this process',
    ['kind', 'outcome'],
  );
  const ready = gauge('offhook_ready', 'Whether a part of this server is ready, as in /readyz', ['part']);
  const diskFree = gauge('offhook_disk_free_bytes', 'Free space of the data folder’s disk');
  const diskSize = gauge('offhook_disk_size_bytes', 'Size of the data folder’s disk');
  const unreadable = gauge(
    'offhook_secrets_unreadable',
    'Stored secrets that this server’s keys can’t decrypt, by kind',
    ['kind'],
  );
  const openCalls = gauge('offhook_calls_open', 'Active calls', ['status']);
  const ringing = gauge('offhook_rings_open', 'Agents being rung');
  const phones = gauge('offhook_phones', 'Open phones by state', ['state']);
  const due = gauge('offhook_effects_due', 'Due effects');
  const oldest = gauge('offhook_effects_oldest_seconds', 'Age of the oldest due effect');
  const scheduled = gauge('offhook_calls_promised', 'Scheduled calls');
  const dueCalls = gauge('offhook_calls_due', 'Scheduled calls that are due and wait for an agent');
  const oldestDueCall = gauge(
    'offhook_calls_due_oldest_seconds',
    'How long the longest due scheduled call has been due',
  );
  const deliveries = gauge('offhook_deliveries_waiting', 'Pending webhook and CRM deliveries');
  const oldestDelivery = gauge(
    'offhook_deliveries_oldest_seconds',
    'Age of the oldest pending webhook or CRM delivery',
  );

  // Prometheus doesn't see the first increase of a series that starts at 1, and one of these is enough for an alert.
  refusals.inc({ code: 'internal' }, 0);
  for (const kind of ['webhook', ...CRMS]) attempts.inc({ kind, outcome: 'failed' }, 0);
  for (const missing of ['sent', 'received']) oneWay.inc({ missing }, 0);
  effects.zero({ kind: 'fetchRecording', outcome: 'givenUp' });

  function setGauges(values: Gauges): void {
    for (const [status, count] of Object.entries(values.openCalls)) openCalls.set({ status }, count);
    for (const [state, count] of Object.entries(values.phones)) phones.set({ state }, count);
    ringing.set(values.ringing);
    due.set(values.dueEffects);
    oldest.set(values.oldestEffectSeconds);
    scheduled.set(values.scheduledCalls);
    dueCalls.set(values.dueCalls);
    oldestDueCall.set(values.oldestDueCallSeconds);
    deliveries.set(values.waitingDeliveries);
    oldestDelivery.set(values.oldestDeliverySeconds);
  }

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
    recordCallQuality({ seconds, mos, rtt_ms, jitter_ms, packets: counted, warnings: names }) {
      if (mos) scores.observe(mos.average);
      if (rtt_ms) trips.observe(rtt_ms.average / 1_000);
      if (jitter_ms) jitters.observe(jitter_ms.average / 1_000);
      for (const [fate, count] of Object.entries(counted)) packets.inc({ fate }, count);
      for (const warning of new Set(names)) warnings.inc({ warning });
      if (seconds >= ONE_WAY_AFTER_SECONDS && (counted.sent === 0) !== (counted.received === 0))
        oneWay.inc({ missing: counted.sent === 0 ? 'sent' : 'received' });
    },
    databaseWritten: (seconds, succeeded) =>
      databaseWrites.observe({ outcome: succeeded ? 'done' : 'failed' }, seconds),
    deliveryAttempted: (kind, outcome) => attempts.inc({ kind, outcome }),
    secretsCounted(counts) {
      unreadable.reset();
      for (const [kind, count] of Object.entries(counts)) unreadable.set({ kind }, count);
    },
    async render(gauges, { parts, disk }) {
      openCalls.reset();
      phones.reset();
      // Without a sample: a zero would hide that the value is unknown.
      for (const one of [ringing, due, oldest, scheduled, dueCalls, oldestDueCall]) one.remove();
      for (const one of [deliveries, oldestDelivery, diskFree, diskSize]) one.remove();
      if (gauges !== null) setGauges(gauges);
      for (const [part, isReady] of Object.entries(parts)) ready.set({ part }, Number(isReady));
      if (disk !== null) {
        diskFree.set(disk.freeBytes);
        diskSize.set(disk.sizeBytes);
      }
      return { type: registry.contentType, body: await registry.metrics() };
    },
  };
}
