import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { GetICUArgs } from '@schummar/icu-type-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import type { PageCatalog } from './page-catalog.ts';

/** The names of a message's tags, such as `link` for `<link>`. */
type Tags<Text extends string> = Text extends `${string}<${infer Name}>${infer Rest}`
  ? Name extends `/${string}`
    ? Tags<Rest>
    : Name | Tags<Rest>
  : never;

type Arguments<Text extends string, Node> = GetICUArgs<
  Text,
  { ICUArgument: Node | string | number; ICUNumberArgument: number; ICUDateArgument: Date | number }
>;

export type RichValues<Text extends string, Node> = Arguments<Text, Node> & {
  readonly [Tag in Tags<Text>]: (text: string) => Node;
};

/** Messages whose values or tags become nodes of a page. */
export function createRich<Messages extends Readonly<Record<string, string>>>(
  catalog: PageCatalog<Messages>,
) {
  const parsed = new Map<string | MessageFormatElement[], IntlMessageFormat>();
  return <Node, Id extends keyof Messages & string>(
    id: Id,
    values: RichValues<Messages[Id], Node>,
  ): readonly (Node | string)[] => {
    const { tag, messages } = catalog.active();
    const message = messages[id];
    if (message === undefined) throw new Error(`The ${tag} catalog has no message ${id}`);
    const format = parsed.get(message) ?? new IntlMessageFormat(message, tag);
    parsed.set(message, format);
    const formatValues = Object.entries<unknown>(values).map(([name, value]) => [
      name,
      typeof value === 'function' ? (chunks: readonly unknown[]) => value(chunks.join('')) : value,
    ]);
    const parts = format.format<Node>(Object.fromEntries(formatValues));
    return Array.isArray(parts) ? parts : [parts];
  };
}
