/** Garbage on the open sockets of a product in use. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { WebSocket as Socket } from 'ws';
import { expect, party, test } from './phone.ts';
import { until } from './product.ts';

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

test('garbage frames on both WebSockets hurt nobody', async ({ phone, product }) => {
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
  await until(async () => (await fetch(`${product.url}/healthz`)).ok, 'the product to be well');
  await phone.ready();
});

/** UDP ports that the product's processes have open, as the kernel lists them. */
function udpPorts(): number[] {
  const lines = readFileSync('/proc/net/udp', 'utf8').split('\n').slice(1);
  return lines.flatMap((line) => {
    const local = line.trim().split(/\s+/)[1];
    return local ? [Number.parseInt(local.split(':')[1] ?? '0', 16)] : [];
  });
}

test('garbage on the media port leaves the conversation as it is', async ({ phone, product }) => {
  test.skip(!existsSync('/proc/net/udp'), 'the open ports are read from there: Linux only');
  const before = new Set(udpPorts());
  await phone.newCall('+14155550100');
  await party(product, '+14155550100');
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
  await phone.button('Hang Up').click();
  await expect(phone.heading('Call Result')).toBeVisible();
  await until(async () => (await product.lines()).length === 0, 'the lines to be free');
});
