import {
  type Parsed,
  readAction,
  readCallback,
  readFlag,
  readInteger,
  readMethod,
  readTrim,
  resolveUrl,
  type TwimlError,
  twimlError,
} from './attributes.ts';
import { readDial, readWait } from './dial.ts';
import { type Element, parseTree } from './tree.ts';
import {
  type Gather,
  LOOP_FOREVER,
  type Pause,
  type Play,
  type Record,
  type Say,
  type Verb,
} from './verbs.ts';

/**
 * Parses a TwiML document. Resolves its URLs against `base`.
 * Errors have the provider's codes: 12100 malformed, 12200 invalid or not supported here.
 */
export function parseTwiml(xml: string, base: string): readonly Verb[] | TwimlError {
  const root = parseTree(xml);
  if ('error' in root) return twimlError(12100, root.error);
  if (root.name !== 'Response') return twimlError(12102, 'the root element must be Response');
  const verbs: Verb[] = [];
  for (const element of root.children) {
    const verb = readVerb(element, base);
    if ('code' in verb) return verb;
    verbs.push(verb);
  }
  return verbs;
}

function readVerb(element: Element, base: string): Parsed<Verb> {
  switch (element.name) {
    case 'Say':
      return readSay(element);
    case 'Play':
      return readPlayOrDigits(element, base);
    case 'Pause':
      return readPause(element);
    case 'Gather':
      return readGather(element, base);
    case 'Record':
      return readRecord(element, base);
    case 'Enqueue':
      return readEnqueue(element, base);
    case 'Hangup':
      return { verb: 'hangup' };
    case 'Leave':
      return { verb: 'leave' };
    case 'Reject':
      return { verb: 'reject', reason: element.attributes.get('reason') === 'busy' ? 'busy' : 'rejected' };
    case 'Redirect': {
      const url = resolveUrl(element.text, base);
      return url === null
        ? twimlError(12200, 'Redirect has no valid URL')
        : { verb: 'redirect', url, method: readMethod(element, 'method') };
    }
    case 'Dial':
      return readDial(element, base);
    default:
      return twimlError(12200, `the verb ${element.name.slice(0, 40)} is not supported`);
  }
}

function readPause(element: Element): Pause {
  return { verb: 'pause', seconds: readInteger(element, 'length', 1, 0, 600) };
}

function readSay(element: Element): Parsed<Say> {
  // The text inside SSML elements is spoken; the elements have no effect.
  const text = element.wholeText;
  if (text.length > 4_096) return twimlError(13521, 'Say has more than 4096 characters');
  return { verb: 'say', text, voice: voiceOf(element), language: languageOf(element), loop: loops(element) };
}

const men =
  /^(Arthur|Brian|Daniel|Enrique|Giorgio|Gregory|Hans|Joey|Justin|Kevin|Mathieu|Matthew|Miguel|Remi|Ricardo|Russell|Stephen|Takumi|Thiago)$/;

function voiceOf(element: Element): Say['voice'] {
  const name = element.attributes.get('voice') ?? '';
  return name === 'man' || men.test(/^Polly\.([A-Za-z]+)/.exec(name)?.[1] ?? '') ? 'man' : 'woman';
}

function languageOf(element: Element): Say['language'] {
  return /^es(-|$)/i.test(element.attributes.get('language') ?? '') ? 'es' : 'en';
}

function readPlayOrDigits(element: Element, base: string): Parsed<Verb> {
  const digits = element.attributes.get('digits');
  if (digits !== undefined && element.text === '') {
    return /^[0-9*#wW]{1,100}$/.test(digits)
      ? { verb: 'digits', digits: digits.toLowerCase() }
      : twimlError(13420, 'Play has invalid digits');
  }
  return readPlay(element, base);
}

function readPlay(element: Element, base: string): Parsed<Play> {
  const url = resolveUrl(element.text, base);
  return url === null
    ? twimlError(13420, 'Play has no valid URL')
    : { verb: 'play', url, loop: loops(element) };
}

/** A loop attribute of 0 means "until the call ends". */
function loops(element: Element): number {
  const loop = readInteger(element, 'loop', 1, 0, LOOP_FOREVER);
  return loop === 0 ? LOOP_FOREVER : loop;
}

function readGather(element: Element, base: string): Parsed<Gather> {
  const inputs = (element.attributes.get('input') ?? 'dtmf').split(/[\s,]+/);
  if (!inputs.includes('dtmf')) return twimlError(12200, 'Gather without dtmf is not supported');
  const prompts: (Say | Play | Pause)[] = [];
  for (const child of element.children) {
    const prompt = readPrompt(child, base);
    if ('code' in prompt) return prompt;
    prompts.push(prompt);
  }
  const finishOnKey = element.attributes.get('finishOnKey');
  return {
    verb: 'gather',
    prompts,
    // The default action is the document's own URL; inline TwiML has none.
    ...readAction(element, base, base),
    numDigits: element.attributes.has('numDigits')
      ? readInteger(element, 'numDigits', 0, 1, 1_000) || null
      : null,
    finishOnKey: finishOnKey !== undefined && /^[0-9*#]?$/.test(finishOnKey) ? finishOnKey : '#',
    timeoutSeconds: readInteger(element, 'timeout', 5, 1, 600),
    actionOnEmpty: readFlag(element, 'actionOnEmptyResult', false),
  };
}

function readPrompt(child: Element, base: string): Parsed<Say | Play | Pause> {
  switch (child.name) {
    case 'Say':
      return readSay(child);
    case 'Play':
      return readPlay(child, base);
    case 'Pause':
      return readPause(child);
    default:
      return twimlError(13320, `Gather cannot contain ${child.name.slice(0, 40)}`);
  }
}

function readRecord(element: Element, base: string): Record {
  const keys = element.attributes.get('finishOnKey');
  return {
    verb: 'record',
    ...readAction(element, base, base),
    maxSeconds: readInteger(element, 'maxLength', 3_600, 1, 14_400),
    timeoutSeconds: readInteger(element, 'timeout', 5, 1, 600),
    finishOnKeys: keys !== undefined && /^[0-9*#]*$/.test(keys) ? keys : '1234567890*#',
    beep: readFlag(element, 'playBeep', true),
    trim: readTrim(element, true),
    callback: readCallback(element, 'recordingStatusCallback', base, ['completed']),
  };
}

function readEnqueue(element: Element, base: string): Parsed<Verb> {
  if (element.attributes.has('workflowSid')) return twimlError(12200, 'a workflow is not supported');
  if (element.text === '' || element.text.length > 128)
    return twimlError(12200, 'Enqueue needs a queue name of 1 to 128 characters');
  return {
    verb: 'enqueue',
    name: element.text,
    ...readAction(element, base),
    wait: readWait(element, base, 'waitUrlMethod'),
  };
}
