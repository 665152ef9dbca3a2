import * as z from 'zod/mini';
import { nullableText } from '../nullable-text.ts';

export const Lead = z.object({
  id: z.int(),
  fname: z.string(),
  lname: z.string(),
  label: z.string(),
  phone_number: nullableText,
  phone_number_formatted: nullableText,
  email: nullableText,
  company: nullableText,
  category: nullableText,
  /** Older leads may have a name that isn't in `CRMS`; it gets no link. */
  crm: nullableText,
  source_id: nullableText,
  profile_picture: nullableText,
});
export type Lead = z.infer<typeof Lead>;

export const Tag = z.object({ id: z.int(), name: z.string(), color: z.string(), key: z.string() });
export type Tag = z.infer<typeof Tag>;
