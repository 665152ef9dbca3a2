import { pathToFileURL } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { CHANNELS } from '../core/channels.ts';
import { desktopTexts } from '../core/language.ts';
import { as, FakeIpc, FakeWindow } from '../test-electron.ts';
import { createServerWindow, type ServerWindow, type ServerWindowDeps } from './server-window.ts';

const PAGE = '/opt/Offhook/server.html';
const PHONE = '<script type="application/json" id="offhook-config">{}</script>';
let ipc: FakeIpc;
let pages: Record<string, string>;
let chosen: string[];
let serverWindow: ServerWindow;

function create(language: string): ServerWindow {
  return createServerWindow(
    as<ServerWindowDeps>({
      BrowserWindow: FakeWindow,
      ipc,
      preload: '/opt/Offhook/server-preload.cjs',
      page: PAGE,
      fetchPage: async (address: string) => {
        const page = pages[address];
        if (page === undefined) throw new Error('net::ERR_NAME_NOT_RESOLVED');
        return page;
      },
      onChosen: (origin: string) => chosen.push(origin),
      t: desktopTexts(language),
      language,
    }),
  );
}

beforeEach(() => {
  FakeWindow.all = [];
  ipc = new FakeIpc();
  pages = { 'https://phone.example.com/': PHONE, 'https://news.example.com/': '<h1>News</h1>' };
  chosen = [];
  serverWindow = create('en-US');
});

const address = `${pathToFileURL(PAGE).href}?address=&problem=`;
const last = () => FakeWindow.all.at(-1);
const submit = (text: unknown, from = address, sender: unknown = last()?.webContents) =>
  ipc.receiveFrom(from, CHANNELS.server, text, null, sender);

test('the address of an Offhook server is accepted in any form', async () => {
  serverWindow.open('', '');
  expect(await submit(' phone.example.com/admin ')).toBeNull();
  expect(chosen).toEqual(['https://phone.example.com']);
});

test.each<[string, unknown, RegExp]>([
  ['that is invalid', 'my phone', /^Enter an address/],
  ['that is not a string', { toString: 'x' }, /^Enter an address/],
  ['that is not secure', 'http://phone.example.com', /^Use an https address/],
  ['that does not respond', 'gone.example.com', /^Can’t reach https:\/\/gone\.example\.com\. Check/],
  ['of another site', 'news.example.com', /^No Offhook server found at https:\/\/news\.example\.com\. Check/],
])('an address %s is rejected with an error message', async (_, typed, sentence) => {
  serverWindow.open('', '');
  expect(await submit(typed)).toMatch(sentence);
  expect(chosen).toEqual([]);
});

test('errors are in the app’s language', async () => {
  serverWindow = create('es-MX');
  serverWindow.open('', '');
  expect(await submit('my phone')).toBe('Ingresa una dirección, por ejemplo phone.example.com.');
  expect(new URL(`file://${last()?.loaded[0]}`).searchParams.get('language')).toBe('es-MX');
});

test('only the server page in its own window can choose a server', async () => {
  serverWindow.open('', '');
  for (const message of [
    submit('phone.example.com', 'https://phone.example.com/'),
    submit('phone.example.com', address, new FakeWindow({}).webContents),
  ]) {
    expect(await message).toMatch(/^Enter an address/);
  }
  serverWindow.close();
  expect(await submit('phone.example.com')).toMatch(/^Enter an address/);
  expect(chosen).toEqual([]);
});

test("the window shows the current address and the problem, and can't navigate", () => {
  serverWindow.open('https://phone.example.com', 'It does not answer.');
  const { searchParams } = new URL(`file://${last()?.loaded[0]}`);
  expect(Object.fromEntries(searchParams)).toEqual({
    address: 'https://phone.example.com',
    problem: 'It does not answer.',
    language: 'en-US',
  });
  expect(last()?.webContents.tryNavigate('will-navigate', 'https://phone.example.com/')).toBe(false);
  expect(last()?.webContents.windowOpen?.({ url: 'https://phone.example.com/' }).action).toBe('deny');
  expect(last()?.options.webPreferences).toMatchObject({ sandbox: true, contextIsolation: true });
});

test('opening the server window again replaces the previous one', () => {
  serverWindow.open('', '');
  serverWindow.open('', 'Later.');
  expect(FakeWindow.all.map(({ destroyed }) => destroyed)).toEqual([true, false]);
});
