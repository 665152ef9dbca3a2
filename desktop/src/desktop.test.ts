import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CHANNELS } from './core/channels.ts';
import { readSettings } from './core/settings.ts';
import { type DesktopParts, startDesktop } from './desktop.ts';
import type { SettingsStore } from './system/settings-store.ts';
import {
  as,
  FakeApp,
  FakeIpc,
  FakeNotification,
  FakeShortcuts,
  FakeTray,
  FakeWindow,
} from './test-electron.ts';

const ORIGIN = 'https://phone.example.com';
const LINK = 'tel:+14155550100';
const LINK_ADDRESS = `${ORIGIN}/?url=tel:%2B14155550100`;

let app: FakeApp;
let ipc: FakeIpc;
let shortcuts: FakeShortcuts;
let settings: SettingsStore;
let retry: () => void;
let quitAnswer: number;
let errors: string[];
let questions: string[];

interface Start {
  readonly server?: string | null;
  readonly environment?: string;
  readonly args?: readonly string[];
  readonly link?: string | null;
}

function storeOf(server: string | null): SettingsStore {
  let value = { ...readSettings(null, 'linux'), server };
  return { get: () => value, change: (changes) => (value = { ...value, ...changes }) };
}

function start({ server = ORIGIN, environment, args = [], link = null }: Start = {}): void {
  settings = storeOf(server);
  startDesktop(
    {
      electron: as<DesktopParts['electron']>({
        app,
        BrowserWindow: FakeWindow,
        Menu: { buildFromTemplate: (template: unknown) => template, setApplicationMenu: () => {} },
        Notification: FakeNotification,
        Tray: FakeTray,
        dialog: {
          showMessageBox: async ({ message }: { message: string }) => {
            questions.push(message);
            return { response: quitAnswer };
          },
          showErrorBox: (_title: string, text: string) => errors.push(text),
        },
        globalShortcut: shortcuts,
        ipcMain: ipc,
        screen: { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1440, height: 900 } }] },
        session: {
          defaultSession: {
            setPermissionCheckHandler: () => {},
            setPermissionRequestHandler: () => {},
            setDevicePermissionHandler: () => {},
          },
        },
        shell: { openExternal: async () => {} },
      }),
      updater: null,
      settings,
      system: { platform: 'win32', program: '/offhook', programArgs: [], autostartPath: '/nowhere' },
      serverFromEnvironment: environment,
      folder: '/dist',
      args,
      fetchPage: async () => 'id="offhook-config"',
      wait: () => new Promise((resolve) => (retry = resolve)),
      warn: () => {},
    },
    link,
  );
}

beforeEach(() => {
  FakeWindow.all = [];
  FakeNotification.all = [];
  FakeTray.last = null;
  app = new FakeApp();
  ipc = new FakeIpc();
  shortcuts = new FakeShortcuts();
  retry = () => {};
  quitAnswer = 1;
  errors = [];
  questions = [];
});

const windowWith = (preload: string): FakeWindow => {
  const found = FakeWindow.all.findLast(
    ({ options, destroyed }) => !destroyed && options.webPreferences?.preload?.endsWith(preload),
  );
  if (!found) throw new Error(`There is no window with ${preload}.`);
  return found;
};
const phone = () => windowWith('/preload.cjs');
const asksForServer = () =>
  FakeWindow.all.some(
    ({ options, destroyed }) => !destroyed && options.webPreferences?.preload?.endsWith('server-preload.cjs'),
  );
const tray = (): FakeTray => {
  if (!FakeTray.last) throw new Error('There is no tray.');
  return FakeTray.last;
};
const says = (message: unknown) => ipc.from(`${ORIGIN}/`, CHANNELS.told, message);
const lamp = (name: string, muted = false) => says({ type: 'statusShown', status: { lamp: name, muted } });
const ring = () => {
  lamp('ringing');
  says({ type: 'incomingCall', call: { title: 'Incoming Lead!', name: 'Lee Day' } });
};
const commands = () => phone().webContents.sent.map((sent) => (sent as [string, unknown])[1]);
const notified = () => FakeNotification.all.filter(({ open }) => open);

