import type { IpcMain } from 'electron';
import { beforeEach, expect, test } from 'vitest';
import { CHANNELS } from '../core/channels.ts';
import type { PageMessage } from '../core/messages.ts';
import { as, FakeIpc } from '../test-electron.ts';
import { listenToPage } from './page-messages.ts';

const ORIGIN = 'https://phone.example.com';
let ipc: FakeIpc;
let heard: PageMessage[];
let warned: string[];
let updates: number;

beforeEach(() => {
  ipc = new FakeIpc();
  heard = [];
  warned = [];
  updates = 0;
  listenToPage(as<IpcMain>(ipc), {
    origin: () => ORIGIN,
    heard: (message) => heard.push(message),
    update: async () => {
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
])('%j is heard from the phone’s page', (message) => {
  ipc.from(`${ORIGIN}/?url=tel:1`, CHANNELS.told, message);
  expect([heard, warned]).toEqual([[message], []]);
});

test('more than is known is left out', () => {
  ipc.from(`${ORIGIN}/`, CHANNELS.told, { ...ring, more: 1, call: { ...ring.call, html: '<b>' } });
  expect(heard).toEqual([ring]);
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
])('%j is not understood', (message) => {
  ipc.from(`${ORIGIN}/`, CHANNELS.told, message);
  expect(heard).toEqual([]);
  expect(warned.length).toBe(1);
});

test.each<[string, string | null, unknown]>([
  ['another server', 'https://evil.example/', null],
  ['another port', `${ORIGIN}:8443/`, null],
  ['a file', 'file:///tmp/server.html', null],
  ['a frame of the page', `${ORIGIN}/`, { url: `${ORIGIN}/` }],
  ['a frame that is gone', null, null],
])('%s is not listened to', async (_, url, parent) => {
  ipc.from(url, CHANNELS.told, ring, parent);
  await ipc.from(url, CHANNELS.update, undefined, parent);
  expect([heard, updates, warned.length]).toEqual([[], 0, 2]);
});

test('the phone’s page has the app look for an update', async () => {
  await ipc.from(`${ORIGIN}/`, CHANNELS.update, undefined);
  expect(updates).toBe(1);
});
