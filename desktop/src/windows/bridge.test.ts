import type { IpcRenderer } from 'electron';
import { expect, test } from 'vitest';
import { CHANNELS } from '../core/channels.ts';
import { PageMessage } from '../core/messages.ts';
import { as } from '../test-electron.ts';
import { createBridge } from './bridge.ts';

function page() {
  const sent: [string, unknown][] = [];
  const asked: string[] = [];
  let arrive: (event: unknown, message: unknown) => void = () => {};
  const bridge = createBridge(
    as<IpcRenderer>({
      send: (channel: string, message: unknown) => sent.push([channel, message]),
      invoke: async (channel: string) => asked.push(channel),
      on: (channel: string, heard: typeof arrive) => {
        if (channel === CHANNELS.command) arrive = heard;
      },
    }),
  );
  return { bridge, sent, asked, order: (command: unknown) => arrive('the event', command) };
}

test('each thing that the page tells is one message that the app understands', () => {
  const { bridge, sent } = page();
  bridge.incomingCall({ title: 'Incoming Lead!', name: 'Lee Day' });
  bridge.ringEnded();
  bridge.showStatus({ lamp: 'oncall', muted: true });
  bridge.onCommand(() => {});
  expect(sent.map(([channel]) => channel)).toEqual(Array(4).fill(CHANNELS.told));
  expect(sent.map(([, message]) => PageMessage.parse(message))).toEqual([
    { type: 'incomingCall', call: { title: 'Incoming Lead!', name: 'Lee Day' } },
    { type: 'ringEnded' },
    { type: 'statusShown', status: { lamp: 'oncall', muted: true } },
    { type: 'listening' },
  ]);
});

test('the page hears a command, and nothing of how it came', () => {
  const { bridge, order } = page();
  order({ type: 'accept' });
  const heard: unknown[][] = [];
  bridge.onCommand((...all: unknown[]) => heard.push(all));
  order({ type: 'mute' });
  expect(heard).toEqual([[{ type: 'mute' }]]);
});

test('the look for an update is answered', async () => {
  const { bridge, asked } = page();
  await expect(bridge.update()).resolves.toBeUndefined();
  expect(asked).toEqual([CHANNELS.update]);
});
