import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { WebSocket as Socket } from 'ws';
import { scaleTimeout } from '../../testing/timeout-factor.mjs';
import { expect, findParty, test } from '../phone.ts';
import { waitUntil } from '../product.ts';

const GARBAGE = [
  '',
  '{',
  '[]',
  '"text"',
  '{"type":5}',
  '{"type":"invite"}',
  '{"event":null}',
  `"${'x'.repeat(300_000)}"`,
];

async function openSocket(address: string): Promise<Socket> {
  const socket = new Socket(address);
  socket.on('error', () => undefined);
  await once(socket, 'open');
  return socket;
}

test('garbage frames on both WebSockets don’t harm the product', async ({ phone, product }) => {
  const key = JSON.parse(readFileSync(`${product.data}/secrets.json`, 'utf8')).pusherKey;
  const host = product.url.replace(/^http/, 'ws');
  for (const path of ['/voice/signal', `/app/${key}?protocol=7`]) {
    for (const frame of GARBAGE) {
      const socket = await openSocket(host + path);
      socket.send(frame);
      socket.send(new Uint8Array([0, 255, 1, 254]));
      socket.close();
    }
  }
  await waitUntil(async () => (await fetch(`${product.url}/healthz`)).ok, 'the product to be healthy');
  await phone.ready();
});

test('every HTTP server rejects a request with endless headers within 15 seconds', async ({ product }) => {
  const inside = [...product.log.matchAll(/"name":"realtime",.*"port":(\d+)|listening at http:[^"]*:(\d+)/g)];
  const ports = [Number(new URL(product.url).port), ...inside.map(([, one, other]) => Number(one ?? other))];
  expect(ports).toHaveLength(4);
  const answers = ports.map(async (port) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Half: '));
    const startedAt = performance.now();
    let text = '';
    socket.on('data', (data) => {
      text += String(data);
    });
    await once(socket, 'close');
    return [text.split('\r\n')[0], performance.now() - startedAt < scaleTimeout(15_000)];
  });
  expect(await Promise.all(answers)).toEqual(ports.map(() => ['HTTP/1.1 408 Request Timeout', true]));
});

/** Reads the open UDP ports of this machine from the kernel. */
function udpPorts(): number[] {
  const lines = readFileSync('/proc/net/udp', 'utf8').split('\n').slice(1);
  return lines.flatMap((line) => {
    const local = line.trim().split(/\s+/)[1];
    return local ? [Number.parseInt(local.split(':')[1] ?? '0', 16)] : [];
  });
}

test('garbage on the media port doesn’t disturb the conversation', async ({ phone, product }) => {
  test.skip(!existsSync('/proc/net/udp'), 'the open ports are read from /proc: Linux only');
  const before = new Set(udpPorts());
  await phone.newCall('+14155550100');
  await findParty(product, '+14155550100');
  const ports = udpPorts().filter((port) => !before.has(port));
  expect(ports.length).toBeGreaterThan(0);
  const socket = createSocket('udp4');
  for (let i = 0; i < 500; i += 1) {
    const bytes = Buffer.alloc((i * 7) % 1_400, i % 256);
    for (const port of ports) {
      await new Promise<void>((resolve) => socket.send(bytes, port, '127.0.0.1', () => resolve()));
    }
  }
  socket.close();
  await phone.hearsSpeech();
  await phone.hangUp();
  await waitUntil(async () => (await product.lines()).length === 0, 'every line to be hung up');
});
