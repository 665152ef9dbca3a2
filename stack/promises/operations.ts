/** Snapshots of what operators rely on: metrics, log messages, environment variables. */
import { createRequire } from 'node:module';
import { createMetrics } from '@offhook/server/operations/metrics';
import { readConfig as readServerConfig } from '@offhook/server/platform/process/config';
import ts from 'typescript';
import { expect, it, vi } from 'vitest';
import { readSettings as readRealtimeSettings } from '../../realtime/src/config.ts';
import { readConfig as readVoiceConfig } from '../../voice/src/config.ts';
import { readMediaConfig } from '../../voice/src/media/media-config.ts';
import { readConfig as readStackConfig } from '../src/config.ts';
import { expectSnapshot } from './snapshot.ts';
import { findNodes, keysOf, possibleStrings } from './sources.ts';

const PROGRAMS = ['server/src', 'voice/src', 'realtime/src', 'stack/src'];
const unique = (lines: readonly string[]) => [...new Set(lines)].sort();

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly buckets?: readonly number[];
}

it('has the same metrics', async () => {
  // The server's copy of the library.
  const requireFromServer = createRequire(new URL('../../server/package.json', import.meta.url));
  const { Registry } = requireFromServer('prom-client') as {
    Registry: { prototype: { registerMetric(metric: Metric): void } };
  };
  const registered = vi.spyOn(Registry.prototype, 'registerMetric');
  const gauges = {
    openCalls: { ringing: 1 },
    ringing: 1,
    phones: { available: 1 },
    dueEffects: 1,
    oldestEffectSeconds: 1,
    scheduledCalls: 1,
    dueCalls: 1,
    oldestDueCallSeconds: 1,
    waitingDeliveries: 1,
    oldestDeliverySeconds: 1,
  };
  const server = { parts: { database: true }, disk: { freeBytes: 1, sizeBytes: 1 } };
  const { type, body } = await createMetrics().render(gauges, server);
  const types = new Map(
    [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', metricType = '']) => [name, metricType]),
  );
  const lines = registered.mock.calls.map(([{ name, help, labelNames, buckets }]) => {
    // Process metrics depend on the system and the Node version.
    const [processPrefix] = /^offhook_(nodejs|process)_/.exec(name) ?? [];
    if (processPrefix) return `${processPrefix}…`;
    const line = `${name} (${types.get(name)}) {${labelNames.join(', ')}}: ${help}`;
    return buckets ? `${line}\n    buckets ${buckets.join(' ')}` : line;
  });
  registered.mockRestore();
  expect(lines.length).toBe(types.size);
  await expectSnapshot('metrics.txt', [`content type: ${type}`, '', ...unique(lines)].join('\n'));
});

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

it('has the same log messages', async () => {
  const lines: string[] = [];
  for (const node of findNodes(PROGRAMS, /(log|logger|console)(\?\.|\.|\[)\w+\]?\(|\bfields: /i)) {
    lines.push(...callLogLines(node));
    if (!ts.isCallExpression(node)) continue;
    const level = logLevel(node.expression);
    if (level === null) continue;
    const [first, second] = node.arguments;
    if (!first) continue;
    const isText = !second && !ts.isObjectLiteralExpression(first);
    const [fields, message] = isText || level.startsWith('console') ? [undefined, first] : [first, second];
    const keys = fields ? `  {${unique(keysOf(fields)).join(', ')}}` : '';
    for (const text of message ? possibleStrings(message) : [''])
      lines.push(`${level}  ${JSON.stringify(text)}${keys}`);
  }
  expect(lines.length).toBeGreaterThan(100);
  await expectSnapshot('log-messages.txt', unique(lines).join('\n'));
});

/** A call's log lines are built as objects, which other code logs. */
function callLogLines(node: ts.Node): string[] {
  if (!ts.isObjectLiteralExpression(node)) return [];
  const initializerOf = (name: string) =>
    node.properties.filter(ts.isPropertyAssignment).find((property) => property.name.getText() === name)
      ?.initializer;
  const [message, fields] = [initializerOf('message'), initializerOf('fields')];
  if (!message || !fields) return [];
  const keys = unique(['call', ...keysOf(fields)]).join(', ');
  return possibleStrings(message).map((text) => `info  ${JSON.stringify(text)}  {${keys}}`);
}

/** `warn` for `deps.log?.warn`; null if it's not a call of a logger. */
function logLevel(called: ts.Expression): string | null {
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

function readVariables(read: (source: Environment) => unknown): string[] {
  const names = new Set<string>();
  const track = (name: string | symbol) => void (typeof name === 'string' && names.add(name));
  const source = new Proxy<Environment>(
    {},
    {
      get: (_, name) => track(name),
      has: (_, name) => {
        track(name);
        return false;
      },
    },
  );
  configError(() => read(source));
  return [...names].sort();
}

function configError(read: () => unknown): string {
  try {
    const result = read();
    if (typeof result !== 'object' || result === null) return '';
    if ('errors' in result) return (result.errors as string[]).join('\n');
    return 'error' in result ? String(result.error) : '';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Each variable with its expected value, and the result with only the required variables. */
function describeVariables(
  program: string,
  read: (source: Environment) => unknown,
  required: Environment,
): string {
  const variables = readVariables(read).map((name) => {
    const { [name]: _, ...others } = required;
    const isRequired = name in required && configError(() => read(others)) !== '';
    // Some variables accept any string, but none accepts an object.
    const wrong = { ...required, [name]: {} } as unknown as Environment;
    const expected = configError(() => read(wrong)).replace(`${name} should be `, '');
    return `${name}${isRequired ? ' (required)' : ''}: ${expected}`;
  });
  expect(
    configError(() => read(required)),
    program,
  ).toBe('');
  const found = JSON.stringify(read(required), null, 2).replaceAll(process.cwd(), '.');
  return [`# ${program}`, ...variables, '', `with the required variables only: ${found}`, ''].join('\n');
}

const PROVIDER = {
  TWILIO_ACCOUNT_SID: `AC${'a'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'the auth token',
  TWILIO_API_KEY: `SK${'a'.repeat(32)}`,
  TWILIO_API_SECRET: 'the secret of the key',
};
const REALTIME = { PUSHER_APP_ID: '7', PUSHER_KEY: 'key', PUSHER_SECRET: 'the secret' };

it('reads the same environment variables', async () => {
  const server = {
    PUBLIC_URL: 'https://phone.example',
    ...PROVIDER,
    ...REALTIME,
    PUSHER_HOST: 'realtime.example',
  };
  const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN } = PROVIDER;
  const direct: string[] = [];
  for (const node of findNodes([...PROGRAMS, 'stack/bin'], /process\.env/)) {
    const isRead = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
    if (!isRead || node.expression.getText() !== 'process.env') continue;
    const name = ts.isPropertyAccessExpression(node)
      ? node.name.text
      : possibleStrings(node.argumentExpression).join();
    const { parent } = node;
    const isDefaulted = ts.isBinaryExpression(parent) && parent.left === node;
    direct.push(isDefaulted ? `${name} ${parent.operatorToken.getText()} ${parent.right.getText()}` : name);
  }
  await expectSnapshot(
    'environment.txt',
    [
      describeVariables('npm start', readStackConfig, {}),
      describeVariables('npm run server', readServerConfig, server),
      describeVariables('npm run voice', (env) => readVoiceConfig([], env), {
        TWILIO_ACCOUNT_SID,
        TWILIO_AUTH_TOKEN,
      }),
      describeVariables('the media process of the voice service', readMediaConfig, {}),
      describeVariables('npm run realtime', (env) => readRealtimeSettings([], env), REALTIME),
      '# read directly, with their defaults',
      ...unique(direct),
    ].join('\n'),
  );
});
