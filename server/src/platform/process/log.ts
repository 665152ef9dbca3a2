// A lead can be traced from its request to its last leg. Phone numbers, emails and tokens are redacted, even within
// error messages.
import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import pino, { type DestinationStream, type Logger } from 'pino';

type Fields = Readonly<Record<string, unknown>>;

const sharedFields = new AsyncLocalStorage<Fields>();

export function withLogFields<T>(fields: Fields, work: () => T): T {
  return sharedFields.run({ ...sharedFields.getStore(), ...fields }, work);
}

const MAX_CALLS = 10_000;
const leads = new Map<number, number>();

export function setCallLead(callId: number, leadId: number | null): void {
  if (leadId === null) return;
  if (leads.size >= MAX_CALLS) leads.clear();
  leads.set(callId, leadId);
}

export function createLog(level: string, destination: DestinationStream = pino.destination(2)): Logger {
  return pino(
    {
      level,
      base: { room: 'server', host: hostname(), pid: process.pid },
      mixin(given: object) {
        const fields = { ...sharedFields.getStore() };
        const call = 'call' in given ? given.call : fields['call'];
        const lead = typeof call === 'number' ? leads.get(call) : undefined;
        return lead === undefined ? fields : { ...fields, lead };
      },
      serializers: { err: serializeError },
      formatters: { log: redactFields },
    },
    destination,
  );
}

const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [token]'],
  [/\b(auth_signature|auth_key|token|password|secret)=[^&\s"]+/gi, '$1=[hidden]'],
  [/[\w.+%-]+@[\w-]+(\.[\w-]+)+/g, '[email]'],
];
const PHONE_NUMBER = /(\+|%2B)\d{5,13}(\d\d)\b/g;

export function redactText(text: string): string {
  const hidden = SECRETS.reduce((all, [pattern, instead]) => all.replace(pattern, instead), text);
  return hidden.replace(PHONE_NUMBER, (number, plus: string, last: string) => {
    return `${'*'.repeat(number.length - plus.length + 1 - last.length)}${last}`;
  });
}

function redactFields(line: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(line).map(([name, value]) => [
      name,
      typeof value === 'string' ? redactText(value) : value,
    ]),
  );
}

const MAX_CAUSE_DEPTH = 4;

/** A database error's parameters are names and phone numbers. */
function serializeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? redactText(error) : 'not an error';
  const { name: type, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type,
    message: redactText(message.split('\nparams:')[0] ?? ''),
    ...(code === undefined ? {} : { code }),
    // The stack repeats the message at its start.
    stack: (stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(cause === undefined || depth >= MAX_CAUSE_DEPTH ? {} : { cause: serializeError(cause, depth + 1) }),
  };
}
