/**
 * The log: JSON lines, by which the story of a lead can be read from its request to its last leg. What every line of one
 * request or of one effect has in common comes by itself; numbers, emails and tokens never stand in it, whoever wrote
 * them into a reason.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import pino, { type DestinationStream, type Logger } from 'pino';

type Fields = Readonly<Record<string, unknown>>;

const common = new AsyncLocalStorage<Fields>();

/** Every line that `work` writes carries these fields, whoever it calls. */
export function withLogFields<T>(fields: Fields, work: () => T): T {
  return common.run({ ...common.getStore(), ...fields }, work);
}

const MOST_KNOWN = 10_000;
const leads = new Map<number, number>();

/** From now on each line about this call names its lead. */
export function callIsOf(callId: number, leadId: number | null): void {
  if (leadId === null) return;
  if (leads.size >= MOST_KNOWN) leads.clear();
  leads.set(callId, leadId);
}

export function createLog(level: string, destination: DestinationStream = pino.destination(2)): Logger {
  return pino(
    {
      level,
      base: { room: 'server', host: hostname(), pid: process.pid },
      mixin(given: object) {
        const fields = { ...common.getStore() };
        const call = 'call' in given ? given.call : fields['call'];
        const lead = typeof call === 'number' ? leads.get(call) : undefined;
        return lead === undefined ? fields : { ...fields, lead };
      },
      serializers: { err: told },
      formatters: { log: withoutSecrets },
    },
    destination,
  );
}

/** What a person or a thing could be known by, in a text that somebody else wrote. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [token]'],
  [/\b(auth_signature|auth_key|token|password|secret)=[^&\s"]+/gi, '$1=[hidden]'],
  [/[\w.+%-]+@[\w-]+(\.[\w-]+)+/g, '[email]'],
];
const NUMBER = /(\+|%2B)\d{5,13}(\d\d)\b/g;

export function withoutSecret(text: string): string {
  const hidden = SECRETS.reduce((all, [pattern, instead]) => all.replace(pattern, instead), text);
  return hidden.replace(NUMBER, (number, plus: string, last: string) => {
    return `${'*'.repeat(number.length - plus.length + 1 - last.length)}${last}`;
  });
}

function withoutSecrets(line: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(line).map(([name, value]) => [
      name,
      typeof value === 'string' ? withoutSecret(value) : value,
    ]),
  );
}

const DEEPEST = 4;

/** An error without what it was about: a statement's parameters are people's names and numbers. */
function told(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? withoutSecret(error) : 'not an error';
  const { name: type, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type,
    message: withoutSecret(message.split('\nparams:')[0] ?? ''),
    ...(code === undefined ? {} : { code }),
    // Its first lines are the message once more.
    stack: (stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(cause === undefined || depth >= DEEPEST ? {} : { cause: told(cause, depth + 1) }),
  };
}
