import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser';

export interface FoundMessage {
  readonly id: string;
  readonly values: Readonly<Record<string, string | number>>;
}

interface Pattern {
  readonly id: string;
  readonly expression: RegExp;
  readonly groups: readonly Group[];
  readonly literalLength: number;
}

/** A capturing group. A plural option without `#` still implies its number. */
interface Group {
  readonly name: string;
  readonly toValue: (text: string) => string | number;
}

/**
 * Finds the message and values that produced a text, or null.
 * @param messages English; of two equal texts, the first is found
 */
export function createMessageFinder(
  messages: Iterable<readonly [id: string, text: string]>,
): (text: string) => FoundMessage | null {
  const plain = new Map<string, string>();
  const patterns: Pattern[] = [];
  for (const [id, text] of messages) {
    if (text.includes('{')) patterns.push(toPattern(id, parse(text, { captureLocation: false })));
    else if (!plain.has(text)) plain.set(text, id);
  }
  // The most specific pattern is tried first.
  patterns.sort((a, b) => b.literalLength - a.literalLength);
  return (text) => {
    const id = plain.get(text);
    if (id !== undefined) return { id, values: {} };
    for (const pattern of patterns) {
      const match = pattern.expression.exec(text);
      if (match) return { id: pattern.id, values: valuesOf(pattern.groups, match.slice(1)) };
    }
    return null;
  };
}

function valuesOf(groups: readonly Group[], found: readonly (string | undefined)[]) {
  return Object.fromEntries(
    groups.flatMap(({ name, toValue }, index) => {
      const text = found[index];
      return text === undefined ? [] : [[name, toValue(text)] as const];
    }),
  );
}

function toPattern(id: string, elements: readonly MessageFormatElement[]): Pattern {
  const groups: Group[] = [];
  let literalLength = 0;
  const write = (parts: readonly MessageFormatElement[], plural: string | null): string =>
    parts.map((part) => writeOne(part, plural)).join('');
  const writeOne = (part: MessageFormatElement, plural: string | null): string => {
    switch (part.type) {
      case 0:
        literalLength += part.value.length;
        return toLiteral(part.value);
      case 2:
        groups.push({ name: part.value, toValue: toNumber });
        return NUMBER;
      case 6: {
        const options = Object.entries(part.options).map(([option, { value }]) => {
          const implied = IMPLIED_NUMBERS[option];
          if (value.some(({ type }) => type === 7) || implied === undefined) return write(value, part.value);
          groups.push({ name: part.value, toValue: () => implied });
          return `(${write(value, part.value)})`;
        });
        return `(?:${options.join('|')})`;
      }
      case 7:
        groups.push({ name: plural ?? '', toValue: toNumber });
        return NUMBER;
      case 1:
        groups.push({ name: part.value, toValue: (text) => text });
        return '(.+?)';
      default:
        throw new Error(`The message ${id} has a kind of value that can't be recognized in text`);
    }
  };
  return { id, expression: new RegExp(`^${write(elements, null)}$`, 's'), groups, literalLength };
}

const NUMBER = '(\\d[\\d,]*(?:\\.\\d+)?)';
const IMPLIED_NUMBERS: Readonly<Record<string, number>> = { '=0': 0, '=1': 1, one: 1, other: 2 };

function toNumber(text: string): number {
  return Number(text.replaceAll(',', ''));
}

function toLiteral(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
