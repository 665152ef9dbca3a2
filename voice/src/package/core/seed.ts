import { z } from 'zod';

const PHONE = 'a phone number: + and 7 to 15 digits';
const URL_TEXT = 'an http or https URL';
const MS = 'whole milliseconds, 0 to 600000';

const phone = z.string(PHONE).regex(/^\+[1-9]\d{6,14}$/, PHONE);
const sid = z.string().regex(/^AP[0-9a-fA-F]{32}$/, 'AP and 32 hexadecimal digits');
const url = z
  .string(URL_TEXT)
  .max(4_000)
  .refine((text) => URL.canParse(text) && /^https?:/.test(text), URL_TEXT);
const method = z.enum(['GET', 'POST'], 'GET or POST');
const ms = z.number(MS).int(MS).min(0, MS).max(600_000, MS);

const webhooks = {
  friendlyName: z.string().max(64).optional(),
  voiceUrl: url.optional(),
  voiceMethod: method.optional(),
  voiceFallbackUrl: url.optional(),
  voiceFallbackMethod: method.optional(),
  voiceCallerIdLookup: z.boolean().optional(),
  statusCallback: url.optional(),
  statusCallbackMethod: method.optional(),
  smsUrl: url.optional(),
  smsMethod: method.optional(),
};

/** Limits are those of the store; see store/store.ts. */
function seedSchema(behaviors: readonly string[]) {
  const behavior = z.enum(behaviors, `one of ${behaviors.join(', ')}`);
  return z.strictObject({
    applications: z
      .array(z.strictObject({ sid, ...webhooks }))
      .max(1_000)
      .optional(),
    numbers: z
      .array(
        z.strictObject({
          phoneNumber: phone,
          ...webhooks,
          voiceApplicationSid: sid.optional(),
          smsApplicationSid: sid.optional(),
        }),
      )
      .max(5_000)
      .optional(),
    callers: z
      .array(
        z.strictObject({
          number: phone,
          name: z.string().min(1).max(128).optional(),
          stirVerstat: z
            .string()
            .regex(
              /^(No-TN-Validation|TN-Validation-(Passed|Failed)(-[ABC])?)$/,
              'such as TN-Validation-Passed-A, TN-Validation-Failed or No-TN-Validation',
            )
            .optional(),
        }),
      )
      .max(5_000)
      .optional(),
    phones: z
      .array(
        z.strictObject({
          number: phone,
          behavior,
          ringMs: ms.optional(),
          hangUpAfterMs: ms.optional(),
          pressesKey: z
            .string()
            .regex(/^[0-9*#]$/, 'one of 0-9, * and #')
            .optional(),
        }),
      )
      .max(5_000)
      .optional(),
  });
}

/** Its public form is `Seed` of api.ts. */
type ParsedSeed = z.infer<ReturnType<typeof seedSchema>>;

type Result = { readonly seed: ParsedSeed } | { readonly errors: readonly string[] };

/** `errors`: one line per problem, with the place in the seed. */
export function parseSeed(value: unknown, behaviors: readonly string[]): Result {
  const parsed = seedSchema(behaviors).safeParse(value);
  if (parsed.success) return rejectDuplicates(parsed.data);
  return { errors: parsed.error.issues.map(({ path, message }) => `${place(path)}: ${message}`) };
}

function rejectDuplicates(seed: ParsedSeed): Result {
  const errors = [
    ...duplicates(
      'applications',
      'sid',
      (seed.applications ?? []).map((one) => one.sid),
    ),
    ...duplicates(
      'numbers',
      'phoneNumber',
      (seed.numbers ?? []).map((one) => one.phoneNumber),
    ),
    ...duplicates(
      'callers',
      'number',
      (seed.callers ?? []).map((one) => one.number),
    ),
    ...duplicates(
      'phones',
      'number',
      (seed.phones ?? []).map((one) => one.number),
    ),
  ];
  return errors.length > 0 ? { errors } : { seed };
}

function duplicates(list: string, key: string, values: readonly string[]): readonly string[] {
  return values.flatMap((value, index) =>
    values.indexOf(value) < index ? [`${list}[${index}].${key}: ${value} occurs twice`] : [],
  );
}

function place(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return text.replace(/^\./, '') || 'the seed';
}
