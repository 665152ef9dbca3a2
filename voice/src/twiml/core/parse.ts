import { readDial, readWait } from './dial.ts';
import {
  actionOf,
  callbackOf,
  flag,
  integer,
  methodOf,
  type Reading,
  type Refusal,
  refusal,
  trims,
  urlOf,
} from './read.ts';
import { type Element, parseTree } from './tree.ts';
import { forEver, type Gather, type Pause, type Play, type Record, type Say, type Verb } from './verbs.ts';

/**
 * Reads a TwiML document into verbs. URLs in it are resolved against `base`.
 * Errors carry the provider's number: 12100 not well-formed, 12200 not by the schema (or not served here).
 */
export function parseTwiml(xml: string, base: string): readonly Verb[] | Refusal {
  const root = parseTree(xml);
  if ('fault' in root) return refusal(12100, root.fault);
  if (root.name !== 'Response') return refusal(12102, 'the root element must be Response');
  const verbs: Verb[] = [];
  for (const element of root.children) {
    const verb = readVerb(element, base);
    if ('code' in verb) return verb;
    verbs.push(verb);
  }
  return verbs;
}

function readVerb(element: Element, base: string): Reading<Verb> {
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
      const url = urlOf(element.text, base);
      return url === null
        ? refusal(12200, 'Redirect has no valid URL')
        : { verb: 'redirect', url, method: methodOf(element, 'method') };
    }
    case 'Dial':
      return readDial(element, base);
    default:
      return refusal(12200, `the verb ${element.name.slice(0, 40)} is not served here`);
  }
}

function readPause(element: Element): Pause {
  return { verb: 'pause', seconds: integer(element, 'length', 1, 0, 600) };
}

function readSay(element: Element): Reading<Say> {
  // The words of <emphasis>, <prosody> and the like are spoken, without what was asked for them.
  const text = element.wholeText;
  if (text.length > 4_096) return refusal(13521, 'Say has more than 4096 characters');
  return { verb: 'say', text, voice: voiceOf(element), loop: loops(element) };
}

/** Men's names among the voices of the speech services that the provider passes texts to. */
const men =
  /^(Arthur|Brian|Daniel|Enrique|Giorgio|Gregory|Hans|Joey|Justin|Kevin|Mathieu|Matthew|Miguel|Remi|Ricardo|Russell|Stephen|Takumi|Thiago)$/;

/** There are two voices: a name of another one stands for a man or a woman. */
function voiceOf(element: Element): Say['voice'] {
  const name = element.attributes.get('voice') ?? '';
  return name === 'man' || men.test(/^Polly\.([A-Za-z]+)/.exec(name)?.[1] ?? '') ? 'man' : 'woman';
}

function readPlayOrDigits(element: Element, base: string): Reading<Verb> {
  const digits = element.attributes.get('digits');
  if (digits !== undefined && element.text === '') {
    return /^[0-9*#wW]{1,100}$/.test(digits)
      ? { verb: 'digits', digits: digits.toLowerCase() }
      : refusal(13420, 'Play has digits that are none');
  }
  return readPlay(element, base);
}

function readPlay(element: Element, base: string): Reading<Play> {
  const url = urlOf(element.text, base);
  return url === null ? refusal(13420, 'Play has no valid URL') : { verb: 'play', url, loop: loops(element) };
}

/** 0 is the provider's word for "until the call ends". */
function loops(element: Element): number {
  const loop = integer(element, 'loop', 1, 0, forEver);
  return loop === 0 ? forEver : loop;
}

/** Only keys are gathered: where speech alone is asked for there is nothing to wait for. */
function readGather(element: Element, base: string): Reading<Gather> {
  const inputs = (element.attributes.get('input') ?? 'dtmf').split(/[\s,]+/);
  if (!inputs.includes('dtmf')) return refusal(12200, 'Gather without dtmf is not served here');
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
    // Without an action it is the document's own address; a document that came with the request has none.
    ...actionOf(element, base, base),
    numDigits: element.attributes.has('numDigits')
      ? integer(element, 'numDigits', 0, 1, 1_000) || null
      : null,
    finishOnKey: finishOnKey !== undefined && /^[0-9*#]?$/.test(finishOnKey) ? finishOnKey : '#',
    timeoutSeconds: integer(element, 'timeout', 5, 1, 600),
    actionOnEmpty: flag(element, 'actionOnEmptyResult', false),
  };
}

function readPrompt(child: Element, base: string): Reading<Say | Play | Pause> {
  switch (child.name) {
    case 'Say':
      return readSay(child);
    case 'Play':
      return readPlay(child, base);
    case 'Pause':
      return readPause(child);
    default:
      return refusal(13320, `Gather cannot hold ${child.name.slice(0, 40)}`);
  }
}

function readRecord(element: Element, base: string): Record {
  const keys = element.attributes.get('finishOnKey');
  return {
    verb: 'record',
    ...actionOf(element, base, base),
    maxSeconds: integer(element, 'maxLength', 3_600, 1, 14_400),
    timeoutSeconds: integer(element, 'timeout', 5, 1, 600),
    finishOnKeys: keys !== undefined && /^[0-9*#]*$/.test(keys) ? keys : '1234567890*#',
    beep: flag(element, 'playBeep', true),
    trim: trims(element, true),
    callback: callbackOf(element, 'recordingStatusCallback', base, ['completed']),
  };
}

function readEnqueue(element: Element, base: string): Reading<Verb> {
  if (element.attributes.has('workflowSid')) return refusal(12200, 'a workflow is not served here');
  if (element.text === '' || element.text.length > 128)
    return refusal(12200, 'Enqueue needs the name of a queue, of 1 to 128 characters');
  return {
    verb: 'enqueue',
    name: element.text,
    ...actionOf(element, base),
    wait: readWait(element, base, 'waitUrlMethod'),
  };
}
