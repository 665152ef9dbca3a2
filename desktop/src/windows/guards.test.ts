import type { Session, WebContents } from 'electron';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, FakeContents } from '../test-electron.ts';
import { guardNavigation, guardPermissions, HARDENED_PREFERENCES } from './guards.ts';

const ORIGIN = 'https://phone.example.com';
let contents: FakeContents;
let browser: string[];
let links: string[];

beforeEach(() => {
  contents = new FakeContents();
  browser = [];
  links = [];
  guardNavigation(as<WebContents>(contents), {
    origin: () => ORIGIN,
    openInBrowser: (address) => browser.push(address),
    openTelLink: (link) => links.push(link),
  });
});

describe.each(['will-navigate', 'will-redirect'] as const)('on %s', (event) => {
  test('a server page opens in the window', () => {
    expect(contents.tryNavigate(event, `${ORIGIN}/admin`)).toBe(true);
    expect(browser).toEqual([]);
  });

  test('another site opens in the browser', () => {
    expect(contents.tryNavigate(event, 'https://crm.example/lead/9')).toBe(false);
    expect(browser).toEqual(['https://crm.example/lead/9']);
  });

  test('a tel: link opens in the phone', () => {
    expect(contents.tryNavigate(event, 'tel:+14155550100')).toBe(false);
    expect([browser, links]).toEqual([[], ['tel:+14155550100']]);
  });

  test.each(['file:///etc/passwd', 'javascript:alert(1)', 'smb://x/y', 'http://x.example/'])(
    '%s is blocked',
    (address) => {
      expect(contents.tryNavigate(event, address)).toBe(false);
      expect([browser, links]).toEqual([[], []]);
    },
  );
});

test("an embedded frame may be redirected: the page's CSP limits frames", () => {
  expect(contents.tryNavigate('will-redirect', 'https://crm.example/frame', false)).toBe(true);
  expect(browser).toEqual([]);
});

test("pages can't open windows: allowed URLs open in the browser", () => {
  const opens = (url: string) => contents.windowOpen?.({ url }).action;
  expect(['https://crm.example/9', `${ORIGIN}/admin`, 'about:blank', 'tel:+1415'].map(opens)).toEqual(
    Array(4).fill('deny'),
  );
  expect(browser).toEqual(['https://crm.example/9', `${ORIGIN}/admin`]);
  expect(links).toEqual(['tel:+1415']);
});

test("pages can't attach a webview", () => {
  let stopped = false;
  contents.emit('will-attach-webview', { preventDefault: () => (stopped = true) });
  expect(stopped).toBe(true);
});

test('a page has no Node APIs', () => {
  expect(HARDENED_PREFERENCES).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    webSecurity: true,
  });
});

describe('permissions', () => {
  let origin: string | null = ORIGIN;
  let check: (...args: unknown[]) => boolean = () => false;
  let request: (...args: unknown[]) => void = () => {};
  let device: () => boolean = () => true;
  guardPermissions(
    as<Session>({
      setPermissionCheckHandler: (handler: typeof check) => (check = handler),
      setPermissionRequestHandler: (handler: typeof request) => (request = handler),
      setDevicePermissionHandler: (handler: typeof device) => (device = handler),
    }),
    () => origin,
  );
  const isGranted = (permission: string, details: object) => {
    let decision: boolean | null = null;
    request(null, permission, (granted: boolean) => (decision = granted), { isMainFrame: true, ...details });
    return decision;
  };

  test('the phone is granted the microphone, on check and on request, but not the camera', () => {
    expect(check(null, 'media', `${ORIGIN}/`, { isMainFrame: true, mediaType: 'audio' })).toBe(true);
    expect(check(null, 'media', `${ORIGIN}/`, { isMainFrame: true, mediaType: 'video' })).toBe(false);
    expect(isGranted('media', { requestingUrl: `${ORIGIN}/`, mediaTypes: ['audio'] })).toBe(true);
    expect(isGranted('media', { requestingUrl: `${ORIGIN}/`, mediaTypes: ['audio', 'video'] })).toBe(false);
    expect(isGranted('notifications', { requestingUrl: `${ORIGIN}/` })).toBe(true);
  });

  test('other origins and frames are granted nothing', () => {
    expect(isGranted('media', { requestingUrl: 'https://evil.example/', mediaTypes: ['audio'] })).toBe(false);
    expect(
      isGranted('media', { requestingUrl: `${ORIGIN}/`, mediaTypes: ['audio'], isMainFrame: false }),
    ).toBe(false);
    expect(isGranted('geolocation', { requestingUrl: `${ORIGIN}/` })).toBe(false);
    expect(device()).toBe(false);
  });

  test('without a server, no permission is granted', () => {
    origin = null;
    expect(isGranted('media', { requestingUrl: `${ORIGIN}/`, mediaTypes: ['audio'] })).toBe(false);
    origin = ORIGIN;
  });
});
