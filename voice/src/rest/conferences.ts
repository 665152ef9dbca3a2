import type { FastifyInstance } from 'fastify';
import type { ConferenceRecord } from '../store/schemas.ts';
import { ApiError } from './errors.ts';
import { Form } from './form.ts';
import { page, param } from './page.ts';
import type { RestParts } from './parts.ts';

export function conferenceRoutes(api: FastifyInstance, parts: RestParts): void {
  const { store, resources, exchange } = parts;

  api.get('/Conferences.json', async (request) => {
    const query = new Form(request.query);
    const status = query.text('Status');
    const name = query.text('FriendlyName');
    const list = store.conferences
      .list()
      .filter((one) => (!status || one.status === status) && (!name || one.name === name));
    return page(`${resources.root}/Conferences.json`, request.query, 'conferences', list, (one) =>
      resources.conference(one),
    );
  });

  api.get('/Conferences/:conference.json', async (request) => {
    return resources.conference(findConference(parts, param(request.params, 'conference')));
  });

  api.post('/Conferences/:conference.json', async (request) => {
    const { sid } = findConference(parts, param(request.params, 'conference'));
    const form = new Form(request.body);
    const status = form.text('Status');
    if (status !== null && status !== 'completed') throw new ApiError(20001, 'Status must be completed');
    if (form.has('AnnounceUrl')) throw new ApiError(20001, 'AnnounceUrl is not served here');
    if (status === 'completed') exchange.conferences.end(sid);
    return resources.conference(findConference(parts, sid));
  });
}

/** By sid, or by the name of a running one. */
export function findConference(parts: RestParts, nameOrSid: string): ConferenceRecord {
  const running = parts.exchange.conferences.find(nameOrSid);
  const known = parts.store.conferences.get(running?.sid ?? nameOrSid);
  if (!known) throw new ApiError(20404);
  return known;
}
