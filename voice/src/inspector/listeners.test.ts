import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import type { MediaCommand } from '../media/commands.ts';
import type { MediaReport } from '../media/protocol.ts';
import { type ListenerDeps, Listeners } from './listeners.ts';

const sid = `CA${'0'.repeat(32)}`;

class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  readonly sent: Buffer[] = [];
  send(data: Buffer): void {
    this.sent.push(data);
  }
  terminate(): void {
    this.readyState = 3;
    this.emit('close');
  }
}

function setUp() {
  const live = { leg: sid, onEnd: new Set<() => void>() };
  const commands: MediaCommand[] = [];
  let report: (report: MediaReport) => void = () => {};
  const deps = {
    exchange: { find: () => live },
    media: {
      send: async (command: MediaCommand) => commands.push(command),
      on: (listener: typeof report) => {
        report = listener;
      },
    },
    log: pino({ level: 'silent' }),
  };
  const listeners = new Listeners(deps as unknown as ListenerDeps);
  const socket = new FakeSocket();
  listeners.accept(socket as unknown as WebSocket, new URLSearchParams({ call: sid }));
  const tap = commands[0]?.type === 'openTap' ? commands[0].tap : '';
  const frame = () => report({ type: 'tapFrame', tap, frame: new Uint8Array(160).fill(0xff) });
  return { live, socket, commands, tap, frame, report: (one: MediaReport) => report(one) };
}

test('a listener that reads too slowly is dropped, and its tap closed', () => {
  const { socket, commands, frame, tap } = setUp();
  frame();
  expect(socket.sent).toHaveLength(1);
  socket.bufferedAmount = 65_537;
  frame();
  expect(socket.readyState).toBe(3);
  expect(commands.at(-1)).toEqual({ type: 'closeTap', tap });
  socket.bufferedAmount = 0;
  frame();
  expect(socket.sent).toHaveLength(1);
});

test('a listener follows a browser that resumes its call with a new leg', () => {
  const { live, commands, tap, report } = setUp();
  live.leg = 'CA-new';
  report({ type: 'tapClosed', tap });
  expect(commands.at(-1)).toEqual({ type: 'openTap', tap, leg: 'CA-new', side: 'hears' });
});
