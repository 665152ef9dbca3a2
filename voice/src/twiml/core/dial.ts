import { formatAddress, parseAddress } from '../../calls/core/address.ts';
import { isSid } from '../../calls/core/sids.ts';
import type { Music } from '../../conferences/core/participant.ts';
import { parseTrack } from '../../recordings/core/recorded-voices.ts';
import {
  type Parsed,
  readAction,
  readCallback,
  readFlag,
  readInteger,
  readMethod,
  readTrim,
  resolveUrl,
  twimlError,
} from './attributes.ts';
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

const MAX_TARGETS = 10;

export function readDial(element: Element, base: string): Parsed<Verb> {
  const common: DialCommon = {
    ...readAction(element, base),
    timeLimitSeconds: readInteger(element, 'timeLimit', 14_400, 1, 86_400),
    hangupOnStar: readFlag(element, 'hangupOnStar', false),
  };
  const [first] = element.children;
  if (first?.name === 'Conference' || first?.name === 'Queue') {
    if (element.children.length !== 1)
      return twimlError(13215, `a Dial with a ${first.name} cannot contain anything else`);
    return first.name === 'Conference'
      ? readConference(first, base, common)
      : readQueue(first, element, base, common);
  }
  return readParties(element, base, common);
}

function readParties(element: Element, base: string, common: DialCommon): Parsed<DialParties> {
  const targets: DialTarget[] = [];
  if (element.children.length === 0) {
    const target = readTarget(element.text, NO_EXTRAS);
    if ('code' in target) return target;
    targets.push(target);
  }
  for (const child of element.children) {
    const target = readNoun(child, base);
    if ('code' in target) return target;
    targets.push(target);
  }
  if (targets.length > MAX_TARGETS)
    return twimlError(13215, `a Dial can have at most ${MAX_TARGETS} numbers and clients`);
  return {
    verb: 'dial',
    ...common,
    targets,
    timeoutSeconds: readInteger(element, 'timeout', 30, 5, 600),
    callerId: element.attributes.get('callerId') ?? null,
    answerOnBridge: readFlag(element, 'answerOnBridge', false),
    sequential: readFlag(element, 'sequential', false),
    ringTone: element.attributes.get('ringTone') ?? 'us',
    record: readRecording(element, base),
  };
}

/** `true` is the old name of record-from-answer. */
function readRecording(element: Element, base: string): DialRecording | null {
  const match = /^(?:true|record-from-(answer|ringing)(-dual)?)$/.exec(
    element.attributes.get('record') ?? '',
  );
  if (!match) return null;
  return {
    from: match[1] === 'ringing' ? 'ringing' : 'answer',
    channels: match[2] === undefined ? 1 : 2,
    voices: parseTrack(element.attributes.get('recordingTrack')),
    trim: readTrim(element),
    callback: readCallback(element, 'recordingStatusCallback', base, ['completed']),
  };
}

function readQueue(element: Element, dial: Element, base: string, common: DialCommon): Parsed<DialQueue> {
  if (element.text === '' || element.text.length > 128)
    return twimlError(12200, 'a Queue needs a name of 1 to 128 characters');
  return {
    verb: 'queue',
    ...common,
    name: element.text,
    screen: readScreen(element, base),
    timeoutSeconds: readInteger(dial, 'timeout', 14_400, 5, 14_400),
  };
}

function readScreen(element: Element, base: string): DialTarget['screen'] {
  const url = resolveUrl(element.attributes.get('url') ?? '', base);
  return url === null ? null : { url, method: readMethod(element, 'method') };
}

type Extras = Omit<DialTarget, 'to'>;
const NO_EXTRAS: Extras = { params: [], callback: null, sendDigits: null, screen: null };

function readNoun(child: Element, base: string): Parsed<DialTarget> {
  const callback = readCallback(child, 'statusCallback', base, ['completed']);
  const extras = { ...NO_EXTRAS, callback, screen: readScreen(child, base) };
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
      return twimlError(12200, `the noun ${child.name.slice(0, 40)} is not supported`);
  }
}

function readTarget(to: string, extras: Extras): Parsed<DialTarget> {
  const address = parseAddress(to);
  if (!address) return twimlError(13223, 'Dial has an invalid number or client');
  const own = address.kind === 'client' ? address.params : [];
  return { ...extras, to: formatAddress(address), params: [...own, ...extras.params] };
}

function readConference(element: Element, base: string, common: DialCommon): Parsed<DialConference> {
  const name = element.text;
  if (name === '' || name.length > 128)
    return twimlError(13237, 'a Conference needs a name of 1 to 128 characters');
  const coach = element.attributes.get('coach') ?? '';
  const record = element.attributes.get('record') ?? 'do-not-record';
  return {
    verb: 'conference',
    ...common,
    name,
    label: element.attributes.get('participantLabel')?.slice(0, 128) ?? null,
    muted: readFlag(element, 'muted', false),
    startOnEnter: readFlag(element, 'startConferenceOnEnter', true),
    endOnExit: readFlag(element, 'endConferenceOnExit', false),
    beep: readBeep(element.attributes.get('beep')),
    wait: readWait(element, base),
    coach: isSid('CA', coach) ? coach : null,
    callback: readCallback(element, 'statusCallback', base, ['start', 'end']),
    record: record === 'record-from-start' || record === 'true',
    trim: readTrim(element),
    // eventCallbackUrl is the older name; it's called only at the end of a recording.
    recordingCallback:
      readCallback(element, 'recordingStatusCallback', base, ['completed']) ??
      readCallback(element, 'eventCallbackUrl', base, ['completed']),
    maxParticipants: readInteger(element, 'maxParticipants', 250, 1, 250),
  };
}

export function readBeep(text: string | undefined): DialConference['beep'] {
  return text === 'false' || text === 'onEnter' || text === 'onExit' ? text : 'true';
}

/** Without waitUrl, the service's own music plays. With an empty one, nothing plays. */
export function readWait(element: Element, base: string, methodName = 'waitMethod'): Music {
  const text = element.attributes.get('waitUrl');
  if (text === undefined) return { kind: 'default' };
  const url = resolveUrl(text, base);
  return url === null ? { kind: 'silence' } : { kind: 'url', url, method: readMethod(element, methodName) };
}
