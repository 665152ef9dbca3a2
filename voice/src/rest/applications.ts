import type { FastifyInstance } from 'fastify';
import type { Application } from '../store/schemas.ts';
import type { RestDeps } from './deps.ts';
import { orNotFound } from './errors.ts';
import { Form } from './form.ts';
import { page, param } from './page.ts';

export function applicationRoutes(api: FastifyInstance, deps: RestDeps): void {
  const { store, resources, exchange } = deps;
  const find = (params: unknown): Application =>
    orNotFound(store.applications.get(param(params, 'application')));

  api.post('/Applications.json', async (request, reply) => {
    const now = Date.now();
    const initial: Application = {
      sid: exchange.newSid('AP'),
      friendlyName: '',
      ...defaultVoiceSettings,
      ...defaultTextSettings,
      createdAt: now,
      updatedAt: now,
    };
    const application = applySettings(initial, new Form(request.body), now);
    store.applications.put(application);
    return reply.code(201).send(resources.application(application));
  });

  api.get('/Applications.json', async (request) => {
    const name = new Form(request.query).text('FriendlyName');
    const list = store.applications.list().filter((one) => !name || one.friendlyName === name);
    return page(`${resources.root}/Applications.json`, request.query, 'applications', list, (one) =>
      resources.application(one),
    );
  });

  api.get('/Applications/:application.json', async (request) => resources.application(find(request.params)));

  api.post('/Applications/:application.json', async (request) => {
    const application = applySettings(find(request.params), new Form(request.body), Date.now());
    store.applications.put(application);
    return resources.application(application);
  });

  api.delete('/Applications/:application.json', async (request, reply) => {
    store.applications.remove(find(request.params).sid);
    return reply.code(204).send();
  });
}

export const defaultVoiceSettings = {
  voiceUrl: '',
  voiceMethod: 'POST',
  voiceFallbackUrl: '',
  voiceFallbackMethod: 'POST',
  voiceCallerIdLookup: false,
} as const;
export const defaultTextSettings = {
  statusCallback: '',
  statusCallbackMethod: 'POST',
  smsUrl: '',
  smsMethod: 'POST',
} as const;

export function applySettings<T extends Application | Omit<Application, 'sid'>>(
  one: T,
  form: Form,
  at: number,
): T {
  const url = (name: string, current: string): string =>
    form.has(name) ? (form.url(name, 20001) ?? '') : current;
  const method = (name: string, current: 'GET' | 'POST'): 'GET' | 'POST' =>
    form.has(name) ? form.method(name) : current;
  return {
    ...one,
    friendlyName: form.text('FriendlyName')?.slice(0, 64) ?? one.friendlyName,
    voiceUrl: url('VoiceUrl', one.voiceUrl),
    voiceMethod: method('VoiceMethod', one.voiceMethod),
    voiceFallbackUrl: url('VoiceFallbackUrl', one.voiceFallbackUrl),
    voiceFallbackMethod: method('VoiceFallbackMethod', one.voiceFallbackMethod),
    voiceCallerIdLookup: form.flag('VoiceCallerIdLookup') ?? one.voiceCallerIdLookup,
    statusCallback: url('StatusCallback', one.statusCallback),
    statusCallbackMethod: method('StatusCallbackMethod', one.statusCallbackMethod),
    smsUrl: url('SmsUrl', one.smsUrl),
    smsMethod: method('SmsMethod', one.smsMethod),
    updatedAt: at,
  };
}
