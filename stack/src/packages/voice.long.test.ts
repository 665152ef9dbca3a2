import { execFile, execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { build } from 'rolldown';
import twilio from 'twilio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as clientModule from '../../../voice/src/package/client.ts';
import type * as indexModule from '../../../voice/src/package/index.ts';
import { openChromium } from '../../../voice/src/testing/chromium.ts';
import { until } from '../../../voice/src/testing/until.ts';
import { type InstalledPackage, installPackage, readFiles } from './installed-package.ts';

const root = join(import.meta.dirname, '../../..');
/** So that npx fetches it in a second or two. */
const MAX_TARBALL_BYTES = 2_000_000;
const READY = /Stop with Ctrl-C/;
const LEAD = '+14155550100';

const run = promisify(execFile);
let installed: InstalledPackage;
let start: typeof indexModule.start;
let requestClient: typeof clientModule.requestClient;

beforeAll(async () => {
  installed = await installPackage('voice', 'twilio@6.2.0');
  ({ start } = (await installed.import('index.mjs')) as typeof indexModule);
  ({ requestClient } = (await installed.import('client.mjs')) as typeof clientModule);
});

afterAll(() => installed?.remove());

interface Ready {
  readonly url: string;
  readonly account_sid: string;
  readonly auth_token: string;
  readonly numbers: readonly string[];
}

const readJson = ({ output }: { readonly output: string }) => JSON.parse(output) as Ready;

const sdk = (ready: Ready, certificate: string | null = null) =>
  twilio(ready.account_sid, ready.auth_token, { httpClient: requestClient({ url: ready.url, certificate }) });

test('the tarball is small, complete, and has no paths or packages of the workspace', () => {
  expect(readFileSync(installed.tarball).length).toBeLessThan(MAX_TARBALL_BYTES);
  const files = readFiles(installed.root);
  const names = files.map(({ path }) => path.slice(installed.root.length + 1));
  expect(names).toEqual(expect.arrayContaining(['LICENSE', 'THIRD_PARTY_NOTICES', 'README.md']));
  expect(names).toEqual(
    expect.arrayContaining(['dist/assets/page/index.html', 'dist/assets/lead-1.wav', 'dist/api.d.mts']),
  );
  expect(names.filter((name) => /\.map$|\.test\.|make\.mjs/.test(name))).toEqual([]);
  const foreign = /from ["']@offhook\/|\bimport\(["']@offhook\//;
  expect(
    files.filter(({ text }) => text.includes(root) || foreign.test(text)).map(({ path }) => path),
  ).toEqual([]);
  const notices = files.find(({ path }) => path.endsWith('THIRD_PARTY_NOTICES'))?.text ?? '';
  for (const name of ['fastify', 'werift', 'zod', 'preact'])
    expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
});

test('a start on a busy port fails, and the process ends by itself', async () => {
  const busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  const { port } = busy.address() as AddressInfo;
  const script = `import { start } from 'offhook-voice';
    await start({ port: ${port} }).catch(({ message }) => console.log(message));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: installed.folder,
    timeout: 30_000,
  });
  expect(stdout.trim()).toBe(`port ${port} is in use; choose another, or 0 for any`);
  busy.close();
});

test('a stopped service ends its requests, logs nothing and lets the process end', async () => {
  const script = `import { start } from 'offhook-voice';
    import { once } from 'node:events';
    import { createServer } from 'node:http';
    let waiting = 0;
    const app = createServer(() => { if (++waiting === 2) app.emit('all'); }).listen(0, '127.0.0.1');
    await once(app, 'listening');
    const all = once(app, 'all');
    const url = 'http://127.0.0.1:' + app.address().port;
    const voice = await start({ port: 0, voiceUrl: url, smsUrl: url });
    const [to] = voice.numbers;
    await voice.call({ from: '${LEAD}', to });
    await voice.text({ from: '${LEAD}', to, body: 'Hello' });
    await all;
    await voice.stop();
    app.closeAllConnections();
    app.close();`;
  const { stderr } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: installed.folder,
    timeout: 30_000,
  });
  expect(stderr).toBe('');
});

describe('the command', () => {
  test('--help names every option', async () => {
    const { out, code } = await installed.finish('--help');
    expect(code).toBe(0);
    expect(out).toMatch(/^Usage: offhook-voice \[options\]/);
    for (const option of ['--port', '--voice-url', '--seed', '--tls', '--data', '--json', '--page'])
      expect(out).toContain(` ${option} `);
  });

  test('--version prints the version', async () => {
    const { version } = JSON.parse(readFileSync(join(installed.root, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(await installed.finish('--version')).toEqual({ out: `${version}\n`, err: '', code: 0 });
    expect((await installed.finish('--help')).out).toContain(' --version ');
  });

  test.each<[string, readonly string[], string]>([
    ['an unknown option', ['--color'], "Unknown option '--color'"],
    ['an invalid port', ['--port', 'x'], '--port or VOICE_PORT: a port, 0 to 65535'],
    ['a missing seed', ['--seed', 'missing.json'], '--seed: can’t read missing.json (ENOENT)'],
    ['a certificate without its key', ['--tls-cert', 'a.pem'], '--tls-cert and --tls-key belong together'],
  ])('%s stops it, with the reason', async (_, args, reason) => {
    const { err, code } = await installed.finish(...args);
    expect(err).toContain(reason);
    expect(code).toBe(2);
  });

  test('without options, it starts, its printed first call works, and Ctrl-C ends it', async () => {
    const program = await installed.start(['--port', '0'], READY, { TMPDIR: installed.folder });
    const { output } = program;
    const value = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(output)?.[1] ?? '';
    const url = /ready at (\S+)/.exec(output)?.[1] ?? '';
    const command = /^ {2}curl [\s\S]*?'$/m.exec(output)?.[0] ?? '';
    const { stdout } = await run('sh', ['-c', command]);
    const { sid } = JSON.parse(stdout) as { sid: string };
    const client = sdk({
      ...{
        url,
        account_sid: value('TWILIO_ACCOUNT_SID'),
        auth_token: value('TWILIO_AUTH_TOKEN'),
        numbers: [],
      },
    });
    await until(async () => (await client.calls(sid).fetch()).status === 'completed', 'the call to be over');
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<script');
    expect(await program.interrupt()).toBe(0);
    expect(execFileSync('ls', [installed.folder], { encoding: 'utf8' })).not.toContain('offhook-voice-');
  });

  test('a port in use stops it, with the reason', async () => {
    const program = await installed.start(['--port', '0', '--json'], /\n/);
    const { port } = new URL(readJson(program).url);
    const { err, code } = await installed.finish('--port', port);
    expect(err).toContain(`port ${port} is in use`);
    expect(code).toBe(1);
    await program.interrupt();
  });

  test('on another address, the secrets are random', async () => {
    const options = ['--host', '0.0.0.0', '--port', '0', '--json'];
    const programs = [await installed.start(options, /\n/), await installed.start(options, /\n/)];
    const tokens = programs.map((program) => readJson(program).auth_token);
    expect(new Set([...tokens, 'offhook-voice-token']).size).toBe(3);
    for (const program of programs) await program.interrupt();
  });

  test('--tls, --seed and --data: the SDK trusts the kept certificate, and data outlives a restart', async () => {
    const seed = {
      numbers: [{ phoneNumber: '+14155550170', friendlyName: 'Sales', smsUrl: 'http://127.0.0.1:9/sms' }],
      callers: [{ number: LEAD, name: 'Ada' }],
      phones: [{ number: '+14155550200', behavior: 'busy', ringMs: 0 }],
    };
    writeFileSync(join(installed.folder, 'seed.json'), JSON.stringify(seed));
    const options = ['--port', '0', '--json', '--tls', '--seed', 'seed.json', '--data', 'kept'];
    const certificateFile = join(installed.folder, 'kept/tls/certificate.pem');
    const first = await installed.start(options, /\n/);
    const certificate = readFileSync(certificateFile, 'utf8');
    expect(new X509Certificate(certificate).subjectAltName).toContain('127.0.0.1');
    const ready = readJson(first);
    expect(ready.url).toMatch(/^https:/);
    const client = sdk(ready, certificate);
    const numbers = await client.incomingPhoneNumbers.list();
    expect(numbers.map((one) => one.friendlyName)).toContain('Sales');
    expect(ready.numbers).toEqual(['+14155550190', '+14155550191', '+14155550170']);
    const { sid } = await client.calls.create({
      ...{ to: '+14155550200', from: '+14155550170', twiml: '<Response/>' },
    });
    await until(async () => (await client.calls(sid).fetch()).status === 'busy', 'the call to be busy');
    expect(await first.interrupt()).toBe(0);

    const second = await installed.start(options, /\n/);
    expect(readFileSync(certificateFile, 'utf8')).toBe(certificate);
    const again = sdk(readJson(second), certificate);
    expect((await again.calls(sid).fetch()).status).toBe('busy');
    expect(await again.incomingPhoneNumbers.list()).toHaveLength(numbers.length);
    await second.interrupt();
    const [cert, key] = ['kept/tls/certificate.pem', 'kept/tls/private-key.pem'];
    expect(await installed.finish('--tls-cert', key, '--tls-key', cert)).toMatchObject({
      err: expect.stringContaining(`--tls-cert: ${key} isn’t a certificate in PEM`),
      code: 2,
    });
    await expect(start({ port: 0, tls: { cert: 'x', key: 'x' } })).rejects.toThrow(
      'the certificate and its key can’t be used',
    );
  });

  test('an invalid seed stops it, and each problem has its place', async () => {
    writeFileSync(join(installed.folder, 'bad.json'), '{"phones":[{"number":"1","behavior":"sings"}]}');
    const { err, code } = await installed.finish('--seed', 'bad.json');
    expect(err).toMatch(/phones\[0\]\.number: a phone number.*\nphones\[0\]\.behavior: one of talks, /);
    expect(code).toBe(2);
  });
});

test('the JavaScript API reports calls and webhooks, acts on calls, and resets', async () => {
  const voice = await start({ port: 0 });
  const app = createServer((request, response) => {
    const inner =
      request.url === '/voice'
        ? '<Gather numDigits="1" action="/key"><Pause/></Gather>'
        : '<Pause length="60"/>';
    response.setHeader('content-type', 'text/xml').end(`<Response>${inner}</Response>`);
  });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  const address = app.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  try {
    const client = twilio(voice.accountSid, voice.authToken, { httpClient: requestClient(voice) });
    const [calls, webhooks, texts]: [string[], string[], string[]] = [[], [], []];
    voice.on('call', ({ status, direction }) => calls.push(`${direction} ${status}`));
    voice.on('webhook', ({ url, status, params }) =>
      webhooks.push(`${new URL(url).pathname} ${status} ${params['Digits'] ?? ''}`),
    );
    const verbs: string[] = [];
    voice.on('verb', ({ verb }) => verbs.push(verb));
    voice.on('message', ({ status, body }) => texts.push(`${body} ${status}`));
    const [number = ''] = voice.numbers;
    await expect(voice.call({ from: LEAD, to: number })).rejects.toThrow('no VoiceUrl');
    const [found] = await client.incomingPhoneNumbers.list({ phoneNumber: number });
    await client.incomingPhoneNumbers(found?.sid ?? '').update({ voiceUrl: `${origin}/voice` });

    const { callSid } = await voice.call({ from: LEAD, to: number });
    await voice.waitForVerb(callSid, 'Gather');
    await voice.press(callSid, '3');
    await until(() => webhooks.includes('/key 200 3'), 'the webhook with the key');
    await until(
      async () => (await voice.lines()).some((line) => line.sends === 'sound'),
      'the caller to talk',
    );
    expect((await voice.impair({ all: true, loss: 0.1 })).affected).toBe(0);
    await voice.waitForVerb(callSid, 'Pause');
    await expect(voice.waitForVerb(callSid, 'Gather', 0)).rejects.toThrow(
      'the call isn’t at Gather after 0 ms; it is in-progress',
    );
    await expect(voice.waitForVerb('CA1', 'Gather')).rejects.toThrow('there is no call CA1');
    await expect(voice.waitForStatus('CA1', 'ringing')).rejects.toThrow('there is no call CA1');
    const endsEarly = expect(voice.waitForVerb(callSid, 'Record')).rejects.toThrow(
      'the call is over (completed) and will not be at Record',
    );
    await voice.hangup(callSid);
    await voice.waitForStatus(callSid, 'completed');
    await endsEarly;
    await expect(voice.waitForStatus(callSid, 'busy')).rejects.toThrow('the call is over (completed)');
    expect(verbs).toEqual(['Gather', 'Pause']);
    expect(calls).toEqual(['inbound ringing', 'inbound in-progress', 'inbound completed']);
    await expect(voice.press(callSid, '1')).rejects.toThrow('no running call');
    await voice.text({ from: LEAD, to: number, body: 'Hello' });
    await until(() => texts.includes('Hello received'), 'the text');

    const running = await voice.call({ from: LEAD, to: number });
    const { url } = voice;
    await voice.reset();
    expect(await client.calls.list()).toEqual([]);
    expect(await voice.lines()).toEqual([]);
    await until(
      () => calls.at(-1) === 'inbound completed' || calls.at(-1) === 'inbound failed',
      running.callSid,
    );
    await expect(voice.call({ from: LEAD, to: number })).rejects.toThrow('no VoiceUrl');
    expect(voice.url).toBe(url);
    await expect(start({ port: voice.port })).rejects.toThrow('is in use');
    await expect(start({ port: -1 })).rejects.toThrow('port: a port, 0 to 65535');
  } finally {
    app.close();
    await voice.stop();
  }
});

test('the types hold for a strict TypeScript program', async () => {
  const program = `
    import { start, type CallChange, type Seed, type Voice } from 'offhook-voice';
    import { deviceOptions, loadVoiceSdk } from 'offhook-voice/browser';
    import { requestClient } from 'offhook-voice/client';
    import twilio from 'twilio';
    import type { Device } from '${join(root, 'node_modules/@twilio/voice-sdk/es5/twilio.js')}';
    const seed: Seed = { phones: [{ number: '+14155550200', behavior: 'echo' }] };
    const voice: Voice = await start({ port: 0, seed });
    voice.on('call', (change: CallChange) => console.log(change.status));
    twilio(voice.accountSid, voice.authToken, { httpClient: requestClient(voice) });
    const { host }: { host: string } = await loadVoiceSdk(voice.url, async () => ({ host: 'x' }));
    const options: Device.Options = { ...deviceOptions(voice.url) };
    console.log(host, options.logLevel, deviceOptions(voice.url).chunderw);
    // @ts-expect-error: not a behavior
    await start({ seed: { phones: [{ number: '+14155550200', behavior: 'sings' }] } });
  `;
  writeFileSync(join(installed.folder, 'program.mts'), program);
  const tsc = join(root, 'node_modules/@typescript/native/bin/tsc');
  // The declarations of `twilio` need packages that it doesn't bring.
  const flags = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--types',
    'node',
  ];
  await run(
    process.execPath,
    [tsc, ...flags, '--typeRoots', join(root, 'node_modules/@types'), 'program.mts'],
    { cwd: installed.folder },
  ).catch(({ stdout, stderr }) => expect.fail(`${stdout}${stderr}`));
});

const PAGE = `
  import { deviceOptions, loadVoiceSdk } from 'offhook-voice/browser';
  const peers = [];
  const RealPeer = RTCPeerConnection;
  globalThis.RTCPeerConnection = class extends RealPeer {
    constructor(configuration) { super(configuration); peers.push(this); }
  };
  globalThis.openDevice = async (token, url, sounds) => {
    const { Device } = await loadVoiceSdk(url, () => import('@twilio/voice-sdk'));
    const device = new Device(token, { ...deviceOptions(url), sounds });
    device.on('incoming', (call) => { globalThis.incoming = call; });
    await device.register();
    globalThis.device = device;
  };
  globalThis.energy = async () => {
    let sum = 0;
    for (const peer of peers)
      (await peer.getStats()).forEach((one) => {
        if (one.type === 'inbound-rtp') sum += one.totalAudioEnergy ?? 0;
      });
    return sum;
  };
`;

const SOUNDS = Object.fromEntries(
  [
    'disconnect',
    'incoming',
    'outgoing',
    'dtmfs',
    'dtmfh',
    ...Array.from('0123456789', (key) => `dtmf${key}`),
  ].map((name) => [name, '/sound.wav']),
);

/** The page, at http://localhost. */
async function servePage() {
  const input = join(installed.folder, 'page.mjs');
  writeFileSync(input, PAGE);
  const { output } = await build({
    input,
    platform: 'browser',
    write: false,
    resolve: { modules: [join(installed.folder, 'node_modules'), join(root, 'node_modules')] },
    transform: { define: { global: 'globalThis' } },
    logLevel: 'silent',
    output: { format: 'iife', codeSplitting: false },
  });
  const sound = readFileSync(join(installed.root, 'dist/assets/short.wav'));
  const server = createServer((request, response) => {
    if (request.url === '/page.js') response.setHeader('content-type', 'text/javascript').end(output[0].code);
    else if (request.url === '/sound.wav') response.setHeader('content-type', 'audio/wav').end(sound);
    else
      response.setHeader('content-type', 'text/html').end('<!doctype html><script src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { origin: `http://localhost:${port}`, close: () => server.close() };
}

const evaluate = <T>(page: Page, code: string): Promise<T> => page.evaluate(code) as Promise<T>;

async function waitForAudio(page: Page): Promise<void> {
  const before = await evaluate<number>(page, 'energy()');
  await until(async () => (await evaluate<number>(page, 'energy()')) - before > 0.01, 'audio in the browser');
}

test.each([false, true])(
  'the official voice SDK registers, calls and is called, with sound (TLS: %s)',
  async (tls) => {
    const page = await servePage();
    const app = createServer((request, response) => {
      const inner = request.url === '/in' ? '<Client>ada</Client>' : `<Number>${LEAD}</Number>`;
      response
        .setHeader('content-type', 'text/xml')
        .end(`<Response><Dial callerId="+14155550190">${inner}</Dial></Response>`);
    });
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
    const address = app.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const voice = await start({
      port: 0,
      voiceUrl: `${origin}/out`,
      data: join(installed.folder, `browser-${tls}`),
      tls,
      seed: { numbers: [{ phoneNumber: '+14155550191', voiceUrl: `${origin}/in` }] },
    });
    const context = await (await openChromium()).newContext({
      permissions: ['microphone'],
      ignoreHTTPSErrors: true,
    });
    try {
      const { AccessToken } = twilio.jwt;
      const token = new AccessToken(voice.accountSid, voice.apiKey, voice.apiSecret, { identity: 'ada' });
      const { applicationSid } = voice;
      token.addGrant(
        new AccessToken.VoiceGrant({ incomingAllow: true, outgoingApplicationSid: applicationSid }),
      );
      const tab = await context.newPage();
      const foreign: string[] = [];
      tab.on('request', (request) => {
        const { hostname } = new URL(request.url());
        if (hostname !== 'localhost' && hostname !== '127.0.0.1') foreign.push(request.url());
      });
      await tab.goto(page.origin);
      const values = [token.toJwt(), voice.url, SOUNDS].map((value) => JSON.stringify(value)).join(',');
      await evaluate(tab, `openDevice(${values})`);

      await evaluate(tab, 'device.connect().then((call) => { globalThis.call = call; })');
      await waitForAudio(tab);
      await until(async () => {
        const lines = await voice.lines();
        return lines.length === 2 && lines.every(({ levelOut }) => levelOut > 0.001);
      }, 'sound in both directions');
      await evaluate(tab, 'call.disconnect()');
      await until(async () => (await voice.lines()).length === 0, 'the call to be over');

      await voice.call({ from: LEAD, to: '+14155550191' });
      await until(() => evaluate<boolean>(tab, 'Boolean(globalThis.incoming)'), 'an incoming call');
      expect(await evaluate(tab, 'incoming.parameters.From')).toBe('+14155550190');
      await evaluate(tab, 'incoming.accept()');
      await waitForAudio(tab);
      expect(foreign).toEqual([]);
    } finally {
      await context.close();
      await voice.stop();
      app.close();
      page.close();
    }
  },
);

test('the example works as its README says', async () => {
  const folder = join(installed.folder, 'example');
  cpSync(join(root, 'examples/first-call'), folder, {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  });
  cpSync(installed.tarball, join(folder, 'offhook-voice.tgz'));
  await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder });
  const { stdout } = await run('npm', ['test'], { cwd: folder });
  expect(stdout).toMatch(/pass 2\b/);
  expect(existsSync(join(folder, 'node_modules/offhook-voice/dist/index.mjs'))).toBe(true);
});
