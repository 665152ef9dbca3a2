/** Provides notification buttons and an offline page. Caches no code, so that agents never use an outdated version. */
export {};

// TypeScript doesn't know which kind of worker this is.
const worker = self as unknown as ServiceWorkerGlobalScope;

const CACHE = 'offhook-offline-2';
const OFFLINE_PAGE = '/offline.html';
const OFFLINE_FILES = [OFFLINE_PAGE, '/offline-page.js', '/offline.css', '/icons/icon.svg'];

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(OFFLINE_FILES.map((file) => new Request(file, { cache: 'reload' })))),
  );
  // Safe to skip waiting: pages of an older version don't depend on any state in the worker.
  void worker.skipWaiting();
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

async function activate(): Promise<void> {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  // Requests the page while the worker starts.
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

worker.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (origin !== worker.location.origin) return;
  if (event.request.mode === 'navigate') {
    const isApp = pathname === '/' || pathname === '/admin' || pathname.startsWith('/admin/');
    event.respondWith(isApp ? loadPage(event) : load(event));
  } else if (OFFLINE_FILES.includes(pathname)) {
    event.respondWith(fetch(event.request).catch(() => cachedFile(pathname)));
  }
});

/** Without this, the browser would drop the preloaded answer and ask again, and a login's callback works only once. */
async function load(event: FetchEvent): Promise<Response> {
  const preloaded: Response | undefined = await event.preloadResponse;
  return preloaded ?? fetch(event.request);
}

async function loadPage(event: FetchEvent): Promise<Response> {
  try {
    return await load(event);
  } catch {
    return cachedFile(OFFLINE_PAGE);
  }
}

async function cachedFile(file: string): Promise<Response> {
  return (await caches.match(file)) ?? Response.error();
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(forwardClick(event.action));
});

/** Focuses the page unless the call is ignored. */
async function forwardClick(action: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window' });
  const phone = pages.find(({ url }) => new URL(url).pathname === '/');
  if (!phone) return;
  if (action !== 'ignore') await phone.focus().catch(() => undefined);
  phone.postMessage({ offhook: 'notificationClicked', action });
}
