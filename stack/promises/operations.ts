/** What operators rely on: metrics, log lines, and the variables of the environment. */
import { createRequire } from 'node:module';
import { createMetrics } from '@offhook/server/operations/metrics';
import { readConfig as readServerConfig } from '@offhook/server/platform/process/config';
import ts from 'typescript';
import { expect, it, vi } from 'vitest';
import { readSettings as readRealtimeSettings } from '../../realtime/src/config.ts';
import { readConfig as readVoiceConfig } from '../../voice/src/config.ts';
import { readMediaConfig } from '../../voice/src/media/media-config.ts';
import { readConfig as readStackConfig } from '../src/config.ts';
import { hold } from './hold.ts';
import { keysOf, nodesOf, textsOf } from './sources.ts';

const PROGRAMS = ['server/src', 'voice/src', 'realtime/src', 'stack/src'];
const unique = (lines: readonly string[]) => [...new Set(lines)].sort();

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly buckets?: readonly number[];
}

it('counts the same', async () => {
  // The library of the server, which alone has metrics.
  const ofServer = createRequire(new URL('../../server/package.json', import.meta.url));
  const { Registry } = ofServer('prom-client') as {
    Registry: { prototype: { registerMetric(one: Metric): void } };
  };
  const registered = vi.spyOn(Registry.prototype, 'registerMetric');
  const levels = {
    openCalls: { ringing: 1 },
    ringing: 1,
    phones: { available: 1 },
    dueEffects: 1,
    oldestEffectSeconds: 1,
    promisedCalls: 1,
    waitingDeliveries: 1,
  };
  const { type, body } = await createMetrics().text(levels);
  const types = new Map(
    [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', is = '']) => [name, is]),
  );
  const lines = registered.mock.calls.map(([{ name, help, labelNames, buckets }]) => {
    // Which ones of the process there are depends on the system and on Node.
    const [ofProcess] = /^offhook_(nodejs|process)_/.exec(name) ?? [];
    if (ofProcess) return `${ofProcess}…`;
    const line = `${name} (${types.get(name)}) {${labelNames.join(', ')}}: ${help}`;
    return buckets ? `${line}\n    buckets ${buckets.join(' ')}` : line;
  });
  registered.mockRestore();
  expect(lines.length).toBe(types.size);
  await hold('metrics.txt', [`content type: ${type}`, '', ...unique(lines)].join('\n'));
});

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

it('writes the same lines into its log', async () => {
  const lines: string[] = [];
  for (const node of nodesOf(PROGRAMS, /(log|logger|console)(\?\.|\.|\[)\w+\]?\(|\babout: /i)) {
    lines.push(...storyLine(node));
    if (!ts.isCallExpression(node)) continue;
    const written = levelOf(node.expression);
    if (written === null) continue;
    const [first, second] = node.arguments;
    if (!first) continue;
    const isText = !second && !ts.isObjectLiteralExpression(first);
    const [fields, message] = isText || written.startsWith('console') ? [undefined, first] : [first, second];
    const keys = fields ? `  {${unique(keysOf(fields)).join(', ')}}` : '';
    for (const text of message ? textsOf(message) : [''])
      lines.push(`${written}  ${JSON.stringify(text)}${keys}`);
  }
  expect(lines.length).toBeGreaterThan(100);
  await hold('log-messages.txt', unique(lines).join('\n'));
});

/** A line of a call's story, which is put together before it is written. */
function storyLine(node: ts.Node): string[] {
  if (!ts.isObjectLiteralExpression(node)) return [];
  const partOf = (name: string) =>
    node.properties.filter(ts.isPropertyAssignment).find((one) => one.name.getText() === name)?.initializer;
  const [what, about] = [partOf('what'), partOf('about')];
  if (!what || !about) return [];
  const keys = unique(['call', ...keysOf(about)]).join(', ');
  return textsOf(what).map((text) => `info  ${JSON.stringify(text)}  {${keys}}`);
}

/** `warn` of `parts.log?.warn`; `null` of what is no logger. */
function levelOf(called: ts.Expression): string | null {
  const isByName = ts.isPropertyAccessExpression(called);
  if (!isByName && !ts.isElementAccessExpression(called)) return null;
  const { expression: logger } = called;
  const name = ts.isIdentifier(logger)
    ? logger.text
    : ts.isPropertyAccessExpression(logger)
      ? logger.name.text
      : '';
  const level = isByName ? called.name.text : '[level]';
  if (name === 'console') return `console.${level}`;
  if (!/log(ger)?$/i.test(name)) return null;
  return LEVELS.includes(level) || !isByName ? level : null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Which variables are asked for. */
function askedFor(read: (source: Environment) => unknown): string[] {
  const asked = new Set<string>();
  const look = (name: string | symbol) => void (typeof name === 'string' && asked.add(name));
  const source = new Proxy<Environment>(
    {},
    {
      get: (_, name) => look(name),
      has: (_, name) => {
        look(name);
        return false;
      },
    },
  );
  saidBy(() => read(source));
  return [...asked].sort();
}

/** What is said of a wrong environment; empty: nothing is wrong. */
function saidBy(read: () => unknown): string {
  try {
    const answer = read();
    if (typeof answer !== 'object' || answer === null) return '';
    if ('faults' in answer) return (answer.faults as string[]).join('\n');
    return 'fault' in answer ? String(answer.fault) : '';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Each variable with what it should be, and what holds where only those are set that must be. */
function described(program: string, read: (source: Environment) => unknown, must: Environment): string {
  const variables = askedFor(read).map((name) => {
    const { [name]: _, ...others } = must;
    const isRequired = name in must && saidBy(() => read(others)) !== '';
    // No text is wrong for some of them, but a thing is for all.
    const wrong = { ...must, [name]: {} } as unknown as Environment;
    const meaning = saidBy(() => read(wrong)).replace(`${name} should be `, '');
    return `${name}${isRequired ? ' (required)' : ''}: ${meaning}`;
  });
  expect(
    saidBy(() => read(must)),
    program,
  ).toBe('');
  const found = JSON.stringify(read(must), null, 2).replaceAll(process.cwd(), '.');
  return [`# ${program}`, ...variables, '', `with the least that works: ${found}`, ''].join('\n');
}

const PROVIDER = {
  TWILIO_ACCOUNT_SID: `AC${'a'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'the auth token',
  TWILIO_API_KEY: `SK${'a'.repeat(32)}`,
  TWILIO_API_SECRET: 'the secret of the key',
};
const REALTIME = { PUSHER_APP_ID: '7', PUSHER_KEY: 'key', PUSHER_SECRET: 'the secret' };

it('is told the same by the environment', async () => {
  const server = {
    PUBLIC_URL: 'https://phone.example',
    ...PROVIDER,
    ...REALTIME,
    PUSHER_HOST: 'realtime.example',
  };
  const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN } = PROVIDER;
  const elsewhere: string[] = [];
  for (const node of nodesOf([...PROGRAMS, 'stack/bin'], /process\.env/)) {
    const isRead = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
    if (!isRead || node.expression.getText() !== 'process.env') continue;
    const name = ts.isPropertyAccessExpression(node)
      ? node.name.text
      : textsOf(node.argumentExpression).join();
    const { parent } = node;
    const isDefaulted = ts.isBinaryExpression(parent) && parent.left === node;
    elsewhere.push(
      isDefaulted ? `${name} ${parent.operatorToken.getText()} ${parent.right.getText()}` : name,
    );
  }
  await hold(
    'environment.txt',
    [
      described('npm start', readStackConfig, {}),
      described('npm run server', readServerConfig, server),
      described('npm run voice', (env) => readVoiceConfig([], env), {
        TWILIO_ACCOUNT_SID,
        TWILIO_AUTH_TOKEN,
      }),
      described('the media process of voice', readMediaConfig, {}),
      described('npm run realtime', (env) => readRealtimeSettings([], env), REALTIME),
      '# read by themselves, with what holds otherwise',
      ...unique(elsewhere),
    ].join('\n'),
  );
});
