import { readDial } from './dial.ts';
import { integer, methodOf, type Reading, type Refusal, refusal, urlOf } from './read.ts';
import { type Element, parseTree } from './tree.ts';
import { forEver, type Verb } from './verbs.ts';

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
      return readPlay(element, base);
    case 'Pause':
      return { verb: 'pause', seconds: integer(element, 'length', 1, 0, 600) };
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

function readSay(element: Element): Reading<Verb> {
  if (element.text.length > 4_096) return refusal(13521, 'Say has more than 4096 characters');
  const voice = element.attributes.get('voice') === 'man' ? 'man' : 'woman';
  return { verb: 'say', text: element.text, voice, loop: loops(element) };
}

function readPlay(element: Element, base: string): Reading<Verb> {
  const digits = element.attributes.get('digits');
  if (digits !== undefined && element.text === '') {
    return /^[0-9*#wW]{1,100}$/.test(digits)
      ? { verb: 'digits', digits: digits.toLowerCase() }
      : refusal(13420, 'Play has digits that are none');
  }
  const url = urlOf(element.text, base);
  return url === null ? refusal(13420, 'Play has no valid URL') : { verb: 'play', url, loop: loops(element) };
}

/** 0 is the provider's word for "until the call ends". */
function loops(element: Element): number {
  const loop = integer(element, 'loop', 1, 0, forEver);
  return loop === 0 ? forEver : loop;
}
