/** Texts for users, as data: they're translated when the response is written. */
import { type Formats, formatExactTimeOfDay, formatPlace } from '@offhook/i18n/formats';
import { type ChosenLocale, chooseLocale } from '@offhook/i18n/locales';
import '@offhook/i18n/message-format';
import en from '@offhook/i18n/server/en';
import es from '@offhook/i18n/server/es';
import { createTranslate, type Values } from '@offhook/i18n/translate';
import { type ClockTime, formatClockTime } from './local-time.ts';

type English = typeof en;
type SentenceId = keyof English;

export interface TimeOfDay {
  readonly minute: number;
}

/** The place of a time zone, named in the reader's language. */
export interface Place {
  /** IANA name */
  readonly zone: string;
}

/** A list is joined in the reader's language. */
export type Value = string | TimeOfDay | ClockTime | Place | readonly (string | Sentence)[];

type PlainId = { [Id in SentenceId]: keyof Values<English[Id]> extends never ? Id : never }[SentenceId];
type IdWithValues = Exclude<SentenceId, PlainId>;
type ValuesOf<Id extends SentenceId> = {
  readonly [Name in keyof Values<English[Id]>]: string extends Values<English[Id]>[Name] ? Value : number;
};

export type Sentence =
  | { readonly id: PlainId }
  | { [Id in IdWithValues]: { readonly id: Id; readonly values: ValuesOf<Id> } }[IdWithValues];

/** The region only affects the clock, so each language has one translator. */
const TRANSLATORS = {
  en: createTranslate<English>('en-US', en),
  es: createTranslate<English>('es-US', es),
};

export interface Reader extends ChosenLocale {
  readonly clock?: Formats['clock'];
}

export function translate(sentence: Sentence, reader: Reader): string {
  const values = Object.entries<Value | number>('values' in sentence ? sentence.values : {});
  const texts = Object.fromEntries(values.map(([name, value]) => [name, toText(value, reader)]));
  const write: (id: SentenceId, values: object) => string = TRANSLATORS[reader.locale];
  return write(sentence.id, texts);
}

/** For stored and logged texts. */
export function english(sentence: Sentence): string {
  return translate(sentence, chooseLocale([]));
}

function toText(value: Value | number, reader: Reader): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if ('minute' in value) {
    const { tag, clock = null } = reader;
    return formatExactTimeOfDay(value.minute, { tag, clock, dateOrder: null });
  }
  if ('ms' in value) return formatClockTime(value, reader.tag);
  if ('zone' in value) return formatPlace(value.zone, reader.tag);
  const items = value.map((item) => (typeof item === 'string' ? item : translate(item, reader)));
  return new Intl.ListFormat(reader.tag, { type: 'conjunction' }).format(items);
}
