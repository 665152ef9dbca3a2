import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CHANNELS } from './core/channels.ts';
import { readSettings } from './core/settings.ts';
import { type DesktopDeps, startDesktop } from './desktop.ts';
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
let quitResponse: number;
let errors: string[];
let questions: string[];

interface Start {
  readonly server?: string | null;
  readonly environment?: string;
  readonly args?: readonly string[];
  readonly link?: string | null;
}

function createStore(server: string | null): SettingsStore {
  let value = { ...readSettings(null, 'linux'), server };
  return { get: () => value, change: (changes) => (value = { ...value, ...changes }) };
}

function start({ server = ORIGIN, environment, args = [], link = null }: Start = {}): void {
  settings = createStore(server);
  startDesktop(
    {
      electron: as<DesktopDeps['electron']>({
        app,
        BrowserWindow: FakeWindow,
        Menu: { buildFromTemplate: (template: unknown) => template, setApplicationMenu: () => {} },
        Notification: FakeNotification,
        Tray: FakeTray,
        dialog: {
          showMessageBox: async ({ message }: { message: string }) => {
            questions.push(message);
            return { response: quitResponse };
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
  quitResponse = 1;
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
const isServerWindowOpen = () =>
  FakeWindow.all.some(
    ({ options, destroyed }) => !destroyed && options.webPreferences?.preload?.endsWith('server-preload.cjs'),
  );
const tray = (): FakeTray => {
  if (!FakeTray.last) throw new Error('There is no tray.');
  return FakeTray.last;
};
const sendFromPage = (message: unknown) => ipc.receiveFrom(`${ORIGIN}/`, CHANNELS.pageMessage, message);
const reportStatus = (name: string, muted = false) =>
  sendFromPage({ type: 'statusShown', status: { lamp: name, muted } });
const ring = () => {
  reportStatus('ringing');
  sendFromPage({ type: 'incomingCall', call: { title: 'Incoming Lead!', name: 'Lee Day' } });
};
const commands = () => phone().webContents.sent.map((sent) => (sent as [string, unknown])[1]);
const notified = () => FakeNotification.all.filter(({ open }) => open);

describe('the first launch', () => {
  test('asks for the server, then opens its phone page', async () => {
    start({ server: null });
    expect(isServerWindowOpen()).toBe(true);
    const serverWindow = windowWith('server-preload.cjs');
    const page = `file://${'/dist/server.html'}`;
    await ipc.receiveFrom(page, CHANNELS.server, 'phone.example.com', null, serverWindow.webContents);
    expect([isServerWindowOpen(), phone().loaded, settings.get().server]).toEqual([
      false,
      [`${ORIGIN}/`],
      ORIGIN,
    ]);
  });

  test("doesn't ask for the server if the environment sets it", () => {
    start({ server: null, environment: 'phone.example.com' });
    expect([isServerWindowOpen(), phone().loaded]).toEqual([false, [`${ORIGIN}/`]]);
    expect(tray().labels()).not.toContain('Server…');
  });

  test('reports an invalid OFFHOOK_SERVER and quits', () => {
    start({ environment: 'http://phone.example.com' });
    expect(errors).toEqual([expect.stringContaining('OFFHOOK_SERVER')]);
    expect([FakeWindow.all, app.calls.at(-1)]).toEqual([[], 'quit']);
  });
});

describe('the window', () => {
  test("is hardened, isn't throttled and may play the ringtone", () => {
    start();
    expect(phone().options.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      backgroundThrottling: false,
      autoplayPolicy: 'no-user-gesture-required',
    });
  });

  test("is hidden when it's closed, and its bounds are saved", () => {
    start();
    expect(phone().closeAsUser()).toBe(false);
    expect([phone().shown, settings.get().place]).toEqual([false, phone().bounds]);
    tray().emit('click');
    expect([phone().shown, phone().focused]).toEqual([true, true]);
  });

  test('stays hidden when started at login', () => {
    start({ args: ['--hidden'] });
    expect(phone().shown).toBe(false);
  });

  test('closes when the app quits', () => {
    start();
    app.quit();
    expect([app.calls.at(-1), phone().closeAsUser()]).toEqual(['quit', true]);
  });

  test('is brought to the front by a second launch', () => {
    start({ args: ['--hidden'] });
    app.emit('second-instance', {}, ['offhook', '--flag']);
    expect([phone().focused, FakeWindow.all.length]).toEqual([true, 1]);
  });
});

describe('a call', () => {
  test('shows a notification, appears in the tray and can be accepted from the notification', () => {
    start();
    reportStatus('waiting');
    ring();
    expect(notified().map(({ options }) => [options.title, options.body])).toEqual([
      ['Incoming Lead!', 'Lee Day'],
    ]);
    expect([tray().toolTip, tray().icon]).toEqual([
      'Offhook: Incoming call',
      expect.stringMatching(/tray-ringing\.png$/),
    ]);
    notified()[0]?.pressButton(0);
    expect(commands()).toEqual([{ type: 'accept' }]);
    reportStatus('oncall');
    expect(notified()).toEqual([]);
  });

  test('that ends while ringing removes the notification', () => {
    start();
    ring();
    sendFromPage({ type: 'ringEnded' });
    expect([notified(), phone().flashing]).toEqual([[], false]);
  });

  test('that was auto-accepted has no actions in its notification', () => {
    start();
    reportStatus('oncall');
    sendFromPage({ type: 'incomingCall', call: { title: 'Incoming Lead!', name: '' } });
    expect(notified()[0]?.options).not.toHaveProperty('actions');
  });

  test('can be accepted, muted and hung up with shortcuts that are registered only while usable', () => {
    start();
    const { accept, mute, hangUp } = settings.get().keys;
    reportStatus('waiting');
    expect(shortcuts.registered.size).toBe(0);
    ring();
    shortcuts.registered.get(accept)?.();
    reportStatus('oncall');
    shortcuts.registered.get(mute)?.();
    shortcuts.registered.get(hangUp)?.();
    expect(commands()).toEqual([{ type: 'accept' }, { type: 'mute' }, { type: 'hangUp' }]);
    reportStatus('wrapup');
    expect(shortcuts.registered.size).toBe(0);
  });

  test('can be muted and hung up from the tray', () => {
    start();
    reportStatus('oncall', true);
    tray().choose('Unmute');
    tray().choose('Hang Up');
    expect(commands()).toEqual([{ type: 'mute' }, { type: 'hangUp' }]);
  });

  test('asks for confirmation before the app quits', async () => {
    start();
    reportStatus('oncall');
    const countQuits = () => app.calls.filter((done) => done === 'quit').length;
    tray().choose('Quit');
    await vi.waitFor(() => expect(questions.length).toBe(1), { timeout: 30_000 });
    expect([countQuits(), phone().closeAsUser()]).toEqual([0, false]);
    quitResponse = 0;
    tray().choose('Quit');
    await vi.waitFor(() => expect(countQuits()).toBe(1), { timeout: 30_000 });
    expect(phone().closeAsUser()).toBe(true);
  });

  test('counts as ended when the page navigates away', () => {
    start();
    ring();
    phone().webContents.emit('did-navigate');
    expect([notified(), tray().toolTip, shortcuts.registered.size]).toEqual([[], 'Offhook: Signed out', 0]);
  });
});

describe('an app in Spanish', () => {
  beforeEach(() => {
    app.locale = 'es-MX';
  });

  test('shows its tray, quit confirmation and errors in Spanish', async () => {
    start();
    reportStatus('oncall');
    expect(tray().toolTip).toBe('Offhook: En llamada');
    tray().choose('Salir');
    await vi.waitFor(() => expect(questions).toEqual([expect.stringContaining('Estás en una llamada.')]));
    start({ environment: 'http://phone.example.com' });
    expect(errors).toEqual([expect.stringMatching(/^OFFHOOK_SERVER: Usa una dirección https/)]);
  });

  test('asks for the server in Spanish', () => {
    start({ server: null });
    const [address] = windowWith('server-preload.cjs').loaded;
    expect(address).toContain('language=es-MX');
  });

  test('reports in Spanish that the server is unreachable', () => {
    start();
    phone().webContents.emit('did-fail-load', {}, -105, 'ERR_NAME_NOT_RESOLVED', ORIGIN, true);
    const { searchParams } = new URL(`file://${windowWith('server-preload.cjs').loaded[0]}`);
    expect(searchParams.get('problem')).toBe(`No se puede conectar con ${ORIGIN}. Seguiremos intentándolo.`);
  });
});

describe('a tel: link', () => {
  test.each<[string, Start]>([
    ['that starts the app', { args: ['offhook', LINK] }],
    ['that arrives before the app is ready', { link: LINK }],
  ])("%s is passed in the page's URL", (_, how) => {
    start(how);
    expect(phone().loaded).toEqual([LINK_ADDRESS]);
  });

  test.each<[string, (link: string) => void]>([
    ['from a second launch', (link) => app.emit('second-instance', {}, ['offhook', link])],
    ['from the system', (link) => app.emit('open-url', { preventDefault: () => {} }, link)],
    ['in the page', (link) => phone().webContents.tryNavigate('will-navigate', link)],
  ])('%s is sent as a command to a listening page, without a reload', (_, opens) => {
    start();
    sendFromPage({ type: 'listening' });
    opens(LINK);
    expect([phone().loaded, commands()]).toEqual([[`${ORIGIN}/`], [{ type: 'openTelLink', url: LINK }]]);
    expect(phone().focused).toBe(true);
  });

  test("is passed in the URL if the page isn't listening", () => {
    start();
    app.emit('second-instance', {}, ['offhook', LINK]);
    sendFromPage({ type: 'listening' });
    phone().webContents.emit('did-navigate');
    app.emit('second-instance', {}, ['offhook', LINK]);
    expect([phone().loaded, commands()]).toEqual([[`${ORIGIN}/`, LINK_ADDRESS, LINK_ADDRESS], []]);
  });

  test('is kept until the server is chosen', async () => {
    start({ server: null, args: [LINK] });
    const { webContents } = windowWith('server-preload.cjs');
    await ipc.receiveFrom('file:///dist/server.html', CHANNELS.server, ORIGIN, null, webContents);
    expect(phone().loaded).toEqual([LINK_ADDRESS]);
  });
});

describe('loading the page', () => {
  test('reports an unreachable server and retries until it responds', async () => {
    start();
    phone().webContents.emit('did-fail-load', {}, -105, 'ERR_NAME_NOT_RESOLVED', `${ORIGIN}/`, true);
    expect(isServerWindowOpen()).toBe(true);
    retry();
    await vi.waitFor(() => expect(phone().loaded.length).toBe(2), { timeout: 30_000 });
    phone().webContents.emit('did-finish-load');
    expect(isServerWindowOpen()).toBe(false);
  });

  test("doesn't report a failed image or an aborted load", () => {
    start();
    phone().webContents.emit('did-fail-load', {}, -105, '', `${ORIGIN}/avatar.png`, false);
    phone().webContents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', `${ORIGIN}/`, true);
    expect(isServerWindowOpen()).toBe(false);
  });

  test('reloads a crashed page without a report', async () => {
    start();
    phone().webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    retry();
    await vi.waitFor(() => expect(phone().loaded.length).toBe(2), { timeout: 30_000 });
    expect(isServerWindowOpen()).toBe(false);
  });
});

test('the tray toggles and saves start at login and telephone links', () => {
  start();
  tray().choose('Start at login');
  tray().choose('Open phone links in Offhook');
  expect(settings.get()).toMatchObject({ startAtLogin: true, telLinks: false });
  expect(app.calls.map((done) => (done as [string])[0])).toEqual([
    'setAsDefaultProtocolClient',
    'setLoginItemSettings',
    'removeAsDefaultProtocolClient',
  ]);
  const checked = tray()
    .menu.filter((item) => item.checked)
    .map(({ label }) => label);
  expect(checked).toEqual(['Start at login']);
});
