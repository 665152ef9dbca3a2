import type { DialTarget, Gather, Verb } from '../../twiml/core/verbs.ts';
import { LOOP_FOREVER } from '../../twiml/core/verbs.ts';
import type { FormFields } from './observations.ts';

/** A verb in the words of TwiML. */
export interface VerbText {
  readonly name: string;
  /** What it does, such as the text of a Say or the numbers of a Dial. */
  readonly detail: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
}

export function describeVerb(verb: Verb): VerbText {
  switch (verb.verb) {
    case 'say':
      return text('Say', quote(verb.text), ['voice', verb.voice], ['language', verb.language], loop(verb));
    case 'play':
      return text('Play', verb.url, loop(verb));
    case 'digits':
      return text('Play', `digits ${verb.digits}`);
    case 'pause':
      return text('Pause', `${verb.seconds} s`);
    case 'gather':
      return text(
        'Gather',
        prompts(verb),
        verb.numDigits === null ? null : ['numDigits', String(verb.numDigits)],
        ['finishOnKey', verb.finishOnKey],
        ['timeout', String(verb.timeoutSeconds)],
        action(verb.action),
      );
    case 'record':
      return text(
        'Record',
        '',
        ['maxLength', String(verb.maxSeconds)],
        ['timeout', String(verb.timeoutSeconds)],
        ['finishOnKey', verb.finishOnKeys],
        action(verb.action),
      );
    case 'redirect':
      return text('Redirect', verb.url, ['method', verb.method]);
    case 'reject':
      return text('Reject', verb.reason);
    case 'hangup':
      return text('Hangup', '');
    case 'leave':
      return text('Leave', '');
    case 'enqueue':
      return text('Enqueue', verb.name, action(verb.action));
    case 'queue':
      return text('Dial', `Queue ${verb.name}`, action(verb.action));
    case 'conference':
      return text(
        'Dial',
        `Conference ${verb.name}`,
        verb.muted ? ['muted', 'true'] : null,
        verb.startOnEnter ? null : ['startConferenceOnEnter', 'false'],
        verb.endOnExit ? ['endConferenceOnExit', 'true'] : null,
        verb.coach === null ? null : ['coach', verb.coach],
        verb.label === null ? null : ['participantLabel', verb.label],
        verb.record ? ['record', 'record-from-start'] : null,
        action(verb.action),
      );
    case 'dial':
      return text(
        'Dial',
        verb.targets.map((target) => targetText(target)).join(', '),
        verb.callerId === null ? null : ['callerId', verb.callerId],
        ['timeout', String(verb.timeoutSeconds)],
        verb.answerOnBridge ? ['answerOnBridge', 'true'] : null,
        verb.sequential ? ['sequential', 'true'] : null,
        verb.record ? ['record', `record-from-${verb.record.from}`] : null,
        action(verb.action),
      );
    default:
      return verb satisfies never;
  }
}

/** The result that matters most of what a verb's action receives; empty if there's none. */
export function verbResult(verb: string, results: FormFields | null): string {
  const found = (name: string): string | undefined => results?.find(([one]) => one === name)?.[1];
  if (verb === 'Gather') return found('Digits') || (results ? found('FinishedOnKey') || '–' : '');
  const duration = found('RecordingDuration');
  if (verb === 'Record' && duration !== undefined) return `${duration} s`;
  return found('DialCallStatus') ?? found('QueueResult') ?? '';
}

type Attribute = readonly [name: string, value: string];

function text(name: string, detail: string, ...attributes: readonly (Attribute | null)[]): VerbText {
  return { name, detail, attributes: attributes.filter((one) => one !== null) };
}

const action = (url: string | null): Attribute | null => (url === null ? null : ['action', url]);

const loop = ({ loop: count }: { readonly loop: number }): Attribute | null =>
  count === 1 ? null : ['loop', count === LOOP_FOREVER ? '0' : String(count)];

const quote = (spoken: string): string => `“${spoken}”`;

function prompts({ prompts: all }: Gather): string {
  return all
    .map((one) =>
      one.verb === 'say' ? quote(one.text) : one.verb === 'play' ? one.url : `Pause ${one.seconds} s`,
    )
    .join(', ');
}

const targetText = ({ to, sendDigits }: DialTarget): string =>
  sendDigits === null ? to : `${to} (sendDigits ${sendDigits})`;
