import * as z from 'zod/mini';

export const nullableText = z.nullable(z.string());
