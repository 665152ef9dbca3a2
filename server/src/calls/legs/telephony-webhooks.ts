/** What the telephony provider asks (TwiML) and reports (states), under `/twilio/`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import {
  AnsweredByForm,
  AnsweredByQuery,
  CallerQuery,
  ConferenceForm,
  ConferenceQuery,
  DeviceCallForm,
  InboundForm,
  KeyForm,
  LegForm,
  LegQuery,
  MessageForm,
  OfferForm,
  OfferQuery,
  PartiesForm,
  RecordingForm,
  RecordingQuery,
  TextForm,
  TextStatusForm,
  TextStatusQuery,
  timeOfReport,
} from '../../platform/telephony/provider-forms.ts';
import { parsed, requireSignature } from '../../platform/telephony/signed-forms.ts';
import type { CallControl } from '../../server.ts';
import { hangUp, nothing, playForEver, RECORDING_ANNOUNCEMENT, say } from '../core/twiml.ts';
import { isSoundName, soundOf } from './sounds.ts';

export function telephonyWebhooks(server: FastifyInstance, control: CallControl): void {
  // Anybody may hear a dialling tone; the provider does not sign what it fetches to play.
  server.get<{ Params: { name: string } }>('/twilio/sounds/:name', async (request, reply) => {
    const name = request.params.name.replace(/\.wav$/, '');
    if (!isSoundName(name)) return reply.callNotFound();
    return reply
      .type('audio/wav')
      .header('cache-control', 'public, max-age=86400')
      .send(Buffer.from(soundOf(name)));
  });
  void server.register(async (scope) => {
    requireSignature(scope, control.isSigned);
    // A scope of its own: reports about a closed phone are news like any other.
    void scope.register(async (asked) => questions(asked, control));
    reports(scope, control);
  });
}

function twiml(reply: FastifyReply, document: string): FastifyReply {
  return reply.type('text/xml; charset=utf-8').send(document);
}

function ringOf(ids: z.output<typeof OfferQuery>, sid: string) {
  return { sid, callId: ids.call_id, callUserId: ids.call_user_id, legId: ids.leg_id };
}

/**
 * What the provider asks about an agent's page is answered only while that page is the agent's phone. A token that was
 * given to it cannot be taken back, so it is good for nothing else.
 */
function refuseClosedPhones(scope: FastifyInstance, control: CallControl): void {
  scope.addHook('preHandler', async (request, reply) => {
    const { From, To, CallSid } = parsed(PartiesForm, request.body);
    for (const party of [From, To]) {
      if (party === undefined || !party.startsWith(CLIENT)) continue;
      const [identity = ''] = party.slice(CLIENT.length).split('?');
      if (await control.isOpenPhone(identity)) continue;
      request.log.warn({ sid: CallSid, path: request.routeOptions.url }, 'a closed phone was hung up');
      return twiml(reply, hangUp());
    }
  });
}

const CLIENT = 'client:';

function questions(scope: FastifyInstance, control: CallControl): void {
  refuseClosedPhones(scope, control);

  scope.post('/twilio/voice/client', async (request, reply) => {
    const form = parsed(DeviceCallForm, request.body);
    return twiml(
      reply,
      await control.connectDevice({
        sid: form.CallSid,
        from: form.From,
        to: form.To,
        callUserId: form.call_user_id,
        callerId: form.caller_id || null,
      }),
    );
  });

  scope.post('/twilio/voice/offer', async (request, reply) => {
    const ids = parsed(OfferQuery, request.query);
    const { CallSid } = parsed(OfferForm, request.body);
    return twiml(reply, await control.answerRing(ringOf(ids, CallSid)));
  });

  scope.post('/twilio/voice/own-phone', async (request, reply) => {
    const ids = parsed(OfferQuery, request.query);
    const { CallSid } = parsed(OfferForm, request.body);
    return twiml(reply, await control.answerOwnPhone(ringOf(ids, CallSid)));
  });

  scope.post('/twilio/voice/own-phone-key', async (request, reply) => {
    const ids = parsed(OfferQuery, request.query);
    const { CallSid, Digits } = parsed(KeyForm, request.body);
    return twiml(reply, await control.takeKey(ringOf(ids, CallSid), Digits ?? ''));
  });

  scope.post('/twilio/voice/inbound', async (request, reply) => {
    const { CallSid, From, To } = parsed(InboundForm, request.body);
    return twiml(reply, await control.receiveCall({ sid: CallSid, from: From, to: To }));
  });

  scope.post('/twilio/voice/caller-ready', async (request, reply) => {
    const ids = parsed(CallerQuery, request.query);
    const { CallSid } = parsed(OfferForm, request.body);
    return twiml(reply, await control.receiveWelcomed({ callId: ids.call_id, sid: CallSid }));
  });

  scope.post('/twilio/voice/message-left', async (request, reply) => {
    await noteMessage(control, request);
    return twiml(reply, hangUp());
  });

  scope.post('/twilio/announcement/recording', async (_request, reply) =>
    twiml(reply, say(RECORDING_ANNOUNCEMENT)),
  );

  scope.post('/twilio/messages/inbound', async (request, reply) => {
    const { MessageSid, From, To, Body } = parsed(TextForm, request.body);
    await control.takeText({ sid: MessageSid, from: From, to: To, body: Body });
    return twiml(reply, nothing());
  });

  scope.post<{ Params: { name: string } }>('/twilio/wait/:name', async (request, reply) => {
    const { name } = request.params;
    if (!isSoundName(name)) return reply.callNotFound();
    return twiml(reply, playForEver(control.urls.sound(name)));
  });
}

