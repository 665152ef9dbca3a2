import type { FastifyInstance } from 'fastify';
import type { ConferenceRecord } from '../store/schemas.ts';
import type { DocumentAddress } from '../twiml/core/program.ts';
import { dateFilter } from './date-filter.ts';
import type { RestDeps } from './deps.ts';
import { ApiError, orNotFound } from './errors.ts';
import { Form } from './form.ts';
import { page, param } from './page.ts';

export function conferenceRoutes(api: FastifyInstance, deps: RestDeps): void {
  const { store, resources, exchange } = deps;

  api.get('/Conferences.json', async (request) => {
    const query = new Form(request.query);
    const status = query.text('Status');
    const name = query.text('FriendlyName');
    const [created, updated] = [dateFilter(query, 'DateCreated'), dateFilter(query, 'DateUpdated')];
    const list = store.conferences
      .list()
      .filter(
        (one) =>
          (!status || one.status === status) &&
          (!name || one.name === name) &&
          created(one.createdAt) &&
          updated(one.updatedAt),
      );
    return page(`${resources.root}/Conferences.json`, request.query, 'conferences', list, (one) =>
      resources.conference(one),
    );
  });

  api.get('/Conferences/:conference.json', async (request) => {
    return resources.conference(findConference(deps, param(request.params, 'conference')));
  });

  api.post('/Conferences/:conference.json', async (request) => {
    const { sid } = findConference(deps, param(request.params, 'conference'));
    const form = new Form(request.body);
    const status = form.text('Status');
    if (status !== null && status !== 'completed') throw new ApiError(20001, 'Status must be completed');
    const announcement = readAnnouncement(form);
    if (announcement) exchange.conferences.announce(sid, null, announcement);
    if (status === 'completed') exchange.conferences.end(sid);
    return resources.conference(findConference(deps, sid));
  });
}

export function readAnnouncement(form: Form): DocumentAddress | null {
  const url = form.url('AnnounceUrl', 20001);
  return url === null ? null : { url, method: form.method('AnnounceMethod') };
}

export function findConference(deps: RestDeps, nameOrSid: string): ConferenceRecord {
  const running = deps.exchange.conferences.find(nameOrSid);
  return orNotFound(deps.store.conferences.get(running?.sid ?? nameOrSid));
}
