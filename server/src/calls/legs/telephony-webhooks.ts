/** What the telephony provider asks (TwiML) and reports (states), under `/twilio/`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { takeText } from '../../messages/incoming-texts.ts';
import { takeTextReport } from '../../messages/messages.ts';
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
import type { Telephony } from '../../platform/telephony/telephony.ts';
import type { WebhookUrls } from '../../platform/telephony/webhook-urls.ts';
import { transact } from '../../platform/work-queue/transact.ts';
import { isOpenPhone } from '../../presence/open-phones.ts';
import type { RecordingsIntake } from '../../recordings/recordings-intake.ts';
import type { StepParts } from '../call-steps.ts';
import { hangUp, nothing, playForEver, RECORDING_ANNOUNCEMENT, say } from '../core/twiml.ts';
import { receiveCall, receiveWelcomed } from '../inbound/inbound.ts';
import { answerRing } from '../offers.ts';
import { connectDevice } from '../outbound/outbound.ts';
import { answerOwnPhone, takeKey } from '../outbound/own-phone.ts';
import { takeAnsweredBy, takeConferenceReport, takeLegReport } from '../provider-reports.ts';
import { takeVoicemail } from '../voicemail/voicemail.ts';
import { isSoundName, soundOf } from './sounds.ts';

export interface TelephonyWebhookParts extends StepParts {
  readonly urls: WebhookUrls;
  readonly telephony: Pick<Telephony, 'isSigned'>;
  /** What the provider signs for; without a slash at the end. */
  readonly publicUrl: string;
  readonly recordings: RecordingsIntake;
}

