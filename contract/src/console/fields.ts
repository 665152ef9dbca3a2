import * as z from 'zod/mini';
import { MAX_PRIORITY } from '../limits.ts';
import { id as whole } from '../requests/request-rows.ts';
import { sentence } from '../sentences.ts';
import { text, timestampText } from '../text.ts';

export const nonEmptyText = (max: number) => text(max).check(z.minLength(1));
export const list = <S extends Record<string, z.ZodMiniType>>(shape: S) => z.array(z.object(shape));
/** Empty means none. */
export const optionalText = (max: number) =>
  z.optional(
    z.nullable(
      z.pipe(
        text(max),
        z.transform((value) => (value === '' ? null : value)),
      ),
    ),
  );
export const search = z._default(text(100), '');
export const cursor = z.optional(whole);
export const limit = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50);
export const timestamp = z.string();
export const optionalTimestamp = z.optional(timestampText);
export const nullableText = z.nullable(z.string());
export const nullableSentence = z.nullable(sentence);
export const nullableInt = z.nullable(z.int());
/** A change based on an older version is rejected. */
export const version = z.int();
export const versionField = { version: z.optional(version) };
export const count = z.int().check(z.minimum(0), z.maximum(2 ** 31 - 1));

export const Named = z.object({ id: z.int(), name: z.string() });
export const Person = z.object({ id: z.int(), full_name: z.string() });

/** Of a supervisor of given teams; null: of the whole account. */
export const supervisedTeamIds = z.nullable(z.array(whole).check(z.minLength(1), z.maxLength(200)));

export const priorityGroup = z.int().check(z.minimum(1), z.maximum(MAX_PRIORITY));
