import { z } from 'zod';
import { isCacheChannel, isChannelName, isEventName } from '../../channels/core/channel-name.ts';
import { fitsIn, LIMITS } from '../../core/limits.ts';

const MAX_CACHED_EVENTS = 1_000;
const text = z.string('a text');
const isOn = z.boolean('true or false');

/** The values are checked where options are checked; here only their types and names. */
const schema = z.strictObject({
  app: z.strictObject({ id: text, key: text, secret: text }).partial().optional(),
  webhookUrl: text.optional(),
  clientEvents: isOn.optional(),
  subscriptionCount: isOn.optional(),
  signinTimeout: z.number('a number of seconds').optional(),
  cachedEvents: z
    .array(
      z.strictObject({
        channel: text.refine(
          (name) => isChannelName(name) && isCacheChannel(name),
          'a cache channel, such as cache-prices or private-cache-prices',
        ),
        event: text.refine(isEventName, `1 to ${LIMITS.eventNameChars} characters, without pusher:`),
        data: z
          .unknown()
          .transform((data) => (typeof data === 'string' ? data : (JSON.stringify(data) ?? '')))
          .refine((data) => fitsIn(data, LIMITS.eventDataBytes), `at most ${LIMITS.eventDataBytes} bytes`),
      }),
      'a list',
    )
    .max(MAX_CACHED_EVENTS, `at most ${MAX_CACHED_EVENTS} events`)
    .optional(),
});

export type ParsedSeed = z.output<typeof schema>;

/** @throws with one line per problem, each with the place in the seed */
export function parseSeed(value: unknown): ParsedSeed {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues.map(({ path, message }) => `${place(path)}: ${message}`).join('\n'));
}

/** The seed's settings as environment variables. */
export function seedVariables({ app = {}, ...seed }: ParsedSeed): Readonly<Record<string, string>> {
  const variables = {
    PUSHER_APP_ID: app.id,
    PUSHER_KEY: app.key,
    PUSHER_SECRET: app.secret,
    REALTIME_WEBHOOK_URL: seed.webhookUrl,
    REALTIME_CLIENT_EVENTS: seed.clientEvents,
    REALTIME_SUBSCRIPTION_COUNT: seed.subscriptionCount,
    REALTIME_SIGNIN_TIMEOUT: seed.signinTimeout,
  };
  return toVariables(variables);
}

/** Leaves out what's undefined; true is 1. */
export function toVariables(
  values: Readonly<Record<string, string | number | boolean | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'boolean' ? String(Number(value)) : String(value)]],
    ),
  );
}

function place(path: readonly PropertyKey[]): string {
  const steps = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  return steps.join('').replace(/^\./, '') || 'the seed';
}