describe('the first start', () => {
  test('asks for the server, and then is its phone', async () => {
    start({ server: null });
    expect(asksForServer()).toBe(true);
    const asking = windowWith('server-preload.cjs');
    const page = `file://${'/dist/server.html'}`;
    await ipc.from(page, CHANNELS.server, 'phone.example.com', null, asking.webContents);
    expect([asksForServer(), phone().loaded, settings.get().server]).toEqual([false, [`${ORIGIN}/`], ORIGIN]);
  });

  test('does not ask where the environment has said it', () => {
    start({ server: null, environment: 'phone.example.com' });
    expect([asksForServer(), phone().loaded]).toEqual([false, [`${ORIGIN}/`]]);
    expect(tray().labels()).not.toContain('Server…');
  });

  test('says what is wrong with the environment’s word, and ends', () => {
    start({ environment: 'http://phone.example.com' });
    expect(errors).toEqual([expect.stringContaining('OFFHOOK_SERVER')]);
    expect([FakeWindow.all, app.done.at(-1)]).toEqual([[], 'quit']);
  });
});

describe('the window', () => {
  test('is hardened, never slowed down, and lets the ring sound', () => {
    start();
    expect(phone().options.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      backgroundThrottling: false,
      autoplayPolicy: 'no-user-gesture-required',
    });
  });

  test('is hidden when it is closed, and its place is remembered', () => {
    start();
    expect(phone().closes()).toBe(false);
    expect([phone().shown, settings.get().place]).toEqual([false, phone().bounds]);
    tray().emit('click');
    expect([phone().shown, phone().focused]).toEqual([true, true]);
  });

  test('stays hidden when the system has started it at login', () => {
    start({ args: ['--hidden'] });
    expect(phone().shown).toBe(false);
  });

  test('goes when the app quits', () => {
    start();
    app.quit();
    expect([app.done.at(-1), phone().closes()]).toEqual(['quit', true]);
  });

  test('a second start brings the first one’s to the front', () => {
    start({ args: ['--hidden'] });
    app.emit('second-instance', {}, ['offhook', '--flag']);
    expect([phone().focused, FakeWindow.all.length]).toEqual([true, 1]);
  });
});

describe('a call', () => {
  test('is told, shown by the tray, and taken from the notification', () => {
    start();
    lamp('waiting');
    ring();
    expect(notified().map(({ options }) => [options.title, options.body])).toEqual([
      ['Incoming Lead!', 'Lee Day'],
    ]);
    expect([tray().toolTip, tray().picture]).toEqual([
      'Offhook: Incoming call',
      expect.stringMatching(/tray-ringing\.png$/),
    ]);
    notified()[0]?.presses(0);
    expect(commands()).toEqual([{ type: 'accept' }]);
    lamp('oncall');
    expect(notified()).toEqual([]);
  });

  test('that is over while it rings is told no longer', () => {
    start();
    ring();
    says({ type: 'ringEnded' });
    expect([notified(), phone().flashing]).toEqual([[], false]);
  });

  test('that was accepted by itself asks for nothing', () => {
    start();
    lamp('oncall');
    says({ type: 'incomingCall', call: { title: 'Incoming Lead!', name: '' } });
    expect(notified()[0]?.options).not.toHaveProperty('actions');
  });

  test('is answered, muted and hung up by keys, which are free before and after', () => {
    start();
    const { accept, mute, hangUp } = settings.get().keys;
    lamp('waiting');
    expect(shortcuts.held.size).toBe(0);
    ring();
    shortcuts.held.get(accept)?.();
    lamp('oncall');
    shortcuts.held.get(mute)?.();
    shortcuts.held.get(hangUp)?.();
    expect(commands()).toEqual([{ type: 'accept' }, { type: 'mute' }, { type: 'hangUp' }]);
    lamp('wrapup');
    expect(shortcuts.held.size).toBe(0);
  });

  test('is muted and hung up from the tray', () => {
    start();
    lamp('oncall', true);
    tray().choose('Unmute');
    tray().choose('Hang Up');
    expect(commands()).toEqual([{ type: 'mute' }, { type: 'hangUp' }]);
  });

  test('does not end unasked when the app is to quit', async () => {
    start();
    lamp('oncall');
    const quits = () => app.done.filter((done) => done === 'quit').length;
    tray().choose('Quit');
    await vi.waitFor(() => expect(questions.length).toBe(1), { timeout: 30_000 });
    expect([quits(), phone().closes()]).toEqual([0, false]);
    quitAnswer = 0;
    tray().choose('Quit');
    await vi.waitFor(() => expect(quits()).toBe(1), { timeout: 30_000 });
    expect(phone().closes()).toBe(true);
  });

  test('is over for the app when the page goes', () => {
    start();
    ring();
    phone().webContents.emit('did-navigate');
    expect([notified(), tray().toolTip, shortcuts.held.size]).toEqual([[], 'Offhook: Signed out', 0]);
  });
});

