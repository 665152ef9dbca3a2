import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { GetICUArgs } from '@schummar/icu-type-parser';
import type { IntlMessageFormat } from 'intl-messageformat';

/** Messages by ID: ICU MessageFormat text, or its syntax tree where the build has parsed it (`catalog-plugin.mjs`). */
export type Catalog = Readonly<Record<string, string | MessageFormatElement[]>>;

interface ArgumentTypes {
  ICUArgument: string | number;
  ICUNumberArgument: number;
  ICUDateArgument: Date | number;
}

/** The values that a text requires. */
export type Values<Text extends string> = GetICUArgs<Text, ArgumentTypes>;
type ValuesArgument<Text extends string> = keyof Values<Text> extends never ? [] : [values: Values<Text>];

/** The ID must be in `Messages`, and the values must be those that its text requires. */
export type Translate<Messages extends Readonly<Record<string, string>>> = <
  Id extends keyof Messages & string,
>(
  id: Id,
  ...values: ValuesArgument<Messages[Id]>
) => string;

let MessageFormat: typeof IntlMessageFormat | null = null;

/** The login page shows no message with values, so the formatter is loaded after it (`message-format.ts`). */
export function setMessageFormat(format: typeof IntlMessageFormat): void {
  MessageFormat = format;
}

/** @param locale a BCP 47 tag; it determines plurals and number formats */
export function createTranslate<Messages extends Readonly<Record<string, string>>>(
  locale: string,
  messages: Catalog,
): Translate<Messages> {
  const parsed = new Map<string, IntlMessageFormat>();
  return (id, ...[values]) => {
    const message = messages[id];
    if (message === undefined) throw new Error(`The ${locale} catalog has no message ${id}`);
    if (typeof message === 'string' && !message.includes('{')) return message;
    let format = parsed.get(id);
    if (!format) {
      if (!MessageFormat) throw new Error(`The message ${id} has values, but no formatter is loaded`);
      format = new MessageFormat(message, locale);
      parsed.set(id, format);
    }
    return String(format.format(values));
  };
}
