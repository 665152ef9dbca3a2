import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { FAULT_KINDS } from './faults.ts';
import { MAX_LEADS } from './leads.ts';

const number = (min: number, max: number) => z.coerce.number().check(z.minimum(min), z.maximum(max));

const Options = z.object({
  minutes: z._default(number(0.1, 24 * 60), 60),
  agents: z._default(number(1, 5_000), 50),
  leads: z._default(number(0.01, 100), 1),
  /** Per minute; only if the soak test has started the product itself. */
  faults: z._default(number(0, 20), 1),
  only: z.optional(z.enum(FAULT_KINDS)),
  database: z._default(z.enum(['embedded', 'postgres']), 'embedded'),
  seed: z._default(number(0, 2 ** 31), 1),
  url: z.optional(z.url()),
  logins: z.optional(z.string()),
  supervisor: z.optional(z.string().check(z.regex(/^[^,]+,.+$/))),
  key: z.optional(z.string()),
  numbers: z.optional(z.string().check(z.regex(/^\+\d{5,11}$/))),
});
export type Options = z.infer<typeof Options>;

export const USAGE = `npm run soak -- [options]

  --minutes 60   how long leads are posted
  --agents 50    how many agents are online
  --leads 1      leads per second
  --faults 1     faults per minute: kill or freeze a process, cut the network, restart the product
  --only kill    inject only this kind: kill, freeze, cut or restart
  --database     embedded, or postgres: a temporary PostgreSQL, if it's installed
  --seed 1       the same seed makes the same choices

Without --url the soak test starts its own Offhook with its own agents. For a remote deployment:

  --url https://phone.example   its URL (no faults are injected)
  --logins FILE                 one "email,password" line per agent
  --supervisor EMAIL,PASSWORD   a supervisor who checks the outcome of each lead
  --key KEY                     an API key for posting leads
  --numbers +1415555            prefix of the leads' numbers; four digits follow. THEY ARE DIALED.

The phones send no audio: the embedded voice service keeps such calls connected; a real provider doesn't.
`;

export function readOptions(args: readonly string[]): Options {
  const names = Object.keys(Options.shape);
  const { values } = parseArgs({
    args: [...args],
    options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
  });
  const read = z.safeParse(Options, values);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new Error(`--${String(issue?.path[0])}: ${issue?.message}`);
  }
  const options = read.data;
  if (options.minutes * 60 * options.leads > MAX_LEADS)
    throw new Error(
      `--minutes and --leads: together they need more than the ${MAX_LEADS} available phone numbers.`,
    );
  if (options.url === undefined) return options;
  for (const name of ['logins', 'supervisor', 'key', 'numbers'] as const)
    if (options[name] === undefined) throw new Error(`--url requires --${name}.`);
  return { ...options, faults: 0 };
}
