import { type Element, parseTree } from './tree.ts';

export interface Warning {
  /** The provider's code; 12200 if it has no specific one. */
  readonly code: number;
  readonly message: string;
}

/** `unsupported` matches valid values that have no effect here. */
type Rule = readonly [code: number, form: RegExp, unsupported?: RegExp];
const SCHEMA_WARNING = 12_200;
const anyValue: Rule = [SCHEMA_WARNING, /^/];
const unsupported: Rule = [SCHEMA_WARNING, /^/, /^/];
const bool = (code: number): Rule => [code, /^(true|false)$/i];
const integer = (code: number): Rule => [code, /^\d{1,6}$/];
const method = (code: number): Rule => [code, /^(GET|POST)$/i];
const listOf = (code: number, list: string): Rule => [code, new RegExp(`^(${list})([\\s,]+(${list}))*$`)];

const recordingEvents = 'in-progress|completed|absent';
const statusCallback = {
  statusCallback: anyValue,
  statusCallbackMethod: method(SCHEMA_WARNING),
  statusCallbackEvent: listOf(SCHEMA_WARNING, 'initiated|ringing|answered|completed'),
};
const recordingCallback = {
  recordingStatusCallback: anyValue,
  recordingStatusCallbackMethod: method(SCHEMA_WARNING),
  recordingStatusCallbackEvent: listOf(SCHEMA_WARNING, recordingEvents),
};

