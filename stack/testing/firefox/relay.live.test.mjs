/** The relay between Playwright and Firefox, with a fake WebDriver instead of Firefox. */
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { startRelay } from './relay.mjs';

async function start() {
  const driver = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => driver.close());
  await once(driver, 'listening');
  const requests = [];
  driver.on('connection', (socket) =>
    socket.on('message', (data) => {
      const { id, method, params } = JSON.parse(data);
      requests.push(params?.context ? `${method} ${params.context}` : method);
      socket.send(JSON.stringify({ type: 'success', id, result: { by: 'Firefox' } }));
    }),
  );
  let onClosed = () => {};
  const closed = new Promise((resolve) => {
    onClosed = resolve;
  });
  const runner = new WebSocket(await startRelay(`ws://127.0.0.1:${driver.address().port}`, onClosed));
  await once(runner, 'open');
  let id = 0;
  const request = async (method, params = {}) => {
    id += 1;
    runner.send(JSON.stringify({ id, method, params }));
    const [answer] = await once(runner, 'message');
    expect(JSON.parse(answer).id).toBe(id);
    return JSON.parse(answer).result;
  };
  return { request, requests, runner, closed };
}

test('the relay answers commands that Firefox lacks and forwards the rest', async () => {
  const { request, requests } = await start();
  expect(await request('emulation.setMediaFeaturesOverride')).toEqual({});
  expect(await request('permissions.setPermission', { descriptor: { name: 'microphone' } })).toEqual({});
  const notifications = { descriptor: { name: 'notifications' } };
  expect(await request('permissions.setPermission', notifications)).toEqual({ by: 'Firefox' });
  expect(requests).toEqual(['permissions.setPermission']);
});

test('a window is activated before its first action', async () => {
  const { request, requests } = await start();
  await request('session.new');
  for (const context of ['one', 'one', 'two', 'one']) await request('input.performActions', { context });
  expect(requests).toEqual([
    'session.new',
    'script.addPreloadScript',
    'browsingContext.activate one',
    'input.performActions one',
    'input.performActions one',
    'browsingContext.activate two',
    'input.performActions two',
    'browsingContext.activate one',
    'input.performActions one',
  ]);
});

test('the browser is stopped when the runner disconnects', async () => {
  const { request, runner, closed } = await start();
  await request('session.status');
  runner.close();
  await closed;
});
