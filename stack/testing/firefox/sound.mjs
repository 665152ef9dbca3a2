/**
 * Audio devices for one Firefox: a private PulseAudio with two microphones that play speech, and two speakers, named
 * like Chromium's fake devices so that the same tests find them.
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

const deviceName = (kind, name) => `${kind}_properties="device.description='${name}'"`;

const modules = (socket) => [
  ...[1, 2].map(
    (number) =>
      `module-null-sink sink_name=out${number} ${deviceName('sink', `Fake Audio Output ${number}`)}`,
  ),
  `module-null-sink sink_name=speech ${FORMAT}`,
  ...[1, 2].map(
    (number) =>
      `module-remap-source source_name=in${number} master=speech.monitor ${deviceName('source', `Fake Audio Input ${number}`)}`,
  ),
  // The last module: once the socket exists, the devices exist.
  `module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
];

/** @returns {Promise<{env: Record<string, string>, stop: () => void}>} the environment for programs that use the devices */
export async function startSound() {
  const folder = mkdtempSync(join(tmpdir(), 'offhook-sound-'));
  const socket = join(folder, 'native');
  const env = {
    PULSE_SERVER: `unix:${socket}`,
    PULSE_RUNTIME_PATH: folder,
    PULSE_STATE_PATH: folder,
    XDG_RUNTIME_DIR: folder,
  };
  // PulseAudio exits when idle, even if this process was killed.
  const options = ['-n', '--daemonize=no', '--use-pid-file=no', '--exit-idle-time=10', '--log-level=error'];
  const server = spawn('pulseaudio', [...options, ...modules(socket).map((line) => `--load=${line}`)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env, PULSE_SERVER: '' },
  });
  let output = '';
  server.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const failed = once(server, 'exit').then(([code]) => {
    throw new Error(`PulseAudio exited with code ${code}:\n${output}`);
  });
  await Promise.race([waitForSocket(socket), failed]);
  failed.catch(() => undefined);
  playSpeech(env);
  const stop = () => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  return { env, stop };
}

function playSpeech(env) {
  const samples = readFileSync(SPEECH).subarray(HEADER_BYTES);
  const endless = (function* again() {
    for (;;) yield samples;
  })();
  const args = ['--playback', '--raw', '--device=speech', '--format=s16le', '--rate=16000', '--channels=1'];
  const voice = spawn('pacat', [...args, '--latency-msec=100'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, ...env },
  });
  pipeline(Readable.from(endless), voice.stdin).catch(() => undefined);
}

async function waitForSocket(socket) {
  for (;;) {
    const isListening = await new Promise((resolve) => {
      const client = connect(socket, () => resolve(true)).on('error', () => resolve(false));
      client.on('connect', () => client.destroy());
    });
    if (isListening) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
