import type { IpcRenderer } from 'electron';
import { expect, test } from 'vitest';
import { CHANNELS } from '../core/channels.ts';
import { PageMessage } from '../core/messages.ts';
import { as } from '../test-electron.ts';
import { createBridge } from './bridge.ts';

function page() {
  const sent: [string, unknown][] = [];
  const invoked: string[] = [];
  let receive: (event: unknown, message: unknown) => void = () => {};
  const bridge = createBridge(
    as<IpcRenderer>({
      send: (channel: string, message: unknown) => sent.push([channel, message]),
      invoke: async (channel: string) => invoked.push(channel),
      on: (channel: string, received: typeof receive) => {
        if (channel === CHANNELS.command) receive = received;
      },
    }),
  );
  return { bridge, sent, invoked, command: (command: unknown) => receive('the event', command) };
}

test('each bridge function sends one valid message', () => {
  const { bridge, sent } = page();
  bridge.incomingCall({ title: 'Incoming Lead!', name: 'Lee Day' });
  bridge.ringEnded();
  bridge.showStatus({ lamp: 'oncall', muted: true });
  bridge.onCommand(() => {});
  expect(sent.map(([channel]) => channel)).toEqual(Array(4).fill(CHANNELS.pageMessage));
  expect(sent.map(([, message]) => PageMessage.parse(message))).toEqual([
    { type: 'incomingCall', call: { title: 'Incoming Lead!', name: 'Lee Day' } },
    { type: 'ringEnded' },
    { type: 'statusShown', status: { lamp: 'oncall', muted: true } },
    { type: 'listening' },
  ]);
});

test('the page gets the command without the IPC event', () => {
  const { bridge, command } = page();
  command({ type: 'accept' });
  const received: unknown[][] = [];
  bridge.onCommand((...args: unknown[]) => received.push(args));
  command({ type: 'mute' });
  expect(received).toEqual([[{ type: 'mute' }]]);
});

test('update resolves when the check ends', async () => {
  const { bridge, invoked } = page();
  await expect(bridge.update()).resolves.toBeUndefined();
  expect(invoked).toEqual([CHANNELS.update]);
});
