import type { FastifyInstance } from 'fastify';
import { isPhoneNumber } from '../calls/core/address.ts';
import type { BusinessNumber } from '../store/schemas.ts';
import { applySettings, defaultTextSettings, defaultVoiceSettings } from './applications.ts';
import type { RestDeps } from './deps.ts';
import { ApiError, orNotFound } from './errors.ts';
import { Form } from './form.ts';
import { page, param } from './page.ts';

export function numberRoutes(api: FastifyInstance, deps: RestDeps): void {
  const { store, resources, exchange, directory } = deps;
  const find = (params: unknown): BusinessNumber => orNotFound(store.numbers.get(param(params, 'number')));

  api.post('/IncomingPhoneNumbers.json', async (request, reply) => {
    const form = new Form(request.body);
    const phoneNumber = form.text('PhoneNumber') ?? '';
    if (!isPhoneNumber(phoneNumber)) throw new ApiError(21421);
    if (directory.number(phoneNumber)) throw new ApiError(21422);
    const now = Date.now();
    const initial: BusinessNumber = {
      sid: exchange.newSid('PN'),
      phoneNumber,
      friendlyName: phoneNumber,
      ...defaultVoiceSettings,
      voiceApplicationSid: '',
      ...defaultTextSettings,
      smsApplicationSid: '',
      createdAt: now,
      updatedAt: now,
    };
    const number = changeNumber(initial, form, now);
    store.numbers.put(number);
    return reply.code(201).send(resources.number(number));
  });

  api.get('/IncomingPhoneNumbers.json', async (request) => {
    const query = new Form(request.query);
    const phoneNumber = query.text('PhoneNumber');
    const name = query.text('FriendlyName');
    const list = store.numbers
      .list()
      .filter(
        (one) =>
          (!phoneNumber || one.phoneNumber.includes(phoneNumber)) && (!name || one.friendlyName === name),
      );
    return page(
      `${resources.root}/IncomingPhoneNumbers.json`,
      request.query,
      'incoming_phone_numbers',
      list,
      (one) => resources.number(one),
    );
  });

  api.get('/IncomingPhoneNumbers/:number.json', async (request) => resources.number(find(request.params)));

  api.post('/IncomingPhoneNumbers/:number.json', async (request) => {
    const number = changeNumber(find(request.params), new Form(request.body), Date.now());
    store.numbers.put(number);
    return resources.number(number);
  });

  api.delete('/IncomingPhoneNumbers/:number.json', async (request, reply) => {
    store.numbers.remove(find(request.params).sid);
    return reply.code(204).send();
  });
}

function changeNumber(one: BusinessNumber, form: Form, at: number): BusinessNumber {
  return {
    ...applySettings(one, form, at),
    voiceApplicationSid: form.text('VoiceApplicationSid') ?? one.voiceApplicationSid,
    smsApplicationSid: form.text('SmsApplicationSid') ?? one.smsApplicationSid,
  };
}