/** Its end and its recording tell the same, whichever comes first; of one that is empty nothing is kept. */
async function noteMessage(
  control: CallControl,
  { query, body }: Pick<FastifyRequest, 'query' | 'body'>,
): Promise<void> {
  const ids = parsed(CallerQuery, query);
  const {
    RecordingSid: sid,
    RecordingStatus: status,
    RecordingDuration: seconds,
  } = parsed(MessageForm, body);
  if (sid === undefined || seconds === undefined || (status !== undefined && status !== 'completed')) return;
  await control.voicemailLeft({ callId: ids.call_id, sid, seconds: Math.round(seconds) });
}

function reports(scope: FastifyInstance, control: CallControl): void {
  scope.post('/twilio/status/leg', async (request, reply) => {
    const ids = parsed(LegQuery, request.query);
    const form = parsed(LegForm, request.body);
    await control.legReported({
      callId: ids.call_id ?? null,
      legId: ids.leg_id ?? null,
      sid: form.CallSid,
      status: form.CallStatus,
      seconds: form.CallDuration ?? null,
      sipCode: form.SipResponseCode ?? null,
      at: timeOfReport(form.Timestamp, control.now()),
    });
    return reply.code(204).send();
  });

  scope.post('/twilio/status/answered-by', async (request, reply) => {
    const { call_id: callId, leg_id: legId } = parsed(AnsweredByQuery, request.query);
    const { CallSid: sid, AnsweredBy: answeredBy } = parsed(AnsweredByForm, request.body);
    await control.legIdentified({ callId, legId, sid, answeredBy });
    return reply.code(204).send();
  });

  scope.post('/twilio/status/message', async (request, reply) => {
    const ids = parsed(TextStatusQuery, request.query);
    const { MessageSid, MessageStatus, ErrorCode } = parsed(TextStatusForm, request.body);
    await control.textReported({
      messageId: ids.message_id,
      sid: MessageSid,
      status: MessageStatus,
      errorCode: ErrorCode || null,
    });
    return reply.code(204).send();
  });

  scope.post('/twilio/status/conference', async (request, reply) => {
    const ids = parsed(ConferenceQuery, request.query);
    const form = parsed(ConferenceForm, request.body);
    await control.conferenceReported({
      callId: ids.call_id,
      conferenceSid: form.ConferenceSid,
      event: form.StatusCallbackEvent,
      legSid: form.CallSid ?? null,
      at: timeOfReport(form.Timestamp, control.now()),
    });
    return reply.code(204).send();
  });

  scope.post('/twilio/status/voicemail', async (request, reply) => {
    await noteMessage(control, request);
    return reply.code(204).send();
  });

  scope.post('/twilio/status/recording', async (request, reply) => {
    const ids = parsed(RecordingQuery, request.query);
    const form = parsed(RecordingForm, request.body);
    await control.recordingReported({
      callId: ids.call_id,
      sid: form.RecordingSid,
      status: form.RecordingStatus,
      seconds: form.RecordingDuration ?? null,
    });
    return reply.code(204).send();
  });
}
