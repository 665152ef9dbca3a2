/** For each alert, series with which it fires after an hour, and series with which it doesn't. In promtool's notation. */
export interface AlertCase {
  readonly alert: string;
  readonly fires: Series;
  /** Of the alert that fires, besides its severity. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly quiet: Series;
}

type Series = Readonly<Record<string, string>>;

const JOB = 'job="offhook"';
const ONE = `${JOB}, instance="one"`;
const TWO = `${JOB}, instance="two"`;

/** Ten observations a minute, all between two buckets. */
const histogram = (name: string, above: number, upTo: number, labels = ''): Series => ({
  [`${name}_bucket{${ONE}${labels}, le="${above}"}`]: '0x60',
  [`${name}_bucket{${ONE}${labels}, le="${upTo}"}`]: '0+10x60',
  [`${name}_bucket{${ONE}${labels}, le="+Inf"}`]: '0+10x60',
  [`${name}_count{${ONE}${labels}}`]: '0+10x60',
});

const FETCHED = 'kind="fetchRecording"';

export const ALERT_CASES: readonly AlertCase[] = [
  {
    alert: 'OffhookNoAgents',
    fires: {
      [`offhook_calls_due{${ONE}}`]: '3x60',
      [`offhook_phones{job="other", state="waiting"}`]: '1x60',
    },
    quiet: { [`offhook_calls_due{${ONE}}`]: '3x60', [`offhook_phones{${ONE}, state="oncall"}`]: '1x60' },
  },
  {
    alert: 'OffhookLeadsWaiting',
    fires: { [`offhook_calls_due_oldest_seconds{${ONE}}`]: '0+60x60' },
    quiet: { [`offhook_calls_due_oldest_seconds{${ONE}}`]: '600x60' },
  },
  {
    alert: 'OffhookRingsLate',
    fires: histogram('offhook_lead_step_seconds', 2.5, 5, ', step="ring"'),
    quiet: histogram('offhook_lead_step_seconds', 0.05, 0.1, ', step="ring"'),
  },
  {
    alert: 'OffhookRingsMissed',
    fires: {
      [`offhook_rings_total{${ONE}, status="missed"}`]: '0+2x60',
      [`offhook_rings_total{${ONE}, status="ended"}`]: '0+1x60',
    },
    quiet: {
      [`offhook_rings_total{${ONE}, status="missed"}`]: '0+1x60',
      [`offhook_rings_total{${ONE}, status="ended"}`]: '0+4x60',
      [`offhook_rings_total{${ONE}, status="withdrawn"}`]: '0+40x60',
    },
  },
  {
    alert: 'OffhookCallsFailing',
    fires: {
      [`offhook_calls_ended_total{${ONE}, status="failed"}`]: '0+1x60',
      [`offhook_calls_ended_total{${TWO}, status="completed"}`]: '0+2x60',
    },
    quiet: {
      [`offhook_calls_ended_total{${ONE}, status="failed"}`]: '0+1x60',
      [`offhook_calls_ended_total{${TWO}, status="completed"}`]: '0+40x60',
    },
  },
  {
    alert: 'OffhookProviderErrors',
    fires: { [`offhook_provider_errors_total{${ONE}, kind="refused", code="20003"}`]: '0+2x60' },
    labels: { kind: 'refused', code: '20003' },
    quiet: { [`offhook_provider_errors_total{${ONE}, kind="gone", code="20404"}`]: '0+2x60' },
  },
  {
    alert: 'OffhookOneWayAudio',
    fires: { [`offhook_calls_one_way_total{${ONE}, missing="received"}`]: '0+1x60' },
    labels: { missing: 'received' },
    quiet: { [`offhook_calls_one_way_total{${ONE}, missing="received"}`]: '0x50 1x10' },
  },
  {
    alert: 'OffhookPacketLoss',
    fires: {
      [`offhook_call_packets_total{${ONE}, fate="lost"}`]: '0+50x60',
      [`offhook_call_packets_total{${ONE}, fate="received"}`]: '0+1000x60',
    },
    quiet: {
      [`offhook_call_packets_total{${ONE}, fate="lost"}`]: '0+5x60',
      [`offhook_call_packets_total{${ONE}, fate="received"}`]: '0+1000x60',
    },
  },
  {
    alert: 'OffhookAudioPoor',
    fires: histogram('offhook_call_mos', 2.5, 3),
    quiet: histogram('offhook_call_mos', 4, 4.2),
  },
  {
    alert: 'OffhookEffectsLate',
    fires: {
      [`offhook_effects_oldest_seconds{${ONE}}`]: '8x60',
      [`offhook_effects_oldest_seconds{${TWO}}`]: '8x60',
    },
    quiet: { [`offhook_effects_oldest_seconds{${ONE}}`]: '0x57 8x2' },
  },
  {
    alert: 'OffhookRealtimeErrors',
    fires: { [`offhook_realtime_errors_total{${ONE}, reason="ECONNREFUSED"}`]: '0+5x60' },
    labels: { reason: 'ECONNREFUSED' },
    quiet: { [`offhook_realtime_errors_total{${ONE}, reason="ECONNREFUSED"}`]: '0+1x30 31x30' },
  },
  {
    alert: 'OffhookRecordingsNotStored',
    fires: { [`offhook_effect_seconds_count{${ONE}, ${FETCHED}, outcome="givenUp"}`]: '0x50 1x10' },
    quiet: {
      [`offhook_effect_seconds_count{${ONE}, ${FETCHED}, outcome="done"}`]: '0+1x60',
      [`offhook_effect_seconds_count{${ONE}, ${FETCHED}, outcome="again"}`]: '0x50 3x10',
    },
  },
  {
    alert: 'OffhookDeliveriesFailed',
    fires: { [`offhook_delivery_attempts_total{${ONE}, kind="webhook", outcome="failed"}`]: '0x50 1x10' },
    labels: { kind: 'webhook' },
    quiet: {
      [`offhook_delivery_attempts_total{${ONE}, kind="webhook", outcome="again"}`]: '0+1x60',
      [`offhook_delivery_attempts_total{${ONE}, kind="webhook", outcome="failed"}`]: '0x60',
    },
  },
  {
    alert: 'OffhookDeliveriesLate',
    fires: { [`offhook_deliveries_oldest_seconds{${ONE}}`]: '7200x60' },
    quiet: { [`offhook_deliveries_oldest_seconds{${ONE}}`]: '30x60' },
  },
  {
    alert: 'OffhookDown',
    fires: { [`up{${ONE}}`]: '1x50 0x10' },
    labels: { instance: 'one' },
    quiet: { [`up{${ONE}}`]: '1x60', 'up{job="another", instance="one"}': '0x60' },
  },
  {
    alert: 'OffhookNotReady',
    fires: {
      [`offhook_ready{${ONE}, part="telephony"}`]: '0x60',
      [`offhook_ready{${ONE}, part="disk"}`]: '1x60',
    },
    labels: { instance: 'one', part: 'telephony' },
    quiet: { [`offhook_ready{${ONE}, part="telephony"}`]: '1x60' },
  },
  {
    alert: 'OffhookDatabaseErrors',
    fires: { [`offhook_database_write_seconds_count{${ONE}, outcome="failed"}`]: '0+4x60' },
    quiet: { [`offhook_database_write_seconds_count{${ONE}, outcome="done"}`]: '0+4x60' },
  },
  {
    alert: 'OffhookDatabaseSlow',
    fires: histogram('offhook_database_write_seconds', 0.5, 1, ', outcome="done"'),
    quiet: histogram('offhook_database_write_seconds', 0.005, 0.01, ', outcome="done"'),
  },
  {
    alert: 'OffhookRequestsSlow',
    fires: histogram('offhook_http_request_seconds', 2.5, 5, ', route="/api/v1/leads"'),
    quiet: histogram('offhook_http_request_seconds', 2.5, 5, ', route="/api/v1/console/board/changes"'),
  },
  {
    alert: 'OffhookDefects',
    fires: { [`offhook_refusals_total{${ONE}, code="internal"}`]: '0x50 1x10' },
    quiet: { [`offhook_refusals_total{${ONE}, code="notFound"}`]: '0+1x60' },
  },
  {
    alert: 'OffhookDiskFilling',
    fires: { [`offhook_disk_free_bytes{${ONE}}`]: '5x60', [`offhook_disk_size_bytes{${ONE}}`]: '100x60' },
    labels: { instance: 'one' },
    quiet: { [`offhook_disk_free_bytes{${ONE}}`]: '20x60', [`offhook_disk_size_bytes{${ONE}}`]: '100x60' },
  },
  {
    alert: 'OffhookEventLoopSlow',
    fires: { [`offhook_nodejs_eventloop_lag_p99_seconds{${ONE}}`]: '0.5x60' },
    labels: { instance: 'one' },
    quiet: { [`offhook_nodejs_eventloop_lag_p99_seconds{${ONE}}`]: '0.02x60' },
  },
  {
    alert: 'OffhookSecretsUnreadable',
    fires: { [`offhook_secrets_unreadable{${ONE}, kind="destinations"}`]: '2x60' },
    labels: { kind: 'destinations' },
    quiet: { [`offhook_secrets_unreadable{${ONE}, kind="destinations"}`]: '0x60' },
  },
];
