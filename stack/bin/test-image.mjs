/**
 * `npm run test:image`: builds the image with docker, podman or buildah, starts it without root on a read-only file
 * system, with PostgreSQL and its own voice and realtime service, and stops it. Needs Linux, PostgreSQL and the npm registry.
 * `BASE_IMAGE` replaces the base image of the Dockerfile. Starting it with buildah needs root.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from '../testing/free-port.mjs';
import { BUILDERS, buildCommand, probe, readyPort, runCommand, SOCKETS } from '../testing/image/commands.mjs';
import { ensureToolsInstalled, root } from './install.mjs';

const TAG = 'localhost/offhook-image-test';
const CONTAINER = 'offhook-image-test';
const MAX_MB = 700;
const READY_MS = 120_000;
const STOP_MS = 60_000;
/** Neither passed nor failed: a run that tested nothing must not look like a success to a script. */
const NOT_TESTED = 2;

/** Runs inside: fails as root, and if a file of the product can be written. */
const PROBE = `
  const { writeFileSync } = require('node:fs');
  const attempt = (path) => { try { writeFileSync(path, ''); return 'written'; } catch (e) { return e.code; } };
  const [own, data] = ['/offhook/test', '/data/test'].map(attempt);
  console.log('user ' + process.getuid() + ', node ' + process.version + ', /offhook ' + own + ', /data ' + data);
  process.exit(process.getuid() > 0 && own === 'EROFS' && data === 'written' ? 0 : 1);`;

const builder = BUILDERS.find((name) => run(probe(name)).status === 0);
if (!builder) notTested("The image wasn't tested: no docker, podman or buildah that works.");
if (builder === 'buildah' && process.getuid() !== 0)
  notTested("The image wasn't tested: buildah can start it only as root.");
ensureToolsInstalled();
const { buildPrograms } = await import('./build.mjs');
const { startDatabase } = await import('../testing/database.mjs');
process.env.OFFHOOK_PROGRAMS = await buildPrograms();
delete process.env.OFFHOOK_TEST_DATABASE;
const stopDatabase = await startDatabase();
const database = process.env.OFFHOOK_TEST_POSTGRES.replace('{database}', 'postgres');
if (!database) notTested("The image wasn't tested: PostgreSQL isn't installed.");

const started = [];
let problems;
try {
  build();
  problems = [...checkSize(), ...(await checkRun())];
} catch (error) {
  problems = [error.message];
} finally {
  for (const { child } of started) child.kill('SIGKILL');
  if (builder === 'buildah') run(['buildah', 'rm', CONTAINER]);
  run([builder, 'rmi', '--force', TAG]);
  await stopDatabase();
}
for (const problem of problems) console.log(`✗ ${problem}`);
console.log(problems.length ? 'The image failed' : 'The image passed');
process.exit(problems.length ? 1 : 0);

function notTested(reason) {
  console.log(reason);
  process.exit(NOT_TESTED);
}

function run([program, ...args], options = {}) {
  return spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20, ...options });
}

function output(command) {
  const { status, stdout, stderr, error } = run(command);
  if (status !== 0) throw new Error(`${command.join(' ')}: ${error?.message ?? stderr.trim()}`);
  return stdout.trim();
}

function build() {
  const base = process.env.BASE_IMAGE;
  console.log(`Building the image with ${builder}${base ? ` on ${base}` : ''}…`);
  const { status, stdout, stderr } = run(buildCommand(builder, { tag: TAG, base }));
  if (status === 0) return;
  const lines = `${stdout}\n${stderr}`.trim().split('\n');
  throw new Error(`the build failed:\n${lines.slice(-30).join('\n')}`);
}

function checkSize() {
  const megabytes = Math.round(imageBytes() / 1e6);
  console.log(`Size: ${megabytes} MB`);
  return megabytes > MAX_MB ? [`${megabytes} MB, more than the limit of ${MAX_MB} MB`] : [];
}

function imageBytes() {
  if (builder !== 'buildah')
    return Number(output([builder, 'image', 'inspect', '--format', '{{.Size}}', TAG]));
  // buildah prints only rounded sizes.
  const mounted = mount();
  return Number(output(['du', '--summarize', '--bytes', mounted]).split('\t')[0]);
}

