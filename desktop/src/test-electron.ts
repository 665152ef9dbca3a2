/** Fakes of the Electron modules that the app uses. They record calls and emit events. */
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';

export class FakeContents extends EventEmitter {
  readonly sent: unknown[] = [];
  windowOpen: ((details: { url: string }) => { action: string }) | null = null;
  send(channel: string, message: unknown): void {
    this.sent.push([channel, message]);
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.windowOpen = handler;
  }
  tryNavigate(event: 'will-navigate' | 'will-redirect', url: string, isMainFrame = true): boolean {
    let stopped = false;
    this.emit(event, { url, isMainFrame, preventDefault: () => (stopped = true) });
    return !stopped;
  }
}

export class FakeWindow extends EventEmitter {
  static all: FakeWindow[] = [];
  readonly webContents = new FakeContents();
  readonly loaded: string[] = [];
  readonly options: Electron.BrowserWindowConstructorOptions;
  shown: boolean;
  focused = false;
  flashing = false;
  destroyed = false;
  bounds = { x: 5, y: 6, width: 420, height: 760 };
  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    this.shown = options.show !== false;
    FakeWindow.all.push(this);
  }
  async loadURL(address: string): Promise<void> {
    this.loaded.push(address);
  }
  async loadFile(path: string, { query }: { query: Record<string, string> }): Promise<void> {
    this.loaded.push(`${path}?${new URLSearchParams(query)}`);
  }
  show(): void {
    this.shown = true;
  }
  showInactive(): void {
    this.shown = true;
  }
  hide(): void {
    this.shown = false;
    this.focused = false;
  }
  focus(): void {
    this.focused = true;
    this.emit('focus');
  }
  moveTop(): void {}
  restore(): void {}
  isMinimized(): boolean {
    return false;
  }
  isFocused(): boolean {
    return this.focused;
  }
  flashFrame(on: boolean): void {
    this.flashing = on;
  }
  getNormalBounds(): typeof this.bounds {
    return this.bounds;
  }
  destroy(): void {
    this.destroyed = true;
    this.emit('closed');
  }
  closeAsUser(): boolean {
    let stopped = false;
    this.emit('close', { preventDefault: () => (stopped = true) });
    return !stopped;
  }
}

export class FakeNotification extends EventEmitter {
  static all: FakeNotification[] = [];
  static supported = true;
  static isSupported(): boolean {
    return FakeNotification.supported;
  }
  readonly options: Electron.NotificationConstructorOptions;
  open = false;
  constructor(options: Electron.NotificationConstructorOptions) {
    super();
    this.options = options;
    FakeNotification.all.push(this);
  }
  show(): void {
    this.open = true;
  }
  close(): void {
    this.open = false;
  }
  pressButton(actionIndex: number): void {
    this.emit('action', { actionIndex }, actionIndex);
  }
}

export class FakeTray extends EventEmitter {
  static last: FakeTray | null = null;
  icon: string;
  toolTip = '';
  menu: Electron.MenuItemConstructorOptions[] = [];
  constructor(icon: string) {
    super();
    this.icon = icon;
    FakeTray.last = this;
  }
  setImage(icon: string): void {
    this.icon = icon;
  }
  setToolTip(text: string): void {
    this.toolTip = text;
  }
  setContextMenu(menu: Electron.MenuItemConstructorOptions[]): void {
    this.menu = menu;
  }
  labels(): string[] {
    return this.menu.flatMap(({ label }) => label ?? []);
  }
  choose(label: string): void {
    const item = this.menu.find((entry) => entry.label === label);
    if (!item?.click) throw new Error(`The tray has no ${label}: ${this.labels()}`);
    (item.click as () => void)();
  }
}

type Handler = (event: unknown, ...args: unknown[]) => unknown;

export class FakeIpc {
  readonly handlers = new Map<string, Handler>();
  on(channel: string, handler: Handler): this {
    this.handlers.set(channel, handler);
    return this;
  }
  handle(channel: string, handler: Handler): void {
    this.handlers.set(channel, handler);
  }
  receiveFrom(
    url: string | null,
    channel: string,
    message: unknown,
    parent: unknown = null,
    sender?: unknown,
  ): unknown {
    const senderFrame = url === null ? null : { url, parent, origin: 'of the frame' };
    return this.handlers.get(channel)?.({ senderFrame, sender }, message);
  }
}

export class FakeShortcuts {
  readonly registered = new Map<string, () => void>();
  unavailable = new Set<string>();
  register(accelerator: string, onPressed: () => void): boolean {
    if (accelerator === 'Alt+Nonsense') throw new TypeError('No key.');
    if (this.unavailable.has(accelerator)) return false;
    this.registered.set(accelerator, onPressed);
    return true;
  }
  unregister(accelerator: string): void {
    this.registered.delete(accelerator);
  }
}

export class FakeApp extends EventEmitter {
  readonly calls: unknown[] = [];
  dock: { bounce: () => number; cancelBounce: (id: number) => void } | undefined;
  openedAtLogin = false;
  locale = 'en-US';
  getLocale(): string {
    return this.locale;
  }
  setLoginItemSettings(settings: unknown): void {
    this.calls.push(['setLoginItemSettings', settings]);
  }
  getLoginItemSettings(): { wasOpenedAtLogin: boolean } {
    return { wasOpenedAtLogin: this.openedAtLogin };
  }
  setAsDefaultProtocolClient(...args: unknown[]): boolean {
    this.calls.push(['setAsDefaultProtocolClient', ...args]);
    return true;
  }
  removeAsDefaultProtocolClient(...args: unknown[]): boolean {
    this.calls.push(['removeAsDefaultProtocolClient', ...args]);
    return true;
  }
  quit(): void {
    let stopped = false;
    this.emit('before-quit', { preventDefault: () => (stopped = true) });
    if (!stopped) this.calls.push('quit');
  }
}

export function as<T>(fake: unknown): T {
  return fake as T;
}
