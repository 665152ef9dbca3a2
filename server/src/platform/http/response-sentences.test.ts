import { ERASED_LABEL, leadLabel, sentence } from '@offhook/contract/sentences';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { findSentenceRewrite } from './response-sentences.ts';

const upper = (text: string) => text.toUpperCase();

it('only the sentences in a response are translated', () => {
  const schema = z.object({
    name: z.string(),
    reason: z.nullable(sentence),
    none: z.nullable(sentence),
    left: z.optional(sentence),
    reasons: z.array(sentence),
    calls: z.array(z.object({ id: z.int(), lead: z.object({ label: leadLabel }), why: sentence })),
  });
  const answer = {
    name: 'a',
    reason: 'b',
    none: null,
    reasons: ['c', 'd'],
    calls: [
      { id: 1, lead: { label: 'e' }, why: 'f' },
      { id: 2, lead: { label: ERASED_LABEL }, why: 'g' },
    ],
  };
  expect(findSentenceRewrite(schema)?.(answer, upper)).toEqual({
    name: 'a',
    reason: 'B',
    none: null,
    reasons: ['C', 'D'],
    calls: [
      { id: 1, lead: { label: 'e' }, why: 'F' },
      { id: 2, lead: { label: 'ERASED' }, why: 'G' },
    ],
  });
});

it('a response without sentences is left unchanged', () => {
  expect(
    findSentenceRewrite(z.object({ name: z.string(), items: z.array(z.object({ id: z.int() })) })),
  ).toBeNull();
});
