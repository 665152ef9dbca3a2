import { expect, test, vi } from 'vitest';
import { startServiceWorker } from './service-worker.ts';

function workers(register: () => Promise<unknown>) {
  const ready = { scope: '/' };
  const container = Object.assign(new EventTarget(), { register, ready: Promise.resolve(ready) });
  const clicked = vi.fn();
  const warn = vi.fn();
  const started = startServiceWorker(container as unknown as ServiceWorkerContainer, clicked, warn);
  return { container, ready, clicked, warn, started };
}

test("a click on a notification button reaches the phone; other messages don't", async () => {
  const { container, ready, clicked, started } = workers(async () => undefined);
  expect(await started).toBe(ready);
  const sendMessage = (data: unknown) => container.dispatchEvent(new MessageEvent('message', { data }));
  sendMessage({ offhook: 'notificationClicked', action: 'accept' });
  sendMessage({ offhook: 'notificationClicked', action: 'hangUp' });
  sendMessage('accept');
  sendMessage(null);
  expect(clicked.mock.calls).toEqual([['accept']]);
});

test('the phone works without a service worker if the browser rejects it', async () => {
  const { warn, started } = workers(async () => {
    throw new DOMException('Not here.', 'SecurityError');
  });
  expect(await started).toBeNull();
  expect(warn).toHaveBeenCalledOnce();
});

test('the phone works in a browser without service workers', async () => {
  expect(await startServiceWorker(undefined, vi.fn(), vi.fn())).toBeNull();
});
