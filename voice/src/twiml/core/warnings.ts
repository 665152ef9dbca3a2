import { type Element, parseTree } from './tree.ts';

/** An attribute that is not as it should be: its default is taken, and the account can read why. */
export interface Warning {
  /** The provider's number; 12200 where it has none of its own. */
  readonly code: number;
  readonly message: string;
}

/** `unserved`: what is well-formed and has no effect here. */
type Rule = readonly [code: number, form: RegExp, unserved?: RegExp];
const schema = 12_200;
const any: Rule = [schema, /^/];
const unserved: Rule = [schema, /^/, /^/];
const bool = (code: number): Rule => [code, /^(true|false)$/i];
const whole = (code: number): Rule => [code, /^\d{1,6}$/];
const method = (code: number): Rule => [code, /^(GET|POST)$/i];
const words = (code: number, list: string): Rule => [code, new RegExp(`^(${list})([\\s,]+(${list}))*$`)];

const recordingEvents = 'in-progress|completed|absent';
const statusCallback = {
  statusCallback: any,
  statusCallbackMethod: method(schema),
  statusCallbackEvent: words(schema, 'initiated|ringing|answered|completed'),
};
const recordingCallback = {
  recordingStatusCallback: any,
  recordingStatusCallbackMethod: method(schema),
  recordingStatusCallbackEvent: words(schema, recordingEvents),
};

/** Every attribute that is known of an element, with what it must look like. */
const rules: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  Response: {},
  // Only a man's voice and a woman's are available.
  Say: {
    voice: [13511, /^(man|woman|alice|(Polly|Google)\.[\w.-]{1,60})$/, /^(alice|Polly|Google)/],
    language: [schema, /^/, /^(?!en(-|$))/i],
    loop: whole(13510),
  },
  Play: { loop: whole(13410), digits: any },
  Pause: { length: whole(13910) },
  Hangup: {},
  Leave: {},
  Reject: { reason: [schema, /^(busy|rejected)$/] },
  Redirect: { method: method(13710) },
  Gather: {
    action: any,
    method: method(13312),
    timeout: [13313, /^([1-9]\d{0,5}|auto)$/, /auto/],
    numDigits: [13314, /^[1-9]\d{0,3}$/],
    finishOnKey: [13310, /^[0-9*#]?$/],
    input: [13326, /^(dtmf|speech|dtmf[ ,]speech|speech[ ,]dtmf)$/, /speech/],
    actionOnEmptyResult: bool(schema),
    // A key ends the prompt whatever is said of it.
    bargeIn: [schema, /^(true|false)$/i, /false/i],
    ...without('partialResultCallback partialResultCallbackMethod language hints speechTimeout'),
    ...without('maxSpeechTime profanityFilter speechModel enhanced debug'),
  },
  Record: {
    action: any,
    method: method(13610),
    timeout: [13611, /^[1-9]\d{0,5}$/],
    maxLength: [13612, /^[1-9]\d{0,5}$/],
    finishOnKey: [13613, /^[0-9*#]*$/],
    playBeep: bool(13616),
    trim: [schema, /^(trim-silence|do-not-trim)$/],
    transcribe: [13614, /^(true|false)$/i, /true/i],
    transcribeCallback: unserved,
    ...recordingCallback,
  },
  Enqueue: {
    action: any,
    method: method(schema),
    waitUrl: any,
    waitUrlMethod: method(schema),
    workflowSid: any,
  },
  Dial: {
    action: any,
    method: method(13210),
    timeout: whole(13212),
    hangupOnStar: bool(13213),
    callerId: [13214, /^(\+[1-9]\d{6,14}|client:[^\s<>#"{}|\\^[\]`]{1,1500}|\{\{.*\}\})$/],
    timeLimit: whole(13216),
    record: [13217, /^(true|false|do-not-record|record-from-(answer|ringing)(-dual)?)$/],
    sequential: bool(13218),
    answerOnBridge: bool(13219),
    ringTone: [13220, /^[a-z]{2}(-old)?$/],
    trim: [schema, /^(trim-silence|do-not-trim)$/],
    recordingTrack: [schema, /^(inbound|outbound|both)$/],
    ...without('referUrl referMethod events'),
    ...recordingCallback,
  },
  Number: {
    sendDigits: [13222, /^[0-9*#wW]{1,100}$/],
    url: any,
    method: method(13221),
    ...without('byoc phoneNumberSid machineDetection machineDetectionTimeout amdStatusCallback'),
    ...without('amdStatusCallbackMethod machineDetectionSpeechThreshold machineDetectionSilenceTimeout'),
    ...without('machineDetectionSpeechEndThreshold'),
    ...statusCallback,
  },
  Client: { url: any, method: method(schema), ...statusCallback },
  Identity: {},
  Parameter: { name: any, value: any },
  Queue: { url: any, method: method(schema), ...without('reservationSid postWorkActivitySid') },
  Conference: {
    muted: bool(13230),
    endConferenceOnExit: bool(13231),
    startConferenceOnEnter: bool(13232),
    waitUrl: any,
    waitMethod: method(13234),
    beep: [13235, /^(true|false|onEnter|onExit)$/],
    participantLabel: any,
    maxParticipants: whole(schema),
    coach: [schema, /^(CA[0-9a-f]{32})?$/i],
    record: [schema, /^(true|false|do-not-record|record-from-start)$/],
    trim: [schema, /^(trim-silence|do-not-trim)$/],
    ...without('region jitterBufferSize'),
    eventCallbackUrl: any,
    statusCallback: any,
    statusCallbackMethod: method(schema),
    statusCallbackEvent: words(schema, 'start|end|join|leave|mute|hold|modify|speaker|announcement'),
    ...recordingCallback,
  },
};

/** Attributes that are known and have no effect here. */
function without(names: string): Readonly<Record<string, Rule>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, unserved]));
}

/** What is odd about a document that is run all the same; one that is refused has no warnings. */
export function twimlWarnings(xml: string): readonly Warning[] {
  const root = parseTree(xml);
  return 'fault' in root ? [] : warningsOf(root);
}

function faultOf(name: string, value: string, rule: Rule | undefined): Warning | null {
  if (!rule) return { code: schema, message: `no attribute ${name.slice(0, 40)}` };
  const [code, form, unservedValues] = rule;
  if (!form.test(value)) return { code, message: `invalid ${name} value` };
  if (!unservedValues?.test(value)) return null;
  return { code: schema, message: `${name}="${value.slice(0, 40)}" has no effect here` };
}

/** Inside of Say: how words shall be spoken. They are spoken all the same, in one way. */
const ssml = /^(break|emphasis|lang|p|phoneme|prosody|s|say-as|sub|w|amazon:.{1,20})$/;

function warningsOf(element: Element): readonly Warning[] {
  const known = Object.hasOwn(rules, element.name) ? rules[element.name] : undefined;
  const own: Warning[] = ssml.test(element.name)
    ? [{ code: schema, message: `Say: ${element.name} has no effect here` }]
    : [];
  for (const [name, value] of known ? element.attributes : []) {
    const rule = known && Object.hasOwn(known, name) ? known[name] : undefined;
    const fault = name.startsWith('xml') ? null : faultOf(name, value, rule);
    if (fault) own.push({ code: fault.code, message: `${element.name}: ${fault.message}` });
  }
  return [...own, ...element.children.flatMap(warningsOf)];
}
