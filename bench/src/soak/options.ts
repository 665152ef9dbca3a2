/** What a soak is asked for on the command line. */
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { KINDS } from './faults.ts';
import { MOST_LEADS } from './leads.ts';

const number = (least: number, most: number) => z.coerce.number().check(z.minimum(least), z.maximum(most));

const Options = z.object({
  /** How long leads come in. */
  minutes: z._default(number(0.1, 24 * 60), 60),
  agents: z._default(number(1, 5_000), 50),
  /** Each second. */
  leads: z._default(number(0.01, 100), 1),
  /** Each minute; of a product that the soak itself has started, as nobody else's is killed. */
  faults: z._default(number(0, 20), 1),
  /** Faults of this kind and no other. */
  only: z.optional(z.enum(KINDS)),
  /** What the product that the soak starts keeps its rows in. */
  database: z._default(z.enum(['embedded', 'postgres']), 'embedded'),
  /** The same seed makes the same choices. */
  seed: z._default(number(0, 2 ** 31), 1),
  /** Another deployment: its address, and who may do what there. */
  url: z.optional(z.url()),
  /** A file with a line `email,password` for each agent. */
  logins: z.optional(z.string()),
  /** `email,password` of a supervisor, who looks what became of each lead. */
  supervisor: z.optional(z.string().check(z.regex(/^[^,]+,.+$/))),
  /** An API key, by which the leads come. */
  key: z.optional(z.string()),
  /** The leads' numbers begin so; four digits follow. They are dialled: they must be yours. */
  numbers: z.optional(z.string().check(z.regex(/^\+\d{5,11}$/))),
});
export type Options = z.infer<typeof Options>;

export const USAGE = `npm run soak -- [options]

  --minutes 60   how long leads come in
  --agents 50    how many agents are online
  --leads 1      leads each second
  --faults 1     faults each minute: a part is killed or frozen, the network is cut, the product is restarted
  --only kill    faults of one kind: kill, freeze, cut or restart
  --database     embedded, or postgres: a PostgreSQL of its own, from the programs of this machine
  --seed 1       the same seed makes the same choices

Without --url the product is started for it, with agents of its own. Of another deployment:

  --url https://phone.example   its address (no faults are made there)
  --logins FILE                 a line "email,password" for each agent
  --supervisor EMAIL,PASSWORD   who looks what became of each lead
  --key KEY                     an API key, by which the leads come
  --numbers +1415555            the leads' numbers begin so, four digits follow. THEY ARE DIALLED.

Its phones signal and send no sound: the voice service in the box holds conversations with them, the provider does not.
`;

/** @throws Error with a sentence that names the option */
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
  if (options.minutes * 60 * options.leads > MOST_LEADS)
    throw new Error(`--minutes and --leads: there are numbers for ${MOST_LEADS} leads.`);
  if (options.url === undefined) return options;
  for (const name of ['logins', 'supervisor', 'key', 'numbers'] as const)
    if (options[name] === undefined) throw new Error(`--${name} is needed with --url.`);
  return { ...options, faults: 0 };
}
