/**
 * The sound devices of one Firefox: a PulseAudio of its own, with two microphones that hear speech and two speakers.
 * Their names are those of Chromium's fake devices, so that the same tests choose them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const SPEECH = new URL('../../tests/agent-voice.wav', import.meta.url);
const HEADER_BYTES = 44;
const FORMAT = 'format=s16le rate=16000 channels=1';

const named = (kind, name) => `${kind}_properties="device.description='${name}'"`;

const modules = (socket) => [
  ...[1, 2].map(
    (number) => `module-null-sink sink_name=out${number} ${named('sink', `Fake Audio Output ${number}`)}`,
  ),
  `module-null-sink sink_name=speech ${FORMAT}`,
  ...[1, 2].map(
    (number) =>
      `module-remap-source source_name=in${number} master=speech.monitor ${named('source', `Fake Audio Input ${number}`)}`,
  ),
  // Last: where it listens, the devices are there.
  `module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
];

/** @returns {Promise<{env: Record<string, string>, stop: () => void}>} what a program needs to use the devices */
export async function startSound() {
  const folder = mkdtempSync(join(tmpdir(), 'offhook-sound-'));
  const socket = join(folder, 'native');
  const env = {
    PULSE_SERVER: `unix:${socket}`,
    PULSE_RUNTIME_PATH: folder,
    PULSE_STATE_PATH: folder,
    XDG_RUNTIME_DIR: folder,
  };
  // Without anyone to serve it ends by itself: also when this process was killed.
  const options = ['-n', '--daemonize=no', '--use-pid-file=no', '--exit-idle-time=10', '--log-level=error'];
  const server = spawn('pulseaudio', [...options, ...modules(socket).map((line) => `--load=${line}`)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env, PULSE_SERVER: '' },
  });
  let said = '';
  server.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const failed = once(server, 'exit').then(([code]) => {
    throw new Error(`PulseAudio ended with code ${code}:\n${said}`);
  });
  await Promise.race([listening(socket), failed]);
  failed.catch(() => undefined);
  speak(env);
  const stop = () => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  return { env, stop };
}

/** The speech again and again, as fast as the devices take it. */
function speak(env) {
  const samples = readFileSync(SPEECH).subarray(HEADER_BYTES);
  const endless = (function* again() {
    for (;;) yield samples;
  })();
  const args = ['--playback', '--raw', '--device=speech', '--format=s16le', '--rate=16000', '--channels=1'];
  const voice = spawn('pacat', [...args, '--latency-msec=100'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, ...env },
  });
  // It ends with the server.
  pipeline(Readable.from(endless), voice.stdin).catch(() => undefined);
}

async function listening(socket) {
  for (;;) {
    const isThere = await new Promise((resolve) => {
      const client = connect(socket, () => resolve(true)).on('error', () => resolve(false));
      client.on('connect', () => client.destroy());
    });
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
