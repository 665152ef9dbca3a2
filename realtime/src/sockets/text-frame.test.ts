import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { listen, RawClient } from '../test-world.ts';
import { textFrame } from './text-frame.ts';

test.each([0, 1, 124, 125, 65_533, 65_534, 200_000])(
  'a client can read a text of %i characters',
  async (length) => {
    const text = JSON.stringify('x'.repeat(length));
    const server = createServer();
    server.on('upgrade', (request, stream, head) => {
      new WebSocketServer({ noServer: true }).handleUpgrade(request, stream, head, () =>
        stream.write(textFrame(text)),
      );
    });
    const client = new RawClient(await listen(server));
    expect(await client.next()).toBe('x'.repeat(length));
  },
);

test("a frame's length is in bytes", () => {
  expect(textFrame('ü👋')).toEqual(Buffer.concat([Buffer.from([0x81, 6]), Buffer.from('ü👋')]));
});
