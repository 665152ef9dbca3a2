/** Tests the built app in Electron if its binary is installed; never downloads it. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const packageFolder = resolve(import.meta.dirname, '..');

/** Importing the package would download the binary; path.txt says where it is. */
function electronBinary(): string | null {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const dist = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist');
  const binary = join(dist, readFileSync(pathFile, 'utf8').trim());
  return existsSync(binary) ? binary : null;
}

function reasonToSkip(): string | null {
  if (electronBinary() === null) return 'no Electron binary';
  const headless = process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'];
  return headless ? 'no display' : null;
}

const skipped = reasonToSkip();

const PAGE = `<!doctype html><title>Offhook</title>
<script type="application/json" id="offhook-config">{}</script>
<script>
  window.commands = [];
  window.desktop.onCommand((command) => window.commands.push(command));
  window.desktop.showStatus({ lamp: 'ringing', muted: false });
</script>`;

describe.skipIf(skipped !== null)(`in Electron${skipped ? ` (skipped: ${skipped})` : ''}`, () => {
  let data = '';
  let server: Server;
  let app: ElectronApplication;
  let page: Page;
  let origin = '';

  beforeAll(async () => {
    execFileSync(process.execPath, [join(packageFolder, 'bin/build.mjs')], { cwd: packageFolder });
    data = mkdtempSync(join(tmpdir(), 'offhook-desktop-'));
    server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(PAGE);
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    app = await _electron.launch({
      executablePath: electronBinary() ?? '',
      args: [packageFolder, `--user-data-dir=${data}`, ...asRoot, 'tel:+14155550100'],
      env: { ...(process.env as Record<string, string>), OFFHOOK_SERVER: origin },
    });
    page = await app.firstWindow();
  });

  afterAll(async () => {
    await app?.close();
    server?.close();
    rmSync(data, { recursive: true, force: true });
  });

  test("the server's page opens with the link that started the app", async () => {
    await expect.poll(() => page.url()).toBe(`${origin}/?url=tel:%2B14155550100`);
  });

  test('the page has the bridge and no Node APIs', async () => {
    const has = () =>
      page.evaluate(() => [typeof window, 'desktop' in window, 'require' in window, 'process' in window]);
    await expect.poll(has).toEqual(['object', true, false, false]);
  });

  test('a second tel: link reaches the listening page without a reload', async () => {
    await app.evaluate((electron) => {
      electron.app.emit('second-instance', {}, ['offhook', 'tel:+14155550101']);
    });
    const commands = () => page.evaluate(() => (window as unknown as { commands: unknown }).commands);
    await expect.poll(commands).toEqual([{ type: 'openTelLink', url: 'tel:+14155550101' }]);
  });

  test('the accept shortcut is registered while a call rings', async () => {
    const isRegistered = () =>
      app.evaluate(({ globalShortcut }) => globalShortcut.isRegistered('Control+Shift+F9'));
    if (process.platform !== 'darwin') await expect.poll(isRegistered).toBe(true);
  });
});
