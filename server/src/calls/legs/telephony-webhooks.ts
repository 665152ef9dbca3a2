import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { receiveText } from '../../messages/incoming-texts.ts';
import { handleTextCallback } from '../../messages/messages.ts';
import { parseCallback, requireSignature } from '../../platform/telephony/callback-signature.ts';
import {
  AnnouncementQuery,
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
import type { Greetings } from '../../recordings/greetings/greetings.ts';
import type { RecordingsIntake } from '../../recordings/recordings-intake.ts';
import type { TransitionDeps } from '../call-transitions.ts';
import { recordingAnnouncement } from '../core/twiml/prompts.ts';
import { emptyResponse, hangUp, playInLoop, say } from '../core/twiml/twiml.ts';
import { receiveCall, ringAfterWelcome } from '../inbound/inbound.ts';
import { answerExternalPhone, handleKey } from '../outbound/external-phone.ts';
import { connectDevice } from '../outbound/place-call.ts';
import {
  handleAnsweredByCallback,
  handleConferenceCallback,
  handleLegCallback,
} from '../provider-callbacks.ts';
import { answerRing } from '../rings/answer-ring.ts';
import { saveVoicemail } from '../voicemail/voicemail.ts';
import { getSound, isSoundName } from './sounds.ts';
import { pauseNewRecording } from './update-recording.ts';

export interface TelephonyWebhookDeps extends TransitionDeps {
  readonly urls: WebhookUrls;
  readonly telephony: Pick<Telephony, 'verifySignature'>;
  /** The base of the URLs that the provider signs, without a trailing slash. */
  readonly publicUrl: string;
  readonly recordings: RecordingsIntake;
  readonly greetings: Pick<Greetings, 'find'>;
}

export function telephonyWebhooks(server: FastifyInstance, deps: TelephonyWebhookDeps): void {
  // Public: the provider doesn't sign requests for sounds.
  server.get<{ Params: { name: string } }>('/twilio/sounds/:name', async (request, reply) => {
    const name = request.params.name.replace(/\.wav$/, '');
    if (!isSoundName(name)) return reply.callNotFound();
    return reply
      .type('audio/wav')
      .header('cache-control', 'public, max-age=86400')
      .send(Buffer.from(getSound(name)));
  });
  void server.register(async (scope) => {
    requireSignature(scope, (signature, path, form) =>
      deps.telephony.verifySignature(signature, deps.publicUrl + path, form),
    );
    // A nested scope for the closed-phone check, because callbacks about a closed phone are still processed.
    void scope.register(async (twimlScope) => registerTwimlRoutes(twimlScope, deps));
    registerCallbackRoutes(scope, deps);
  });
}

function twiml(reply: FastifyReply, document: string): FastifyReply {
  return reply.type('text/xml; charset=utf-8').send(document);
}

function toAnsweredRing(ids: z.output<typeof OfferQuery>, sid: string) {
  return { sid, callId: ids.call_id, callUserId: ids.call_user_id, legId: ids.leg_id };
}

/** Access tokens can't be revoked. Answering only while the page is the agent's phone makes a closed page's token useless. */
function hangUpClosedPhones(scope: FastifyInstance, deps: TelephonyWebhookDeps): void {
  scope.addHook('preHandler', async (request, reply) => {
    const { From, To, CallSid } = parseCallback(CallPartiesForm, request.body);
    for (const party of [From, To]) {
      if (party === undefined || !party.startsWith(CLIENT_PREFIX)) continue;
      const [identity = ''] = party.slice(CLIENT_PREFIX.length).split('?');
      if (await isOpenPhone(deps, identity)) continue;
      request.log.warn(
        { sid: CallSid, path: request.routeOptions.url },
        'hung up a call from a closed phone',
      );
      return twiml(reply, hangUp());
    }
  });
}

const CLIENT_PREFIX = 'client:';

function twimlRoute<Query, Form>(
  scope: FastifyInstance,
  path: string,
  query: z.ZodMiniType<Query>,
  form: z.ZodMiniType<Form>,
  answer: (query: Query, form: Form) => Promise<string>,
): void {
  scope.post(path, async (request, reply) => {
    const parsedQuery = parseCallback(query, request.query);
    return twiml(reply, await answer(parsedQuery, parseCallback(form, request.body)));
  });
}

function callbackRoute<Query, Form>(
  scope: FastifyInstance,
  path: string,
  query: z.ZodMiniType<Query>,
  form: z.ZodMiniType<Form>,
  handle: (query: Query, form: Form) => Promise<unknown>,
): void {
  scope.post(path, async (request, reply) => {
    const parsedQuery = parseCallback(query, request.query);
    await handle(parsedQuery, parseCallback(form, request.body));
    return reply.code(204).send();
  });
}

const NoQuery = z.object({});
const NoForm = z.object({});

function registerTwimlRoutes(scope: FastifyInstance, deps: TelephonyWebhookDeps): void {
  hangUpClosedPhones(scope, deps);

  twimlRoute(scope, '/twilio/voice/client', NoQuery, DeviceCallForm, (_, form) =>
    connectDevice(deps, deps.urls, {
      sid: form.CallSid,
      from: form.From,
      to: form.To,
      callUserId: form.call_user_id,
      callerId: form.caller_id || null,
    }),
  );
  twimlRoute(scope, '/twilio/voice/offer', OfferQuery, OfferForm, (ids, { CallSid }) =>
    answerRing(deps, deps.urls, toAnsweredRing(ids, CallSid)),
  );
  twimlRoute(scope, '/twilio/voice/own-phone', OfferQuery, OfferForm, (ids, { CallSid }) =>
    answerExternalPhone(deps, deps.urls, toAnsweredRing(ids, CallSid)),
  );
  twimlRoute(scope, '/twilio/voice/own-phone-key', OfferQuery, KeyForm, (ids, { CallSid, Digits }) =>
    handleKey(deps, deps.urls, toAnsweredRing(ids, CallSid), Digits ?? ''),
  );
  twimlRoute(scope, '/twilio/voice/inbound', NoQuery, InboundForm, (_, { CallSid, From, To }) =>
    receiveCall(deps, { sid: CallSid, from: From, to: To }),
  );
  twimlRoute(
    scope,
    '/twilio/voice/caller-ready',
    CallerQuery,
    OfferForm,
    ({ call_id: callId }, { CallSid }) => ringAfterWelcome(deps, { callId, sid: CallSid }),
  );
  twimlRoute(scope, '/twilio/voice/message-left', CallerQuery, VoicemailForm, async (ids, form) => {
    await handleVoicemail(deps, ids, form);
    return hangUp();
  });

  twimlRoute(scope, '/twilio/announcement/recording', AnnouncementQuery, NoForm, async ({ language }) =>
    say(recordingAnnouncement(language)),
  );

  twimlRoute(
    scope,
    '/twilio/messages/inbound',
    NoQuery,
    TextForm,
    async (_, { MessageSid, From, To, Body }) => {
      await receiveText(deps, { sid: MessageSid, from: From, to: To, body: Body });
      return emptyResponse();
    },
  );

  scope.post<{ Params: { name: string } }>('/twilio/wait/:name', async (request, reply) => {
    const { name } = request.params;
    if (!isSoundName(name)) return reply.callNotFound();
    return twiml(reply, playInLoop(deps.urls.sound(name)));
  });
}

/** A voicemail is reported twice, by its action and its callback, in any order. Empty recordings are ignored. */
async function handleVoicemail(
  deps: TelephonyWebhookDeps,
  { call_id: callId }: z.output<typeof CallerQuery>,
  { RecordingSid: sid, RecordingStatus: status, RecordingDuration: seconds }: z.output<typeof VoicemailForm>,
): Promise<void> {
  if (sid === undefined || seconds === undefined || (status !== undefined && status !== 'completed')) return;
  await saveVoicemail(deps, { callId, sid, seconds: Math.round(seconds) });
}

function registerCallbackRoutes(scope: FastifyInstance, deps: TelephonyWebhookDeps): void {
  callbackRoute(scope, '/twilio/status/leg', LegQuery, LegForm, (ids, form) =>
    handleLegCallback(deps, {
      callId: ids.call_id ?? null,
      legId: ids.leg_id ?? null,
      sid: form.CallSid,
      status: form.CallStatus,
      seconds: form.CallDuration ?? null,
      sipCode: form.SipResponseCode ?? null,
      at: toReportTime(form.Timestamp, deps.clock.now()),
    }),
  );
  callbackRoute(scope, '/twilio/status/answered-by', AnsweredByQuery, AnsweredByForm, (ids, form) =>
    handleAnsweredByCallback(deps, {
      callId: ids.call_id,
      legId: ids.leg_id,
      sid: form.CallSid,
      answeredBy: form.AnsweredBy,
    }),
  );
  callbackRoute(scope, '/twilio/status/message', TextStatusQuery, TextStatusForm, (ids, form) =>
    handleTextCallback(deps, {
      messageId: ids.message_id,
      sid: form.MessageSid,
      status: form.MessageStatus,
      errorCode: form.ErrorCode || null,
    }),
  );
  callbackRoute(scope, '/twilio/status/conference', ConferenceQuery, ConferenceForm, (ids, form) =>
    handleConferenceCallback(deps, {
      callId: ids.call_id,
      conferenceSid: form.ConferenceSid,
      event: form.StatusCallbackEvent,
      legSid: form.CallSid ?? null,
      at: toReportTime(form.Timestamp, deps.clock.now()),
    }),
  );
  callbackRoute(scope, '/twilio/status/voicemail', CallerQuery, VoicemailForm, (ids, form) =>
    handleVoicemail(deps, ids, form),
  );
  callbackRoute(scope, '/twilio/status/recording', RecordingQuery, RecordingForm, (ids, form) => {
    const callback = {
      callId: ids.call_id,
      sid: form.RecordingSid,
      status: form.RecordingStatus,
      seconds: form.RecordingDuration ?? null,
      startedAt: Date.parse(form.RecordingStartTime ?? '') || null,
    };
    return transact(deps, async (tx, outbox) => {
      await deps.recordings.record(tx, outbox, callback);
      if (callback.status === 'in-progress') await pauseNewRecording(tx, outbox, callback.callId);
    });
  });
}
