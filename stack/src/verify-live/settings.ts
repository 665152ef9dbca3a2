import { parseArgs } from 'node:util';
import { z } from 'zod';

const number = z.string().regex(/^\+[1-9]\d{6,14}$/);
const text = (what: string) => z.string(what).min(1, what);

const Settings = z.object({
  TWILIO_ACCOUNT_SID: text('the account at the voice provider'),
  TWILIO_AUTH_TOKEN: text('its auth token'),
  TWILIO_API_KEY: text('an API key of the account'),
  TWILIO_API_SECRET: text('the secret of TWILIO_API_KEY'),
  PUSHER_APP_ID: text('the app at the realtime provider'),
  PUSHER_KEY: text('its key'),
  PUSHER_SECRET: text('its secret'),
  PUSHER_CLUSTER: z.string().default(''),
  PUSHER_HOST: z.string().default(''),
  VOICE_URL: z.string().default(''),
  PUBLIC_URL: z.url({
    protocol: /^https?$/,
    error: 'the address at which the provider and a browser reach PORT of this machine, such as a tunnel’s',
  }),
  PORT: z.coerce.number('a port').int().min(1).max(65_535).default(8_080),
  LIVE_NUMBERS: z
    .string('two numbers of the account with voice and texts, such as +14155550123,+14155550124')
    .transform((value) => value.split(',').map((each) => each.trim()))
    .pipe(z.tuple([number, number], 'two numbers of the account, such as +14155550123,+14155550124'))
    .refine(([one, other]) => one !== other, 'two different numbers'),
});
export type Settings = z.infer<typeof Settings>;

export interface Options {
  readonly settings: Settings;
  /** File of the report. */
  readonly report: string;
  /** Start without asking. */
  readonly yes: boolean;
}

const HELP = `Usage: npm run verify:live -- [options]

Starts Offhook with real accounts and a database of its own, and checks what only they can show: keys, registration of
two phones, a call from one number of yours to the other, its audio in both directions, hold, the recording, a text and
realtime events. Writes a report without secrets. It takes about three minutes and costs well under a dollar.

While it runs, the two numbers point to this machine. Their settings are put back at the end.

Settings (environment variables, as for Offhook itself):
  TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_API_KEY, TWILIO_API_SECRET
  PUSHER_APP_ID, PUSHER_KEY, PUSHER_SECRET, and PUSHER_CLUSTER or PUSHER_HOST
  LIVE_NUMBERS    two numbers of the account with voice and texts, separated by a comma
  PUBLIC_URL      https address that reaches PORT of this machine, such as a tunnel's
  PORT            8080

Options:
  --report FILE   file of the report (default: live-report.md)
  --yes           start without asking
  -h, --help      print this help
`;

/** @returns the options, the help text, or what's wrong */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Options | { readonly help: string } | { readonly error: string } {
  let values: { report?: string; yes?: boolean; help?: boolean };
  try {
    values = parseArgs({
      args: [...args],
      options: {
        report: { type: 'string' },
        yes: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    return { error: (error as Error).message };
  }
  if (values.help) return { help: HELP };
  const parsed = Settings.safeParse(env);
  if (!parsed.success)
    return {
      error: parsed.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`).join('\n'),
    };
  const { PUSHER_CLUSTER, PUSHER_HOST } = parsed.data;
  if (PUSHER_CLUSTER === '' && PUSHER_HOST === '')
    return { error: 'PUSHER_CLUSTER or PUSHER_HOST: where the realtime provider is' };
  return { settings: parsed.data, report: values.report ?? 'live-report.md', yes: values.yes ?? false };
}
