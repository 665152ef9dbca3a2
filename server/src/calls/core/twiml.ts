/** What the provider is told to do with a leg. Text goes into it only through `element`, which escapes. */
import type { Greeting } from '../../accounts/core/greeting.ts';

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Characters that no XML 1.0 document may hold are left out. */
function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML forbids
  const legal = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
  return legal.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Well-formed XML that went through `element`. */
export type Xml = string & { readonly xml: true };

function element(
  name: string,
  attributes: Attributes,
  ...children: readonly (Xml | { text: string })[]
): Xml {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('');
  const inner = children.map((child) => (typeof child === 'string' ? child : escaped(child.text))).join('');
  return (inner === '' ? `<${name}${written}/>` : `<${name}${written}>${inner}</${name}>`) as Xml;
}

function document(...verbs: readonly Xml[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${element('Response', {}, ...verbs)}`;
}

export interface Join {
  readonly conference: string;
  /** What one hears who waits alone. */
  readonly waitUrl: string;
  readonly statusCallback: string;
  /** null: not recorded. */
  readonly recordingCallback: string | null;
  /** Said before. */
  readonly announcement?: string | null;
  /** Heard by nobody. */
  readonly muted?: boolean;
  /** The provider's name of the leg that alone hears this one. */
  readonly coach?: string | null;
}

/** Into the conversation. No beep; nobody's leaving ends the conference: the server does. */
export function joinConference(join: Join): string {
  const conference = element(
    'Conference',
    {
      beep: false,
      muted: join.muted === true ? true : undefined,
      coach: join.coach ?? undefined,
      startConferenceOnEnter: true,
      endConferenceOnExit: false,
      waitUrl: join.waitUrl,
      waitMethod: 'POST',
      statusCallback: join.statusCallback,
      statusCallbackMethod: 'POST',
      statusCallbackEvent: 'start end join leave',
      record: join.recordingCallback === null ? undefined : 'record-from-start',
      trim: join.recordingCallback === null ? undefined : 'do-not-trim',
      recordingStatusCallback: join.recordingCallback ?? undefined,
      recordingStatusCallbackMethod: join.recordingCallback === null ? undefined : 'POST',
      recordingStatusCallbackEvent:
        join.recordingCallback === null ? undefined : 'in-progress completed absent',
    },
    { text: join.conference },
  );
  const { announcement } = join;
  const first = announcement ? [element('Say', {}, { text: announcement })] : [];
  return document(...first, element('Dial', {}, conference));
}

/** A `w` is half a second: phone systems accept keys only some time after they answer. */
const PAUSE_BEFORE_EXTENSION = 'wwww';

/** The keys sent after the answer. The provider allows 32; an extension has at most 20 digits. */
export function digitsAfterAnswer(extension: string): string {
  return PAUSE_BEFORE_EXTENSION + extension;
}

export const RECORDING_ANNOUNCEMENT = 'This call is recorded.';

/** Said, and no more. */
export function say(text: string): string {
  return document(element('Say', {}, { text }));
}

function heard(utterance: Greeting): Xml {
  if (utterance.kind === 'sound') return element('Play', {}, { text: utterance.url });
  return element('Say', { language: utterance.language ?? undefined }, { text: utterance.text });
}

/** A caller hears it whole; then the address is asked how to go on. */
export function welcome(utterance: Greeting, next: string): string {
  return document(heard(utterance), element('Redirect', { method: 'POST' }, { text: next }));
}

/** A caller who has not begun to speak, or has come to an end, after so long. */
const MESSAGE_SILENCE_S = 5;
/** The longest message. */
const MESSAGE_LIMIT_S = 300;

export interface MessageTaking {
  readonly greeting: Greeting;
  /** Asked when the caller has come to an end; not when nothing was said. */
  readonly action: string;
  /** Told when the recording can be fetched. */
  readonly recordingCallback: string;
}

/** The greeting, a tone, and what the caller says then. */
export function takeMessage({ greeting, action, recordingCallback }: MessageTaking): string {
  const record = element('Record', {
    action,
    method: 'POST',
    playBeep: true,
    timeout: MESSAGE_SILENCE_S,
    maxLength: MESSAGE_LIMIT_S,
    finishOnKey: '#',
    trim: 'trim-silence',
    recordingStatusCallback: recordingCallback,
    recordingStatusCallbackMethod: 'POST',
    recordingStatusCallbackEvent: 'completed',
  });
  return document(heard(greeting), record, element('Hangup', {}));
}

/** Nothing is to be done. */
export function nothing(): string {
  return document();
}

export function hangUp(): string {
  return document(element('Hangup', {}));
}

/** Over and over, until somebody ends it. */
export function playForEver(url: string): string {
  return document(element('Play', { loop: 0 }, { text: url }));
}

export function playThenHangUp(url: string): string {
  return document(element('Play', {}, { text: url }), element('Hangup', {}));
}

export function sayThenHangUp(text: string): string {
  return document(element('Say', {}, { text }), element('Hangup', {}));
}

export interface KeyQuestion {
  /** Said twice. */
  readonly prompt: string;
  /** Asked with the key that was pressed, or with none. */
  readonly action: string;
}

/** Waits for one key, of any kind; the answer may come before the prompt is over. */
export function askForKey({ prompt, action }: KeyQuestion): string {
  const say = element('Say', {}, { text: prompt });
  const gather = element(
    'Gather',
    {
      input: 'dtmf',
      numDigits: 1,
      finishOnKey: '',
      timeout: 5,
      action,
      method: 'POST',
      actionOnEmptyResult: true,
    },
    say,
    element('Pause', { length: 2 }),
    say,
  );
  return document(gather);
}