export function telephonyWebhooks(server: FastifyInstance, parts: TelephonyWebhookParts): void {
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
    requireSignature(scope, (signature, path, form) =>
      parts.telephony.isSigned(signature, parts.publicUrl + path, form),
    );
    // A scope of its own: reports about a closed phone are news like any other.
    void scope.register(async (asked) => questions(asked, parts));
    reports(scope, parts);
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
function refuseClosedPhones(scope: FastifyInstance, parts: TelephonyWebhookParts): void {
  scope.addHook('preHandler', async (request, reply) => {
    const { From, To, CallSid } = parsed(PartiesForm, request.body);
    for (const party of [From, To]) {
      if (party === undefined || !party.startsWith(CLIENT)) continue;
      const [identity = ''] = party.slice(CLIENT.length).split('?');
      if (await isOpenPhone(parts, identity)) continue;
      request.log.warn({ sid: CallSid, path: request.routeOptions.url }, 'a closed phone was hung up');
      return twiml(reply, hangUp());
    }
  });
}

const CLIENT = 'client:';

function questions(scope: FastifyInstance, parts: TelephonyWebhookParts): void {
  refuseClosedPhones(scope, parts);

  scope.post('/twilio/voice/client', async (request, reply) => {
    const form = parsed(DeviceCallForm, request.body);
    return twiml(
      reply,
      await connectDevice(parts, parts.urls, {
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
    return twiml(reply, await answerRing(parts, parts.urls, ringOf(ids, CallSid)));
  });

  scope.post('/twilio/voice/own-phone', async (request, reply) => {
    const ids = parsed(OfferQuery, request.query);
    const { CallSid } = parsed(OfferForm, request.body);
    return twiml(reply, await answerOwnPhone(parts, parts.urls, ringOf(ids, CallSid)));
  });

  scope.post('/twilio/voice/own-phone-key', async (request, reply) => {
    const ids = parsed(OfferQuery, request.query);
    const { CallSid, Digits } = parsed(KeyForm, request.body);
    return twiml(reply, await takeKey(parts, parts.urls, ringOf(ids, CallSid), Digits ?? ''));
  });

  scope.post('/twilio/voice/inbound', async (request, reply) => {
    const { CallSid, From, To } = parsed(InboundForm, request.body);
    return twiml(reply, await receiveCall(parts, parts.urls, { sid: CallSid, from: From, to: To }));
  });

  scope.post('/twilio/voice/caller-ready', async (request, reply) => {
    const ids = parsed(CallerQuery, request.query);
    const { CallSid } = parsed(OfferForm, request.body);
    return twiml(reply, await receiveWelcomed(parts, parts.urls, { callId: ids.call_id, sid: CallSid }));
  });

  scope.post('/twilio/voice/message-left', async (request, reply) => {
    await noteMessage(parts, request);
    return twiml(reply, hangUp());
  });

  scope.post('/twilio/announcement/recording', async (_request, reply) =>
    twiml(reply, say(RECORDING_ANNOUNCEMENT)),
  );

  scope.post('/twilio/messages/inbound', async (request, reply) => {
    const { MessageSid, From, To, Body } = parsed(TextForm, request.body);
    await takeText(parts, { sid: MessageSid, from: From, to: To, body: Body });
    return twiml(reply, nothing());
  });

  scope.post<{ Params: { name: string } }>('/twilio/wait/:name', async (request, reply) => {
    const { name } = request.params;
    if (!isSoundName(name)) return reply.callNotFound();
    return twiml(reply, playForEver(parts.urls.sound(name)));
  });
}

/** Its end and its recording tell the same, whichever comes first; of one that is empty nothing is kept. */
async function noteMessage(
  parts: TelephonyWebhookParts,
  { query, body }: Pick<FastifyRequest, 'query' | 'body'>,
): Promise<void> {
  const ids = parsed(CallerQuery, query);
  const {
    RecordingSid: sid,
    RecordingStatus: status,
    RecordingDuration: seconds,
  } = parsed(MessageForm, body);
  if (sid === undefined || seconds === undefined || (status !== undefined && status !== 'completed')) return;
  await takeVoicemail(parts, { callId: ids.call_id, sid, seconds: Math.round(seconds) });
}

function reports(scope: FastifyInstance, parts: TelephonyWebhookParts): void {
  scope.post('/twilio/status/leg', async (request, reply) => {
    const ids = parsed(LegQuery, request.query);
    const form = parsed(LegForm, request.body);
    await takeLegReport(parts, {
      callId: ids.call_id ?? null,
      legId: ids.leg_id ?? null,
      sid: form.CallSid,
      status: form.CallStatus,
      seconds: form.CallDuration ?? null,
      sipCode: form.SipResponseCode ?? null,
      at: timeOfReport(form.Timestamp, parts.clock.now()),
    });
    return reply.code(204).send();
  });

  scope.post('/twilio/status/answered-by', async (request, reply) => {
    const { call_id: callId, leg_id: legId } = parsed(AnsweredByQuery, request.query);
    const { CallSid: sid, AnsweredBy: answeredBy } = parsed(AnsweredByForm, request.body);
    await takeAnsweredBy(parts, { callId, legId, sid, answeredBy });
    return reply.code(204).send();
  });

  scope.post('/twilio/status/message', async (request, reply) => {
    const ids = parsed(TextStatusQuery, request.query);
    const { MessageSid, MessageStatus, ErrorCode } = parsed(TextStatusForm, request.body);
    await takeTextReport(parts, {
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
    await takeConferenceReport(parts, {
      callId: ids.call_id,
      conferenceSid: form.ConferenceSid,
      event: form.StatusCallbackEvent,
      legSid: form.CallSid ?? null,
      at: timeOfReport(form.Timestamp, parts.clock.now()),
    });
    return reply.code(204).send();
  });

  scope.post('/twilio/status/voicemail', async (request, reply) => {
    await noteMessage(parts, request);
    return reply.code(204).send();
  });

  scope.post('/twilio/status/recording', async (request, reply) => {
    const ids = parsed(RecordingQuery, request.query);
    const form = parsed(RecordingForm, request.body);
    const news = {
      callId: ids.call_id,
      sid: form.RecordingSid,
      status: form.RecordingStatus,
      seconds: form.RecordingDuration ?? null,
    };
    await transact(parts, (tx, outbox) => parts.recordings.note(tx, outbox, news));
    return reply.code(204).send();
  });
}
