/** Audio files of greetings: uploaded or recorded in the console, then chosen for a team. */
import * as z from 'zod/mini';

/** Telephone networks carry no more than this rate, and 16 bits. */
export const GREETING_SAMPLE_RATE = 8_000;
export const MAX_GREETING_SECONDS = 120;
/** Two minutes of 16 kHz and 16 bits, with room. */
export const MAX_GREETING_BYTES = 5 * 1024 * 1024;

export const GREETING_FILES = '/api/v1/console/greetings';
/** Without a login, for the voice provider: the random id protects it. */
export const greetingPath = (id: string) => `/api/v1/greetings/${id}.wav`;

export const GreetingId = z.string().check(z.regex(/^[\w-]{32}$/));

export const GreetingUpload = z.object({
  /** The file's name; none for a recording of the microphone. */
  name: z.optional(z.string().check(z.maxLength(200))),
});

export const GreetingFile = z.object({
  id: GreetingId,
  name: z.nullable(z.string()),
  seconds: z.number(),
  /** Path of the audio, a WAV file. */
  url: z.string(),
  created_at: z.string(),
  /** The file is gone or can't be read, so callers hear the text beside it. */
  is_missing: z._default(z.boolean(), false),
});
export type GreetingFile = z.infer<typeof GreetingFile>;

export const GreetingAnswer = z.object({ success: z.literal(true), greeting: GreetingFile });
