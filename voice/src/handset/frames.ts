import { z } from 'zod';

const call = z.string().min(1).max(64);
const sdp = z.string().min(1).max(32_768);
const phone = z.string().regex(/^\+[1-9]\d{6,14}$/);

const schema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('answer'), call, sdp }),
  /** Also declines a ringing call. */
  z.object({ type: z.literal('hangUp'), call }),
  z.object({ type: z.literal('dial'), to: phone, sdp }),
  z.object({ type: z.literal('keys'), call, digits: z.string().regex(/^[0-9*#]{1,50}$/) }),
  z.object({ type: z.literal('text'), to: phone, body: z.string().min(1).max(1_600) }),
  /** Says the text in the call, instead of the microphone. */
  z.object({
    type: z.literal('speak'),
    call,
    text: z.string().min(1).max(500),
    language: z.enum(['en', 'es']),
  }),
]);

export type HandsetFrame = z.infer<typeof schema>;

export function parseHandsetFrame(text: string): HandsetFrame | null {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
