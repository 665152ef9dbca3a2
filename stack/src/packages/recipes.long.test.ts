import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type InstalledPackage, installPackage } from './installed-package.ts';

const run = promisify(execFile);
const READY = /Stop with Ctrl-C/;
const text = readFileSync(join(import.meta.dirname, '../../../docs/embedded-services.md'), 'utf8');
const recipes = new Map(
  [...text.matchAll(/^```(js|py) ([\w-]+)\n([\s\S]*?)^```$/gm)].map(([, language, name, code]) => [
    `${language} ${name}`,
    code ?? '',
  ]),
);
/** Debian's, where `apt-get install python3-twilio` puts the library. */
const PYTHON = '/usr/bin/python3';
const hasPythonLibrary = spawnSync(PYTHON, ['-c', 'import twilio']).status === 0;

let realtime: InstalledPackage;
let voice: InstalledPackage;

/** The variables that the command prints. */
function variables(output: string): Record<string, string> {
  return Object.fromEntries(
    [...output.matchAll(/^([A-Z_]+)=(.+)$/gm)].map(([, name, value]) => [name, value ?? '']),
  );
}

beforeAll(async () => {
  realtime = await installPackage('realtime', 'pusher@5.3.4', 'pusher-js@8.6.0');
  voice = await installPackage('voice', 'twilio@6.2.0');
});

afterAll(() => {
  realtime?.remove();
  voice?.remove();
});

describe.each([
  ['without TLS', []],
  ['with TLS', ['--tls']],
])('%s', (_, options) => {
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    const args = ['--port', '0', ...options];
    const cache = { XDG_CACHE_HOME: voice.folder };
    const channels = await realtime.start(args, READY, cache);
    const phone = await voice.start(args, READY, cache);
    env = { ...process.env, ...variables(channels.output), ...variables(phone.output) };
  });

  async function runRecipe(service: 'realtime' | 'voice', recipe: string): Promise<string> {
    const { folder } = { realtime, voice }[service];
    const isPython = recipe.startsWith('py');
    const file = join(folder, isPython ? 'recipe.py' : 'recipe.mjs');
    writeFileSync(file, recipes.get(recipe) ?? '');
    const trust = {
      [isPython ? 'REQUESTS_CA_BUNDLE' : 'NODE_EXTRA_CA_CERTS']: join(
        voice.folder,
        `offhook-${service}/certificate.pem`,
      ),
    };
    const { stdout } = await run(isPython ? PYTHON : process.execPath, [file], {
      cwd: folder,
      env: options.length === 0 ? env : { ...env, ...trust },
    });
    return stdout.trim();
  }

  test('the recipe for pusher publishes an event', async () => {
    expect(await runRecipe('realtime', 'js pusher')).toBe('200');
  });

  test('the recipe for pusher-js subscribes', async () => {
    expect(await runRecipe('realtime', 'js pusher-js')).toBe('subscribed');
  });

  test('the recipe for twilio in Node places a call', async () => {
    expect(await runRecipe('voice', 'js twilio')).toBe('queued');
  });

  test.runIf(hasPythonLibrary)('the recipe for twilio in Python places a call', async () => {
    expect(await runRecipe('voice', 'py twilio')).toBe('queued');
  });
});

test('every recipe is run', () => {
  expect([...recipes.keys()]).toEqual(['js pusher', 'js pusher-js', 'js twilio', 'py twilio']);
});
