import { ERASED_LABEL, leadLabel, sentence } from '@offhook/contract/sentences';
import type * as z from 'zod/mini';

type Translate = (text: string) => string;
/** Rewrites the sentences in a value. */
type Rewrite = (value: unknown, translate: Translate) => unknown;

const rewrites = new WeakMap<z.core.$ZodType, Rewrite | null>();

/** Translates the sentences that a response's schema marks; null if it marks none. */
export function findSentenceRewrite(schema: z.core.$ZodType): Rewrite | null {
  const known = rewrites.get(schema);
  if (known !== undefined) return known;
  const rewrite = findRewrite(schema);
  rewrites.set(schema, rewrite);
  return rewrite;
}

function findRewrite(schema: z.core.$ZodType): Rewrite | null {
  if (schema === sentence)
    return (value, translate) => (typeof value === 'string' ? translate(value) : value);
  if (schema === leadLabel) return (value, translate) => (value === ERASED_LABEL ? translate(value) : value);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'nullable':
    case 'optional':
    case 'default':
      return findSentenceRewrite(def.innerType);
    case 'array': {
      const item = findSentenceRewrite(def.element);
      if (item === null) return null;
      return (value, translate) => (Array.isArray(value) ? value.map((one) => item(one, translate)) : value);
    }
    case 'object': {
      const fields = Object.entries(def.shape).flatMap(([name, field]) => {
        const rewrite = findSentenceRewrite(field);
        return rewrite === null ? [] : [[name, rewrite] as const];
      });
      if (fields.length === 0) return null;
      return (value, translate) => rewriteFields(value, fields, translate);
    }
    default:
      return null;
  }
}

function rewriteFields(
  value: unknown,
  fields: readonly (readonly [string, Rewrite])[],
  translate: Translate,
): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const from: Readonly<Record<string, unknown>> = { ...value };
  return {
    ...from,
    ...Object.fromEntries(
      fields.flatMap(([name, rewrite]) => (name in from ? [[name, rewrite(from[name], translate)]] : [])),
    ),
  };
}
