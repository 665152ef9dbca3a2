/** All text goes through `element`, which escapes it. */
import type { PlayableGreeting, SpokenText } from '../../../accounts/core/greeting.ts';

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML forbids
  const legal = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
  return legal.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

export type Xml = string & { readonly xml: true };

function element(
  name: string,
  attributes: Attributes,
  ...children: readonly (Xml | { text: string })[]
): Xml {
  const attributeText = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join('');
  const inner = children.map((child) => (typeof child === 'string' ? child : escapeXml(child.text))).join('');
  return (inner === '' ? `<${name}${attributeText}/>` : `<${name}${attributeText}>${inner}</${name}>`) as Xml;
}

function document(...verbs: readonly Xml[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${element('Response', {}, ...verbs)}`;
}

export interface ConferenceJoin {
  readonly conference: string;
  readonly waitUrl: string;
  readonly statusCallback: string;
  readonly recordingCallback: string | null;
  readonly announcement?: SpokenText | null;
  readonly muted?: boolean;
  /** The SID of the only leg that hears this leg. */
  readonly coach?: string | null;
}

/** No beep. The conference doesn't end when a participant leaves: the server ends it. */
export function joinConference(join: ConferenceJoin): string {
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
  const first = announcement ? [sayElement(announcement)] : [];
  return document(...first, element('Dial', {}, conference));
}

/** Each `w` pauses for 0.5 s: phone systems accept digits only some time after answering. */
const EXTENSION_PAUSE = 'wwww';

/** The provider allows 32 digits; an extension has at most 20. */
export function digitsAfterAnswer(extension: string): string {
  return EXTENSION_PAUSE + extension;
}

function sayElement({ text, language }: SpokenText): Xml {
  return element('Say', { language: language ?? undefined }, { text });
}

export function say(words: SpokenText): string {
  return document(sayElement(words));
}

function playOrSay(greeting: PlayableGreeting): Xml {
  return greeting.kind === 'audio' ? element('Play', {}, { text: greeting.url }) : sayElement(greeting);
}

/** @param greeting null: it is missing */
export function playWelcome(greeting: PlayableGreeting | null, next: string): string {
  const redirect = element('Redirect', { method: 'POST' }, { text: next });
  return greeting === null ? document(redirect) : document(playOrSay(greeting), redirect);
}

const VOICEMAIL_SILENCE_SECONDS = 5;
const MAX_VOICEMAIL_SECONDS = 300;

export interface VoicemailOptions {
  readonly greeting: PlayableGreeting;
  /** The URL to request when the recording ends, unless the recording is empty. */
  readonly action: string;
  readonly recordingCallback: string;
}

export function greetThenRecord({ greeting, action, recordingCallback }: VoicemailOptions): string {
  const record = element('Record', {
    action,
    method: 'POST',
    playBeep: true,
    timeout: VOICEMAIL_SILENCE_SECONDS,
    maxLength: MAX_VOICEMAIL_SECONDS,
    finishOnKey: '#',
    trim: 'trim-silence',
    recordingStatusCallback: recordingCallback,
    recordingStatusCallbackMethod: 'POST',
    recordingStatusCallbackEvent: 'completed',
  });
  return document(playOrSay(greeting), record, element('Hangup', {}));
}

export function emptyResponse(): string {
  return document();
}

export function hangUp(): string {
  return document(element('Hangup', {}));
}

export function playInLoop(url: string): string {
  return document(element('Play', { loop: 0 }, { text: url }));
}

export function playThenHangUp(url: string): string {
  return document(element('Play', {}, { text: url }), element('Hangup', {}));
}

export function sayThenHangUp(words: SpokenText): string {
  return document(sayElement(words), element('Hangup', {}));
}

export interface KeyPrompt {
  readonly prompt: SpokenText;
  readonly action: string;
}

export function gatherKey({ prompt, action }: KeyPrompt): string {
  const say = sayElement(prompt);
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
