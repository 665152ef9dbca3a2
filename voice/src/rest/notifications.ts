import type { FastifyInstance } from 'fastify';
import { rfc2822 } from '../webhooks/dates.ts';
import type { Notification } from '../webhooks/notifications.ts';
import { apiVersion } from '../webhooks/params.ts';
import { dateFilter } from './date-filter.ts';
import type { RestDeps } from './deps.ts';
import { orNotFound } from './errors.ts';
import { Form } from './form.ts';
import { page, param } from './page.ts';

/** Errors (log level 0) and warnings (1) about the account's documents and callbacks. */
export function notificationRoutes(api: FastifyInstance, deps: RestDeps): void {
  const { notifications, resources, exchange } = deps;
  const root = resources.root;

  const summary = (one: Notification): Readonly<Record<string, unknown>> => ({
    sid: one.sid,
    account_sid: exchange.accountSid,
    api_version: apiVersion,
    call_sid: one.callSid === '' ? null : one.callSid,
    date_created: rfc2822(one.at),
    date_updated: rfc2822(one.at),
    error_code: String(one.code),
    log: one.level === 'error' ? '0' : '1',
    message_date: rfc2822(one.at),
    message_text: one.text,
    more_info: `https://www.twilio.com/docs/errors/${one.code}`,
    request_method: one.method,
    request_url: one.url,
    uri: `${root}/Notifications/${one.sid}.json`,
  });

  const list = (path: string, query: unknown, callSid: string | null) => {
    const form = new Form(query);
    const level = form.integer('Log', 0, 1);
    const written = dateFilter(form, 'MessageDate');
    const matching = notifications
      .list()
      .filter(
        (one) =>
          (callSid === null || one.callSid === callSid) &&
          (level === null || (level === 0) === (one.level === 'error')) &&
          written(one.at),
      );
    return page(path, query, 'notifications', matching, summary);
  };

  const full = (params: unknown): unknown => {
    const one = orNotFound(notifications.get(param(params, 'notification')));
    return {
      ...summary(one),
      request_variables: one.variables,
      response_headers: '',
      response_body: one.responseBody,
    };
  };

  api.get('/Notifications.json', async (request) => list(`${root}/Notifications.json`, request.query, null));
  api.get('/Notifications/:notification.json', async (request) => full(request.params));
  api.get('/Calls/:call/Notifications.json', async (request) => {
    const call = param(request.params, 'call');
    orNotFound(deps.store.calls.get(call));
    return list(`${root}/Calls/${call}/Notifications.json`, request.query, call);
  });
  api.get('/Calls/:call/Notifications/:notification.json', async (request) => full(request.params));
}
