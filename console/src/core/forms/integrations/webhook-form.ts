import { CALL_DIRECTIONS } from '@offhook/contract/calls/call-kinds';
import { DISPOSITIONS } from '@offhook/contract/calls/dispositions';
import type { ConsoleWebhook } from '@offhook/contract/console/integration-entities';
import { type CallFilters, WEBHOOK_EVENT_NAMES } from '@offhook/contract/webhook-events';
import { type ConsoleMessage, t } from '@offhook/i18n/console';

export const RESULTS = [...DISPOSITIONS, 'none'] as const;
type EventName = (typeof WEBHOOK_EVENT_NAMES)[number];
type Result = (typeof RESULTS)[number];
type Direction = (typeof CALL_DIRECTIONS)[number];

const EVENTS = {
  call_completed: 'webhook.event.callCompleted',
  lead_created: 'webhook.event.leadCreated',
  lead_updated: 'webhook.event.leadUpdated',
  agent_status_changed: 'webhook.event.agentStatusChanged',
  callback_scheduled: 'webhook.event.callbackScheduled',
} as const satisfies Record<EventName, ConsoleMessage>;

/** An event that this version doesn't know keeps its technical name. */
export function eventName(name: string): string {
  const known = WEBHOOK_EVENT_NAMES.find((one) => one === name);
  return known === undefined ? name : t(EVENTS[known]);
}

/** An empty list doesn't filter. */
export interface WebhookForm {
  readonly url: string;
  readonly events: readonly EventName[];
  readonly direction: readonly Direction[];
  readonly result: readonly Result[];
  readonly team: readonly number[];
  readonly [field: string]: unknown;
}

export const NEW_WEBHOOK: WebhookForm = {
  url: '',
  events: WEBHOOK_EVENT_NAMES,
  direction: [],
  result: [],
  team: [],
};

export function webhookForm({ url, events, filters }: ConsoleWebhook): WebhookForm {
  return {
    url,
    events: WEBHOOK_EVENT_NAMES.filter((name) => events.includes(name)),
    direction: CALL_DIRECTIONS.filter((one) => filters.direction?.includes(one)),
    result: RESULTS.filter((one) => filters.result?.includes(one)),
    team: [...(filters.team ?? [])].sort((a, b) => a - b),
  };
}

/** Keeps filters that the form doesn't show (statuses, numbers). */
export function toWebhookInput(form: WebhookForm, before: CallFilters) {
  const { direction: _direction, result: _result, team: _team, ...others } = before;
  return {
    url: form.url.trim(),
    events: [...form.events],
    filters: {
      ...others,
      ...(form.direction.length > 0 && { direction: [...form.direction] }),
      ...(form.result.length > 0 && { result: [...form.result] }),
      ...(form.team.length > 0 && { team: [...form.team] }),
    },
  };
}
