import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { newContext } from './browser.mjs';
import { staticFile } from './static-files.mjs';

const softphone = resolve(import.meta.dirname, '../../softphone');
const galleries = new Map();

/** One gallery per folder and process. */
export function openGallery(project = softphone) {
  if (!galleries.has(project)) galleries.set(project, open(project));
  return galleries.get(project);
}

async function open(project) {
  const folder = builtFolder(project);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const send = staticFile(folder, pathname);
    if (send) send(response);
    else response.writeHead(404).end();
  });
  // Ends with the process.
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}/gallery.html`;
  const newPage = async (options = {}) =>
    (await newContext({ reducedMotion: 'reduce', ...options })).newPage();
  let page;
  return {
    url,
    newPage,
    /** @param options for its context, used only when the page is created */
    async emptyPage(options = {}) {
      if (!page || page.isClosed()) page = await newPage(options);
      await page.goto('about:blank');
      return page;
    },
  };
}

/** A test run builds it beforehand (`stack/testing/galleries.mjs`). */
function builtFolder(project) {
  if (process.env.OFFHOOK_GALLERIES) return join(process.env.OFFHOOK_GALLERIES, basename(project));
  const folder = mkdtempSync(join(tmpdir(), 'offhook-gallery-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  execFileSync(process.execPath, [join(import.meta.dirname, 'build-gallery.mjs'), project, folder], {
    stdio: 'inherit',
  });
  return folder;
}
