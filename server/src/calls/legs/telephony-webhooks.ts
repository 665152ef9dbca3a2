/** What the telephony provider asks (TwiML) and reports (states), under `/twilio/`. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { takeText } from '../../messages/incoming-texts.ts';
import { takeTextReport } from '../../messages/messages.ts';
import { parseCallback, requireSignature } from '../../platform/telephony/callback-signature.ts';
import {
  AnsweredByForm,
  AnsweredByQuery,
  CallerQuery,
  CallPartiesForm,
  ConferenceForm,
  ConferenceQuery,
  DeviceCallForm,
  InboundForm,
  KeyForm,
  LegForm,
  LegQuery,
  OfferForm,
  OfferQuery,
  RecordingForm,
  RecordingQuery,
  TextForm,
  TextStatusForm,
  TextStatusQuery,
  toReportTime,
  VoicemailForm,
} from '../../platform/telephony/provider-forms.ts';
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
    const { From, To, CallSid } = parseCallback(CallPartiesForm, request.body);
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

/** What the provider asks is answered by a document. */
function question<Query, Form>(
  scope: FastifyInstance,
  path: string,
  query: z.ZodMiniType<Query>,
  form: z.ZodMiniType<Form>,
  answer: (query: Query, form: Form) => Promise<string>,
): void {
  scope.post(path, async (request, reply) => {
    const asked = parseCallback(query, request.query);
    return twiml(reply, await answer(asked, parseCallback(form, request.body)));
  });
}

function report<Query, Form>(
  scope: FastifyInstance,
  path: string,
  query: z.ZodMiniType<Query>,
  form: z.ZodMiniType<Form>,
  take: (query: Query, form: Form) => Promise<unknown>,
): void {
  scope.post(path, async (request, reply) => {
    const about = parseCallback(query, request.query);
    await take(about, parseCallback(form, request.body));
    return reply.code(204).send();
  });
}

/** Of an address that says nothing more. */
const NoQuery = z.object({});

function questions(scope: FastifyInstance, parts: TelephonyWebhookParts): void {
  refuseClosedPhones(scope, parts);

  question(scope, '/twilio/voice/client', NoQuery, DeviceCallForm, (_, form) =>
    connectDevice(parts, parts.urls, {
      sid: form.CallSid,
      from: form.From,
      to: form.To,
      callUserId: form.call_user_id,
      callerId: form.caller_id || null,
    }),
  );
  question(scope, '/twilio/voice/offer', OfferQuery, OfferForm, (ids, { CallSid }) =>
    answerRing(parts, parts.urls, ringOf(ids, CallSid)),
  );
  question(scope, '/twilio/voice/own-phone', OfferQuery, OfferForm, (ids, { CallSid }) =>
    answerOwnPhone(parts, parts.urls, ringOf(ids, CallSid)),
  );
  question(scope, '/twilio/voice/own-phone-key', OfferQuery, KeyForm, (ids, { CallSid, Digits }) =>
    takeKey(parts, parts.urls, ringOf(ids, CallSid), Digits ?? ''),
  );
  question(scope, '/twilio/voice/inbound', NoQuery, InboundForm, (_, { CallSid, From, To }) =>
    receiveCall(parts, parts.urls, { sid: CallSid, from: From, to: To }),
  );
  question(scope, '/twilio/voice/caller-ready', CallerQuery, OfferForm, ({ call_id: callId }, { CallSid }) =>
    receiveWelcomed(parts, parts.urls, { callId, sid: CallSid }),
  );
  question(scope, '/twilio/voice/message-left', CallerQuery, VoicemailForm, async (ids, form) => {
    await noteMessage(parts, ids, form);
    return hangUp();
  });

  scope.post('/twilio/announcement/recording', async (_request, reply) =>
    twiml(reply, say(RECORDING_ANNOUNCEMENT)),
  );

  question(
    scope,
    '/twilio/messages/inbound',
    NoQuery,
    TextForm,
    async (_, { MessageSid, From, To, Body }) => {
      await takeText(parts, { sid: MessageSid, from: From, to: To, body: Body });
      return nothing();
    },
  );

  scope.post<{ Params: { name: string } }>('/twilio/wait/:name', async (request, reply) => {
    const { name } = request.params;
    if (!isSoundName(name)) return reply.callNotFound();
    return twiml(reply, playForEver(parts.urls.sound(name)));
  });
}

/** Its end and its recording tell the same, whichever comes first; of one that is empty nothing is kept. */
async function noteMessage(
  parts: TelephonyWebhookParts,
  { call_id: callId }: z.output<typeof CallerQuery>,
  { RecordingSid: sid, RecordingStatus: status, RecordingDuration: seconds }: z.output<typeof VoicemailForm>,
): Promise<void> {
  if (sid === undefined || seconds === undefined || (status !== undefined && status !== 'completed')) return;
  await takeVoicemail(parts, { callId, sid, seconds: Math.round(seconds) });
}

function reports(scope: FastifyInstance, parts: TelephonyWebhookParts): void {
  report(scope, '/twilio/status/leg', LegQuery, LegForm, (ids, form) =>
    takeLegReport(parts, {
      callId: ids.call_id ?? null,
      legId: ids.leg_id ?? null,
      sid: form.CallSid,
      status: form.CallStatus,
      seconds: form.CallDuration ?? null,
      sipCode: form.SipResponseCode ?? null,
      at: toReportTime(form.Timestamp, parts.clock.now()),
    }),
  );
  report(scope, '/twilio/status/answered-by', AnsweredByQuery, AnsweredByForm, (ids, form) =>
    takeAnsweredBy(parts, {
      callId: ids.call_id,
      legId: ids.leg_id,
      sid: form.CallSid,
      answeredBy: form.AnsweredBy,
    }),
  );
  report(scope, '/twilio/status/message', TextStatusQuery, TextStatusForm, (ids, form) =>
    takeTextReport(parts, {
      messageId: ids.message_id,
      sid: form.MessageSid,
      status: form.MessageStatus,
      errorCode: form.ErrorCode || null,
    }),
  );
  report(scope, '/twilio/status/conference', ConferenceQuery, ConferenceForm, (ids, form) =>
    takeConferenceReport(parts, {
      callId: ids.call_id,
      conferenceSid: form.ConferenceSid,
      event: form.StatusCallbackEvent,
      legSid: form.CallSid ?? null,
      at: toReportTime(form.Timestamp, parts.clock.now()),
    }),
  );
  report(scope, '/twilio/status/voicemail', CallerQuery, VoicemailForm, (ids, form) =>
    noteMessage(parts, ids, form),
  );
  report(scope, '/twilio/status/recording', RecordingQuery, RecordingForm, (ids, form) => {
    const news = {
      callId: ids.call_id,
      sid: form.RecordingSid,
      status: form.RecordingStatus,
      seconds: form.RecordingDuration ?? null,
    };
    return transact(parts, (tx, outbox) => parts.recordings.note(tx, outbox, news));
  });
}
