import { expect, test } from 'vitest';
import { defaultKeys } from './keys.ts';
import { readSettings, resolveServer } from './settings.ts';

const defaults = {
  server: null,
  startAtLogin: false,
  telLinks: true,
  keys: defaultKeys('linux'),
  place: null,
};
const full = {
  server: 'https://phone.example.com',
  startAtLogin: true,
  telLinks: false,
  keys: { accept: 'Alt+F1', mute: '', hangUp: 'Control+Shift+F11' },
  place: { x: -1200, y: 0, width: 420, height: 760 },
};

test('saved settings are read', () => {
  expect(readSettings(JSON.stringify(full), 'linux')).toEqual(full);
});

test.each<[string, string | null]>([
  ['no file', null],
  ['an empty file', ''],
  ['a truncated file', '{"server":"https://pho'],
  ['a list', '[]'],
  ['a string', '"x"'],
])('%s gives the defaults', (_, text) => {
  expect(readSettings(text, 'linux')).toEqual(defaults);
});

test.each<[string, object, object]>([
  ['a server without https', { server: 'http://phone.example.com' }, { server: null }],
  ['a server with a path', { server: 'https://phone.example.com/x' }, { server: null }],
  ['a script URL as the server', { server: 'javascript:alert(1)' }, { server: null }],
  ['a string instead of a boolean', { startAtLogin: 'yes' }, { startAtLogin: false }],
  ['incomplete window bounds', { place: { x: 1, y: 2 } }, { place: null }],
  ['fractional window bounds', { place: { x: 1.5, y: 2, width: 400, height: 600 } }, { place: null }],
  [
    'an invalid shortcut',
    { keys: { ...full.keys, accept: 'A' } },
    { keys: { ...full.keys, accept: 'Control+Shift+F9' } },
  ],
])('%s is replaced by the default, and the other settings are kept', (_, invalid, expected) => {
  expect(readSettings(JSON.stringify({ ...full, ...invalid }), 'linux')).toEqual({ ...full, ...expected });
});

test.each<[string | undefined, object]>([
  [undefined, { origin: full.server, fixed: false, problem: null }],
  ['', { origin: full.server, fixed: false, problem: null }],
  ['other.example.com', { origin: 'https://other.example.com', fixed: true, problem: null }],
  ['http://other.example.com', { origin: null, fixed: false, problem: 'server.notSecure' }],
])('OFFHOOK_SERVER=%s resolves to %j', (fromEnvironment, expected) => {
  expect(resolveServer(fromEnvironment, full)).toEqual(expected);
});