describe('a tel: link', () => {
  test.each<[string, Start]>([
    ['that starts the app', { args: ['offhook', LINK] }],
    ['that started it before it was ready', { link: LINK }],
  ])('%s stands in the page’s address', (_, how) => {
    start(how);
    expect(phone().loaded).toEqual([LINK_ADDRESS]);
  });

  test.each<[string, (link: string) => void]>([
    ['from a second start', (link) => app.emit('second-instance', {}, ['offhook', link])],
    ['from the system', (link) => app.emit('open-url', { preventDefault: () => {} }, link)],
    ['in the page', (link) => phone().webContents.goes('will-navigate', link)],
  ])('%s is a command for a page that hears, which is not loaded again', (_, opens) => {
    start();
    says({ type: 'listening' });
    opens(LINK);
    expect([phone().loaded, commands()]).toEqual([[`${ORIGIN}/`], [{ type: 'openTelLink', url: LINK }]]);
    expect(phone().focused).toBe(true);
  });

  test('stands in the address for a page that does not hear yet, or no longer', () => {
    start();
    app.emit('second-instance', {}, ['offhook', LINK]);
    says({ type: 'listening' });
    phone().webContents.emit('did-navigate');
    app.emit('second-instance', {}, ['offhook', LINK]);
    expect([phone().loaded, commands()]).toEqual([[`${ORIGIN}/`, LINK_ADDRESS, LINK_ADDRESS], []]);
  });

  test('waits for the first start to know its server', async () => {
    start({ server: null, args: [LINK] });
    const { webContents } = windowWith('server-preload.cjs');
    await ipc.from('file:///dist/server.html', CHANNELS.server, ORIGIN, null, webContents);
    expect(phone().loaded).toEqual([LINK_ADDRESS]);
  });
});

describe('a server that does not answer', () => {
  test('is told, and asked again until it does', async () => {
    start();
    phone().webContents.emit('did-fail-load', {}, -105, 'ERR_NAME_NOT_RESOLVED', `${ORIGIN}/`, true);
    expect(asksForServer()).toBe(true);
    retry();
    await vi.waitFor(() => expect(phone().loaded.length).toBe(2), { timeout: 30_000 });
    phone().webContents.emit('did-finish-load');
    expect(asksForServer()).toBe(false);
  });

  test('is not meant when a picture fails, or one load takes the place of another', () => {
    start();
    phone().webContents.emit('did-fail-load', {}, -105, '', `${ORIGIN}/avatar.png`, false);
    phone().webContents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', `${ORIGIN}/`, true);
    expect(asksForServer()).toBe(false);
  });

  test('nor is a page that died, which is loaded again', async () => {
    start();
    phone().webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    retry();
    await vi.waitFor(() => expect(phone().loaded.length).toBe(2), { timeout: 30_000 });
    expect(asksForServer()).toBe(false);
  });
});

test('the tray switches the start at login and the telephone links, and remembers it', () => {
  start();
  tray().choose('Start at login');
  tray().choose('Open telephone links');
  expect(settings.get()).toMatchObject({ startAtLogin: true, telLinks: false });
  expect(app.done.map((done) => (done as [string])[0])).toEqual([
    'setAsDefaultProtocolClient',
    'setLoginItemSettings',
    'removeAsDefaultProtocolClient',
  ]);
  const checked = tray()
    .menu.filter((item) => item.checked)
    .map(({ label }) => label);
  expect(checked).toEqual(['Start at login']);
});
