import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'vitest';
import { program } from '../testing/programs.ts';
import { scratchFolder } from '../testing/scratch.ts';
import { until } from '../testing/until.ts';
import type { MediaCommand } from './commands.ts';
import { parseWav } from './core/audio/wav.ts';
import { MediaClient, type MediaClientOptions } from './media-client.ts';
import type { MediaReport } from './protocol.ts';

const FRAME_BYTES = 640;

const entry = program('media.mjs');

function startMedia({ expect, onTestFinished }: TestContext, options: Partial<MediaClientOptions> = {}) {
  const reports: MediaReport[] = [];
  const exits: (readonly [number | null, string | null])[] = [];
  const media = new MediaClient({
    entry,
    env: { MEDIA_ADDRESS: '127.0.0.1', LOG_LEVEL: 'silent' },
    onReport: (report) => reports.push(report),
    onExit: (code, signal) => exits.push([code, signal]),
    ...options,
  });
  onTestFinished(() => media.stop());
  return { expect, media, reports, exits };
}

test.concurrent('the process reports when it is ready, answers commands and rejects invalid ones', async (context) => {
  const { expect, media, reports } = startMedia(context);
  await media.ready();
  expect(reports).toEqual([{ type: 'ready' }]);
  const { sdp } = await media.send({ type: 'makeOffer', leg: 'CA1' });
  expect(sdp).toMatch(/^v=0\r\n/);
  const invalidCommands: unknown[] = [
    { type: 'makeOffer', leg: 'CA1' },
    { type: 'makeOffer' },
    { type: 'makeOffer', leg: 5 },
    { type: 'fly' },
    { type: 'play', leg: 'CA1', play: 'P', sounds: [{ kind: 'noise' }], loop: false },
    { type: 'setHears', routes: 'everyone' },
  ];
  for (const command of invalidCommands)
    await expect(media.send(command as MediaCommand)).rejects.toThrow(/\S/);
  const { levels } = await media.send({ type: 'readLevels' });
  expect(levels.map(({ leg }) => leg)).toEqual(['CA1']);
});

test.concurrent('when the process is killed, pending commands fail, and all but the last second is recorded', async (context) => {
  const { expect, media, exits } = startMedia(context);
  await media.ready();
  const path = join(scratchFolder(context.onTestFinished), 'call.wav');
  await media.send({ type: 'openCarrier', leg: 'CA1' });
  await media.send({ type: 'setPersona', leg: 'CA1', persona: { kind: 'tone', frequency: 500 } });
  await media.send({
    type: 'startRecording',
    recording: 'RE1',
    path,
    channels: { first: ['CA1'], second: [] },
  });
  // The party sends one frame per tick, and so does the recording.
  const ticks = async () => (await media.send({ type: 'readLevels' })).levels[0]?.packetsIn ?? 0;
  const startTicks = await ticks();
  let endTicks = startTicks;
  const writtenFrames = async () => (await readFile(path)).readUInt32LE(40) / FRAME_BYTES;
  // According to the header, everything except the last second has been written.
  const isWritten = async () => {
    endTicks = await ticks();
    return endTicks >= startTicks + 100 && (await writtenFrames()) >= endTicks - startTicks - 50;
  };
  await expect.poll(isWritten).toBe(true);
  const pending = media.send({ type: 'readLevels' });
  const answered = pending.then(
    () => 'answered',
    () => 'failed',
  );
  process.kill(media.pid ?? 0, 'SIGKILL');
  await until(() => exits.length === 1, 'onExit');
  expect(exits[0]?.[1]).toBe('SIGKILL');
  expect(['answered', 'failed']).toContain(await answered);
  await expect(media.send({ type: 'readLevels' })).rejects.toThrow(/ended/);
  expect(parseWav(await readFile(path)).ok).toBe(true);
  expect(await writtenFrames()).toBeGreaterThanOrEqual(endTicks - startTicks - 50);
});

test.concurrent('stop() ends the process without calling onExit', async (context) => {
  const { expect, media, exits } = startMedia(context);
  await media.ready();
  const { pid = 0 } = media;
  await media.stop();
  expect(() => process.kill(pid, 0)).toThrow();
  expect(exits).toEqual([]);
});

test.concurrent('the process exits when its parent dies', async (context) => {
  const parent = spawn(
    process.execPath,
    [
      '--eval',
      `const child = require('child_process').fork(${JSON.stringify(entry)}, [], { serialization: 'advanced' });
       child.once('message', () => console.log(child.pid));`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  context.onTestFinished(() => void parent.kill('SIGKILL'));
  let printed = '';
  parent.stdout.on('data', (data) => {
    printed += data;
  });
  await until(() => printed.includes('\n'), 'the child to start');
  const pid = Number(printed);
  process.kill(parent.pid ?? 0, 'SIGKILL');
  await until(() => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  }, 'the child to exit');
});

test.concurrent('an invalid setting stops startup', async (context) => {
  const { expect, media, exits } = startMedia(context, { env: { LOG_LEVEL: 'silent', MEDIA_PORTS: 'many' } });
  await expect(media.ready()).rejects.toThrow(/ended/);
  await until(() => exits.length === 1, 'onExit');
  expect(exits[0]?.[0]).toBe(1);
});

test.concurrent('candidate ports are within the range, and running out of ports is an error', async (context) => {
  // Below the ephemeral port range.
  const range = { min: 20_310, max: 20_312 };
  const { expect, media } = startMedia(context, {
    env: { MEDIA_ADDRESS: '127.0.0.1', MEDIA_PORTS: `${range.min}-${range.max}`, LOG_LEVEL: 'silent' },
  });
  await media.ready();
  const offers = await Promise.all(
    ['CA1', 'CA2', 'CA3'].map((leg) => media.send({ type: 'makeOffer', leg })),
  );
  const ports = offers.map(({ sdp }) => Number(/m=audio (\d+)/.exec(sdp)?.[1]));
  expect([...ports].sort()).toEqual([range.min, range.min + 1, range.max]);
  await expect(media.send({ type: 'makeOffer', leg: 'CA4' })).rejects.toThrow(/every media port/);
  await media.send({ type: 'closeLeg', leg: 'CA1' });
  await media.send({ type: 'makeOffer', leg: 'CA4' });
});

test.concurrent('the default address is loopback only', async (context) => {
  const { expect, media } = startMedia(context, { env: { LOG_LEVEL: 'silent' } });
  await media.ready();
  const { sdp } = await media.send({ type: 'makeOffer', leg: 'CA1' });
  const candidates = [...sdp.matchAll(/^a=candidate:\S+ 1 udp \d+ (\S+) (\d+)/gim)];
  expect(candidates.map(([, address]) => address)).toEqual(['127.0.0.1']);
  // A socket bound to all addresses would also block this port.
  const neighbor = createSocket('udp4');
  context.onTestFinished(() => new Promise((resolve) => neighbor.close(resolve)));
  await new Promise<void>((resolve, reject) => {
    neighbor.once('error', reject);
    neighbor.bind(Number(candidates[0]?.[2]), '127.0.0.2', resolve);
  });
});