function mount() {
  if (run(['buildah', 'containers', '--quiet', '--filter', `name=${CONTAINER}`]).stdout.trim() === '')
    output(['buildah', 'from', '--name', CONTAINER, TAG]);
  return output(['buildah', 'mount', CONTAINER]);
}

async function checkRun() {
  const place =
    builder === 'buildah'
      ? {
          mounted: mount(),
          settings: JSON.parse(output(['buildah', 'inspect', '--type', 'image', TAG])).OCIv1.config,
        }
      : {};
  const databaseUrl = new URL(database);
  const sockets = databaseUrl.searchParams.get('host');
  databaseUrl.searchParams.set('host', SOCKETS);
  const start = (command, env = {}) =>
    startProgram(runCommand(builder, { tag: TAG, command, env, sockets, ...place }));

  const probed = start(['node', '-e', PROBE]);
  const [code] = await probed.ended;
  console.log(`Inside: ${probed.lines.join(' ')}`);
  if (code !== 0) return ['the image runs as root, or on a root that can be written to'];

  const twilio = {
    TWILIO_ACCOUNT_SID: `AC${'a'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'an auth token',
    TWILIO_API_KEY: `SK${'b'.repeat(32)}`,
    TWILIO_API_SECRET: 'an API secret',
  };
  const pusher = { PUSHER_APP_ID: '7', PUSHER_KEY: 'a-key', PUSHER_SECRET: 'a secret' };
  const voicePort = await start(['node', 'stack/dist/voice.mjs'], {
    ...twilio,
    VOICE_PORT: '0',
    VOICE_DATA: '/data/voice',
  }).ready;
  const realtimePort = await start(['node', 'stack/dist/realtime.mjs'], { ...pusher, REALTIME_PORT: '0' })
    .ready;

  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = start(['node', 'stack/bin/server.mjs', '--built'], {
    ...twilio,
    ...pusher,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: databaseUrl.href,
    VOICE_URL: `http://127.0.0.1:${voicePort}`,
    VOICE_CHUNDERW: `127.0.0.1:${voicePort}`,
    PUSHER_HOST: '127.0.0.1',
    PUSHER_PORT: String(realtimePort),
    REALTIME_EMBEDDED: '1',
    DRAIN_NOTICE_SECONDS: '0',
    DRAIN_SECONDS: '10',
  });
  const startedAt = performance.now();
  await server.ready;
  await isReady(`${url}/readyz`, server);
  console.log(`Ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  const pages = await Promise.all(['/', '/admin'].map((path) => missingPage(url, path)));
  const stopped = await stop(server);
  console.log(`Stopped by SIGTERM with exit code ${stopped}`);
  return [
    ...pages.flat(),
    ...(stopped === 0 ? [] : [`exit code ${stopped} after SIGTERM:\n${tail(server)}`]),
  ];
}

function startProgram([program, ...args]) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const lines = [];
  const ended = once(child, 'exit');
  const ready = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        const port = readyPort(line);
        if (port) resolve(port);
      });
    ended.then(([code]) =>
      reject(new Error(`exit code ${code} before it was ready:\n${lines.slice(-20).join('\n')}`)),
    );
  });
  // The probe is never ready.
  ready.catch(() => undefined);
  const one = { child, lines, ended, ready };
  started.push(one);
  return one;
}

const tail = ({ lines }) => lines.slice(-20).join('\n');

async function isReady(address, server) {
  const limit = AbortSignal.timeout(READY_MS);
  for (;;) {
    const answer = await fetch(address, { signal: limit }).catch(() => null);
    if (answer?.ok) return;
    if (limit.aborted) throw new Error(`not ready: ${await answer?.text()}\n${tail(server)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function missingPage(url, path) {
  const answer = await fetch(`${url}${path}`);
  const isPage = answer.ok && /<html/.test(await answer.text());
  return isPage ? [] : [`${path} is no page: status ${answer.status}`];
}

async function stop({ child, ended }) {
  const limit = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  child.kill('SIGTERM');
  const [code, signal] = await ended;
  clearTimeout(limit);
  return code ?? signal;
}
