import * as z from 'zod/mini';
import { answer, Success } from '../../requests/request-rows.ts';
import { cursor, limit, nonEmptyText, nullableInt, nullableSentence } from '../fields.ts';
import {
  ConsoleApiKey,
  ConsoleCrm,
  ConsoleDelivery,
  ConsoleWebhook,
  DELIVERY_STATUSES,
  NewConsoleCrm,
  NewWebForm,
  NewWebhook,
  ReceivedLead,
  WebForm,
  WebFormChange,
  WebhookChange,
} from '../integration-entities.ts';
import { admin, adminOf, type ConsoleRow, paged } from './console-row.ts';

export const INTEGRATION_REQUESTS = {
  listWebhooks: admin('GET', '/api/v1/console/webhooks', {
    response: answer({ data: z.array(ConsoleWebhook) }),
  }),
  addWebhook: admin('POST', '/api/v1/console/webhooks', {
    body: NewWebhook,
    /** Signs deliveries; shown only here. */
    response: answer({ webhook: ConsoleWebhook, secret: z.string() }),
  }),
  changeWebhook: adminOf('PUT', '/api/v1/console/webhooks/:id', {
    body: WebhookChange,
    response: answer({ webhook: ConsoleWebhook }),
  }),
  /** Cancels pending deliveries. */
  removeWebhook: adminOf('DELETE', '/api/v1/console/webhooks/:id', { response: Success }),
  listDeliveries: adminOf('GET', '/api/v1/console/webhooks/:id/deliveries', {
    query: z.object({ cursor, limit, status: z.optional(z.enum(DELIVERY_STATUSES)) }),
    response: paged(ConsoleDelivery),
  }),
  replayDelivery: adminOf('POST', '/api/v1/console/deliveries/:id/replay', {
    response: answer({ delivery: ConsoleDelivery }),
  }),
  testWebhook: adminOf('POST', '/api/v1/console/webhooks/:id/test', {
    /** `status`: null without an answer; `error` says why. */
    response: answer({ delivered: z.boolean(), status: nullableInt, error: nullableSentence }),
  }),
  listApiKeys: admin('GET', '/api/v1/console/keys', {
    response: answer({
      data: z.array(ConsoleApiKey),
      newest_lead: z._default(z.nullable(ReceivedLead), null),
    }),
  }),
  addApiKey: admin('POST', '/api/v1/console/keys', {
    body: z.object({ name: nonEmptyText(100) }),
    /** The key; shown only here. */
    response: answer({ key: ConsoleApiKey, secret: z.string() }),
  }),
  /** The row stays as a record. */
  revokeApiKey: adminOf('DELETE', '/api/v1/console/keys/:id', { response: answer({ key: ConsoleApiKey }) }),
  listWebForms: admin('GET', '/api/v1/console/web-forms', {
    response: answer({ data: z.array(WebForm) }),
  }),
  addWebForm: admin('POST', '/api/v1/console/web-forms', {
    body: NewWebForm,
    response: answer({ web_form: WebForm }),
  }),
  changeWebForm: adminOf('PUT', '/api/v1/console/web-forms/:id', {
    body: WebFormChange,
    response: answer({ web_form: WebForm }),
  }),
  /** The row stays as a record. */
  revokeWebForm: adminOf('DELETE', '/api/v1/console/web-forms/:id', {
    response: answer({ web_form: WebForm }),
  }),
  listCrms: admin('GET', '/api/v1/console/crms', { response: answer({ data: z.array(ConsoleCrm) }) }),
  addCrm: admin('POST', '/api/v1/console/crms', {
    body: NewConsoleCrm,
    response: answer({ crm: ConsoleCrm }),
  }),
  /** Reads one record of each kind and writes nothing. */
  testCrm: adminOf('POST', '/api/v1/console/crms/:id/test', {
    /** null: it works. */
    response: answer({ error: nullableSentence }),
  }),
  /** Cancels pending deliveries; records in the CRM stay. */
  removeCrm: adminOf('DELETE', '/api/v1/console/crms/:id', { response: Success }),
} as const satisfies Record<string, ConsoleRow>;
