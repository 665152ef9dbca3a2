import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { safeParse } from 'zod/mini';
import { CONSOLE_REQUESTS } from './console/console.ts';
import { CONSOLE_NOTES } from './openapi/console-notes.ts';
import { REQUEST_NOTES } from './openapi/request-notes.ts';
import { REQUESTS } from './requests/all-requests.ts';
import { isStorable, timestampText } from './text.ts';

interface Row {
  readonly method: string;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
}
const ROWS: Readonly<Record<string, Row>> = { ...REQUESTS, ...CONSOLE_REQUESTS };
const EXAMPLES: Readonly<Record<string, { readonly body?: Readonly<Record<string, unknown>> }>> = {
  ...REQUEST_NOTES,
  ...CONSOLE_NOTES,
};

const fieldsOf = (schema: z.ZodMiniType | undefined): string[] =>
  schema && 'shape' in schema.def ? Object.keys(schema.def.shape as object) : [];

/** Returns one copy per string in the value. */
function withAppended(value: unknown, ending: string): unknown[] {
  if (typeof value === 'string') return [`${value}${ending}`];
  if (Array.isArray(value))
    return value.flatMap((one, index) => withAppended(one, ending).map((bad) => value.with(index, bad)));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    withAppended(one, ending).map((bad) => ({ ...value, [key]: bad })),
  );
}

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : [];

describe('text in requests', () => {
  it.each([
    ['U+0000', '\u0000'],
    ['a lone high surrogate', '\ud800'],
    ['a lone low surrogate', '\udc00'],
  ])('no request field accepts text with %s', (_, ending) => {
    const accepted: string[] = [];
    const check = (name: string, schema: z.ZodMiniType, input: unknown) => {
      const { data } = safeParse(schema, input);
      if (stringsIn(data).some((one) => !isStorable(one))) accepted.push(`${name} ${JSON.stringify(input)}`);
    };
    for (const [name, row] of Object.entries(ROWS)) {
      const example = EXAMPLES[name]?.body ?? {};
      for (const field of fieldsOf(row.query))
        check(name, row.query as z.ZodMiniType, { [field]: `a${ending}` });
      if (row.body === undefined) continue;
      for (const body of withAppended(example, ending)) check(name, row.body, body);
      for (const field of fieldsOf(row.body)) {
        check(name, row.body, { ...example, [field]: `a${ending}` });
        check(name, row.body, { ...example, [field]: `https://example.com/${ending}` });
      }
    }
    expect(accepted).toEqual([]);
  });

  it('surrogate pairs and control characters other than U+0000 can be stored', () => {
    for (const good of ['', 'Zoë', '\u{1f600}', 'a\u0001\n']) expect(isStorable(good)).toBe(true);
  });
});

describe('a timestamp', () => {
  it.each([
    ['1970-01-01T00:00:00Z', true],
    ['2026-03-02T16:00:00+02:00', true],
    ['2024-02-29T00:00:00.000Z', true],
    ['9999-12-30T23:59:59Z', true],
    ['0000-01-01T00:00:00Z', false],
    ['0001-01-01T00:00:00Z', false],
    ['1969-12-31T23:59:59Z', false],
    ['9999-12-31T23:59:59-23:59', false],
    ['2023-02-29T00:00:00Z', false],
    ['2026-03-02', false],
    ['soon', false],
  ])('%s is accepted: %s', (timestamp, accepted) => {
    expect(safeParse(timestampText, timestamp).success).toBe(accepted);
  });
});
