import { clientAddress, parseQuery } from '../calls/core/address.ts';
import type { Source } from '../twiml/core/program.ts';
import { parseFingerprint } from './browser-call.ts';
import type { BrowserCalls } from './browser-calls.ts';
import { Caller } from './caller.ts';
import type { SignalingDeps } from './deps.ts';
import type { Frame } from './frames.ts';
import type { Session } from './session.ts';

type Invite = Extract<Frame, { type: 'invite' }>['payload'];

const MAX_CALLS_PER_SESSION = 16;
/** Twilio's name for a caller without an identity. */
const ANONYMOUS = 'Anonymous';

/** @returns a signaling error if the call is rejected */
export async function placeCall(
  deps: SignalingDeps,
  calls: BrowserCalls,
  session: Session,
  invite: Invite,
): Promise<{ readonly code: number; readonly message: string } | null> {
  const { exchange, directory, media } = deps;
  const { grants } = session;
  const application = grants?.applicationSid ? directory.application(grants.applicationSid) : null;
  const voice = application ? directory.voiceSettings(application) : null;
  if (!grants || !application || !voice)
    return { code: 31002, message: "The token doesn't identify an application with a VoiceUrl" };
  if (calls.ofSession(session).length + session.pendingInvites.size >= MAX_CALLS_PER_SESSION)
    return { code: 31486, message: 'Too many calls' };
  session.pendingInvites.set(invite.callsid, true);
  const sid = exchange.newSid('CA');
  const sdp = await answerOffer(deps, sid, invite.sdp);
  if (sdp === null) return { code: 53402, message: 'The session description was not accepted' };
  if (session.closed || session.pendingInvites.get(invite.callsid) === false) {
    media.send({ type: 'closeLeg', leg: sid }).catch(() => {});
    return null;
  }
  const params = mergeParams(grants.params, parseQuery(invite.twilio?.params ?? ''));
  const source: Source = {
    kind: 'url',
    url: voice.url,
    method: voice.method,
    params: [...params.filter(([name]) => !RESERVED_PARAMS.has(name)), ['ApplicationSid', application.sid]],
  };
  const to = params.find(([name]) => name === 'To')?.[1] ?? '';
  const from = clientAddress(grants.identity ?? ANONYMOUS);
  const fingerprint = parseFingerprint(invite.sdp);
  const caller = { callSid: sid, temporarySid: invite.callsid, sdp, fingerprint };
  const { callback, fallback } = voice;
  exchange.addInboundCall({ sid, from, to, leg: sid, source, callback, fallback }, (reports) => {
    return new Caller({ media, calls }, session, caller, reports);
  });
  return null;
}

async function answerOffer(deps: SignalingDeps, leg: string, offer: string): Promise<string | null> {
  try {
    return (await deps.media.send({ type: 'answerOffer', leg, sdp: offer })).sdp;
  } catch (error) {
    deps.log.warn({ call: leg, err: String(error) }, 'SDP offer rejected');
    return null;
  }
}

const RESERVED_PARAMS: ReadonlySet<string> = new Set([
  'AccountSid',
  'ApiVersion',
  'ApplicationSid',
  'CallSid',
  'CallStatus',
  'Called',
  'Caller',
  'Direction',
  'From',
  'To',
]);

/** Parameters of the token take precedence over those of the page. */
function mergeParams(
  tokenParams: readonly (readonly [string, string])[],
  pageParams: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] {
  const names = new Set(tokenParams.map(([name]) => name));
  return [...tokenParams, ...pageParams.filter(([name]) => !names.has(name))];
}