const rules: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  Response: {},
  // There is one male and one female voice in each language.
  Say: {
    voice: [13511, /^(man|woman|alice|(Polly|Google)\.[\w.-]{1,60})$/, /^(alice|Polly|Google)/],
    language: [SCHEMA_WARNING, /^/, /^(?!(en|es)(-|$))/i],
    loop: integer(13510),
  },
  Play: { loop: integer(13410), digits: anyValue },
  Pause: { length: integer(13910) },
  Hangup: {},
  Leave: {},
  Reject: { reason: [SCHEMA_WARNING, /^(busy|rejected)$/] },
  Redirect: { method: method(13710) },
  Gather: {
    action: anyValue,
    method: method(13312),
    timeout: [13313, /^([1-9]\d{0,5}|auto)$/, /auto/],
    numDigits: [13314, /^[1-9]\d{0,3}$/],
    finishOnKey: [13310, /^[0-9*#]?$/],
    input: [13326, /^(dtmf|speech|dtmf[ ,]speech|speech[ ,]dtmf)$/, /speech/],
    actionOnEmptyResult: bool(SCHEMA_WARNING),
    // A key always ends the prompt.
    bargeIn: [SCHEMA_WARNING, /^(true|false)$/i, /false/i],
    ...unsupportedAttributes(
      'partialResultCallback partialResultCallbackMethod language hints speechTimeout',
    ),
    ...unsupportedAttributes('maxSpeechTime profanityFilter speechModel enhanced debug'),
  },
  Record: {
    action: anyValue,
    method: method(13610),
    timeout: [13611, /^[1-9]\d{0,5}$/],
    maxLength: [13612, /^[1-9]\d{0,5}$/],
    finishOnKey: [13613, /^[0-9*#]*$/],
    playBeep: bool(13616),
    trim: [SCHEMA_WARNING, /^(trim-silence|do-not-trim)$/],
    transcribe: [13614, /^(true|false)$/i, /true/i],
    transcribeCallback: unsupported,
    ...recordingCallback,
  },
  Enqueue: {
    action: anyValue,
    method: method(SCHEMA_WARNING),
    waitUrl: anyValue,
    waitUrlMethod: method(SCHEMA_WARNING),
    workflowSid: anyValue,
  },
  Dial: {
    action: anyValue,
    method: method(13210),
    timeout: integer(13212),
    hangupOnStar: bool(13213),
    callerId: [13214, /^(\+[1-9]\d{6,14}|client:[^\s<>#"{}|\\^[\]`]{1,1500}|\{\{.*\}\})$/],
    timeLimit: integer(13216),
    record: [13217, /^(true|false|do-not-record|record-from-(answer|ringing)(-dual)?)$/],
    sequential: bool(13218),
    answerOnBridge: bool(13219),
    ringTone: [13220, /^[a-z]{2}(-old)?$/],
    trim: [SCHEMA_WARNING, /^(trim-silence|do-not-trim)$/],
    recordingTrack: [SCHEMA_WARNING, /^(inbound|outbound|both)$/],
    ...unsupportedAttributes('referUrl referMethod events'),
    ...recordingCallback,
  },
  Number: {
    sendDigits: [13222, /^[0-9*#wW]{1,100}$/],
    url: anyValue,
    method: method(13221),
    ...unsupportedAttributes(
      'byoc phoneNumberSid machineDetection machineDetectionTimeout amdStatusCallback',
    ),
    ...unsupportedAttributes(
      'amdStatusCallbackMethod machineDetectionSpeechThreshold machineDetectionSilenceTimeout',
    ),
    ...unsupportedAttributes('machineDetectionSpeechEndThreshold'),
    ...statusCallback,
  },
  Client: { url: anyValue, method: method(SCHEMA_WARNING), ...statusCallback },
  Identity: {},
  Parameter: { name: anyValue, value: anyValue },
  Queue: {
    url: anyValue,
    method: method(SCHEMA_WARNING),
    ...unsupportedAttributes('reservationSid postWorkActivitySid'),
  },
  Conference: {
    muted: bool(13230),
    endConferenceOnExit: bool(13231),
    startConferenceOnEnter: bool(13232),
    waitUrl: anyValue,
    waitMethod: method(13234),
    beep: [13235, /^(true|false|onEnter|onExit)$/],
    participantLabel: anyValue,
    maxParticipants: integer(SCHEMA_WARNING),
    coach: [SCHEMA_WARNING, /^(CA[0-9a-f]{32})?$/i],
    record: [SCHEMA_WARNING, /^(true|false|do-not-record|record-from-start)$/],
    trim: [SCHEMA_WARNING, /^(trim-silence|do-not-trim)$/],
    ...unsupportedAttributes('region jitterBufferSize'),
    eventCallbackUrl: anyValue,
    statusCallback: anyValue,
    statusCallbackMethod: method(SCHEMA_WARNING),
    statusCallbackEvent: listOf(SCHEMA_WARNING, 'start|end|join|leave|mute|hold|modify|speaker|announcement'),
    ...recordingCallback,
  },
};

function unsupportedAttributes(names: string): Readonly<Record<string, Rule>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, unsupported]));
}

export function twimlWarnings(xml: string): readonly Warning[] {
  const root = parseTree(xml);
  return 'error' in root ? [] : collectWarnings(root);
}

function checkAttribute(name: string, value: string, rule: Rule | undefined): Warning | null {
  if (!rule) return { code: SCHEMA_WARNING, message: `unknown attribute ${name.slice(0, 40)}` };
  const [code, form, unsupportedValues] = rule;
  if (!form.test(value)) return { code, message: `invalid ${name} value` };
  if (!unsupportedValues?.test(value)) return null;
  return { code: SCHEMA_WARNING, message: `${name}="${value.slice(0, 40)}" has no effect here` };
}

/** SSML elements inside Say. Their text is spoken, but the elements have no effect. */
const ssml = /^(break|emphasis|lang|p|phoneme|prosody|s|say-as|sub|w|amazon:.{1,20})$/;

function collectWarnings(element: Element): readonly Warning[] {
  const elementRules = Object.hasOwn(rules, element.name) ? rules[element.name] : undefined;
  const warnings: Warning[] = ssml.test(element.name)
    ? [{ code: SCHEMA_WARNING, message: `Say: ${element.name} has no effect here` }]
    : [];
  for (const [name, value] of elementRules ? element.attributes : []) {
    const rule = elementRules && Object.hasOwn(elementRules, name) ? elementRules[name] : undefined;
    const warning = name.startsWith('xml') ? null : checkAttribute(name, value, rule);
    if (warning) warnings.push({ code: warning.code, message: `${element.name}: ${warning.message}` });
  }
  return [...warnings, ...element.children.flatMap(collectWarnings)];
}
