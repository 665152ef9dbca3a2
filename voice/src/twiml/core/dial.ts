import { addressText, parseAddress } from '../../calls/core/address.ts';
import { isSid } from '../../calls/core/sids.ts';
import type { Music } from '../../conferences/core/participant.ts';
import { voicesOfTrack } from '../../recordings/core/recorded-voices.ts';
import {
  actionOf,
  callbackOf,
  flag,
  integer,
  methodOf,
  type Reading,
  refusal,
  trims,
  urlOf,
} from './read.ts';
import type { Element } from './tree.ts';
import type {
  DialCommon,
  DialConference,
  DialParties,
  DialQueue,
  DialRecording,
  DialTarget,
  Verb,
} from './verbs.ts';

/** As the provider: at most ten at once. */
const mostTargets = 10;

/** `<Dial>` with numbers and clients, or with one conference or queue. */
export function readDial(element: Element, base: string): Reading<Verb> {
  const common: DialCommon = {
    ...actionOf(element, base),
    timeLimitSeconds: integer(element, 'timeLimit', 14_400, 1, 86_400),
    hangupOnStar: flag(element, 'hangupOnStar', false),
  };
  const [first] = element.children;
  if (first?.name === 'Conference' || first?.name === 'Queue') {
    if (element.children.length !== 1)
      return refusal(13215, `a Dial holds one ${first.name} and nothing else`);
    return first.name === 'Conference'
      ? readConference(first, base, common)
      : readQueue(first, element, base, common);
  }
  return readParties(element, base, common);
}

function readParties(element: Element, base: string, common: DialCommon): Reading<DialParties> {
  const targets: DialTarget[] = [];
  if (element.children.length === 0) {
    const target = readTarget(element.text, nothing);
    if ('code' in target) return target;
    targets.push(target);
  }
  for (const child of element.children) {
    const target = readNoun(child, base);
    if ('code' in target) return target;
    targets.push(target);
  }
  if (targets.length > mostTargets) return refusal(13215, `a Dial rings at most ${mostTargets} at once`);
  return {
    verb: 'dial',
    ...common,
    targets,
    timeoutSeconds: integer(element, 'timeout', 30, 5, 600),
    callerId: element.attributes.get('callerId') ?? null,
    answerOnBridge: flag(element, 'answerOnBridge', false),
    sequential: flag(element, 'sequential', false),
    ringTone: element.attributes.get('ringTone') ?? 'us',
    record: readRecording(element, base),
  };
}

/** `record`, and `true` as the old word for the first of its values. */
function readRecording(element: Element, base: string): DialRecording | null {
  const match = /^(?:true|record-from-(answer|ringing)(-dual)?)$/.exec(
    element.attributes.get('record') ?? '',
  );
  if (!match) return null;
  return {
    from: match[1] === 'ringing' ? 'ringing' : 'answer',
    channels: match[2] === undefined ? 1 : 2,
    voices: voicesOfTrack(element.attributes.get('recordingTrack')),
    trim: trims(element),
    callback: callbackOf(element, 'recordingStatusCallback', base, ['completed']),
  };
}

function readQueue(element: Element, dial: Element, base: string, common: DialCommon): Reading<DialQueue> {
  if (element.text === '' || element.text.length > 128)
    return refusal(12200, 'a Queue needs a name of 1 to 128 characters');
  return {
    verb: 'queue',
    ...common,
    name: element.text,
    screen: readScreen(element, base),
    timeoutSeconds: integer(dial, 'timeout', 14_400, 5, 14_400),
  };
}

function readScreen(element: Element, base: string): DialTarget['screen'] {
  const url = urlOf(element.attributes.get('url') ?? '', base);
  return url === null ? null : { url, method: methodOf(element, 'method') };
}

type Extras = Omit<DialTarget, 'to'>;
const nothing: Extras = { params: [], callback: null, sendDigits: null, screen: null };

function readNoun(child: Element, base: string): Reading<DialTarget> {
  const callback = callbackOf(child, 'statusCallback', base, ['completed']);
  const extras = { ...nothing, callback, screen: readScreen(child, base) };
  switch (child.name) {
    case 'Number': {
      const digits = child.attributes.get('sendDigits') ?? '';
      return readTarget(child.text, {
        ...extras,
        sendDigits: /^[0-9*#wW]{1,100}$/.test(digits) ? digits.toLowerCase() : null,
      });
    }
    case 'Client': {
      const identity = child.children.find((one) => one.name === 'Identity')?.text ?? child.text;
      const params = child.children
        .filter((one) => one.name === 'Parameter')
        .map((one) => [one.attributes.get('name') ?? '', one.attributes.get('value') ?? ''] as const)
        .filter(([name]) => name !== '');
      return readTarget(`client:${identity}`, { ...extras, params });
    }
    default:
      return refusal(12200, `the noun ${child.name.slice(0, 40)} is not served here`);
  }
}

function readTarget(to: string, extras: Extras): Reading<DialTarget> {
  const address = parseAddress(to);
  if (!address) return refusal(13223, 'Dial has a number or a client that is none');
  const own = address.kind === 'client' ? address.params : [];
  return { ...extras, to: addressText(address), params: [...own, ...extras.params] };
}

function readConference(element: Element, base: string, common: DialCommon): Reading<DialConference> {
  const name = element.text;
  if (name === '' || name.length > 128)
    return refusal(13237, 'a Conference needs a name of 1 to 128 characters');
  const coach = element.attributes.get('coach') ?? '';
  const record = element.attributes.get('record') ?? 'do-not-record';
  return {
    verb: 'conference',
    ...common,
    name,
    label: element.attributes.get('participantLabel')?.slice(0, 128) ?? null,
    muted: flag(element, 'muted', false),
    startOnEnter: flag(element, 'startConferenceOnEnter', true),
    endOnExit: flag(element, 'endConferenceOnExit', false),
    beep: readBeep(element.attributes.get('beep')),
    wait: readWait(element, base),
    coach: isSid('CA', coach) ? coach : null,
    callback: callbackOf(element, 'statusCallback', base, ['start', 'end']),
    record: record === 'record-from-start' || record === 'true',
    trim: trims(element),
    // The second is the older name, for the end of a recording alone.
    recordingCallback:
      callbackOf(element, 'recordingStatusCallback', base, ['completed']) ??
      callbackOf(element, 'eventCallbackUrl', base, ['completed']),
    most: integer(element, 'maxParticipants', 250, 1, 250),
  };
}

export function readBeep(text: string | undefined): DialConference['beep'] {
  return text === 'false' || text === 'onEnter' || text === 'onExit' ? text : 'true';
}

/** No waitUrl: the service's own music. An empty one: silence. */
export function readWait(element: Element, base: string, methodName = 'waitMethod'): Music {
  const text = element.attributes.get('waitUrl');
  if (text === undefined) return { kind: 'default' };
  const url = urlOf(text, base);
  return url === null ? { kind: 'silence' } : { kind: 'url', url, method: methodOf(element, methodName) };
}
