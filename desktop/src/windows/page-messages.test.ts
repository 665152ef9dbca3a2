import type { IpcMain } from 'electron';
import { beforeEach, expect, test } from 'vitest';
import { CHANNELS } from '../core/channels.ts';
import type { PageMessage } from '../core/messages.ts';
import { as, FakeIpc } from '../test-electron.ts';
import { handlePageMessages } from './page-messages.ts';

const ORIGIN = 'https://phone.example.com';
let ipc: FakeIpc;
let received: PageMessage[];
let warned: string[];
let updates: number;

beforeEach(() => {
  ipc = new FakeIpc();
  received = [];
  warned = [];
  updates = 0;
  handlePageMessages(as<IpcMain>(ipc), {
    origin: () => ORIGIN,
    onMessage: (message) => received.push(message),
    checkForUpdate: async () => {
      updates += 1;
    },
    warn: (message) => warned.push(message),
  });
});

const ring = { type: 'incomingCall', call: { title: 'Incoming Lead!', name: 'Lee Day' } };

test.each<[unknown]>([
  [ring],
  [{ type: 'ringEnded' }],
  [{ type: 'listening' }],
  [{ type: 'statusShown', status: { lamp: 'oncall', muted: true } }],
])('%j is accepted from the phone page', (message) => {
  ipc.receiveFrom(`${ORIGIN}/?url=tel:1`, CHANNELS.pageMessage, message);
  expect([received, warned]).toEqual([[message], []]);
});

test('unknown fields are dropped', () => {
  ipc.receiveFrom(`${ORIGIN}/`, CHANNELS.pageMessage, {
    ...ring,
    more: 1,
    call: { ...ring.call, html: '<b>' },
  });
  expect(received).toEqual([ring]);
});

test.each<[unknown]>([
  [null],
  ['incomingCall'],
  [{}],
  [{ type: 'quit' }],
  [{ type: 'incomingCall' }],
  [{ type: 'incomingCall', call: { title: 1, name: 'x' } }],
  [{ type: 'incomingCall', call: { title: 'x'.repeat(1_001), name: '' } }],
  [{ type: 'statusShown', status: { lamp: 'party', muted: false } }],
])('%j is rejected', (message) => {
  ipc.receiveFrom(`${ORIGIN}/`, CHANNELS.pageMessage, message);
  expect(received).toEqual([]);
  expect(warned.length).toBe(1);
});

test.each<[string, string | null, unknown]>([
  ['another server', 'https://evil.example/', null],
  ['another port', `${ORIGIN}:8443/`, null],
  ['a file', 'file:///tmp/server.html', null],
  ['a frame of the page', `${ORIGIN}/`, { url: `${ORIGIN}/` }],
  ['a removed frame', null, null],
])('messages from %s are ignored', async (_, url, parent) => {
  ipc.receiveFrom(url, CHANNELS.pageMessage, ring, parent);
  await ipc.receiveFrom(url, CHANNELS.update, undefined, parent);
  expect([received, updates, warned.length]).toEqual([[], 0, 2]);
});

test('the phone page can request an update check', async () => {
  await ipc.receiveFrom(`${ORIGIN}/`, CHANNELS.update, undefined);
  expect(updates).toBe(1);
});
