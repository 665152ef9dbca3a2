/**
 * A relay between Playwright and Firefox's WebDriver BiDi. Playwright sends commands that Firefox ESR lacks, and gives
 * up if one fails, so the relay answers those and forwards the rest.
 */
import { once } from 'node:events';
import { WebSocket, WebSocketServer } from 'ws';
import { typeAsFirefoxDoes } from './typing.mjs';

/** WebDriver in Firefox doesn't know these permissions; they are set as preferences. */
const PERMISSIONS_BY_PREFERENCE = new Set(['microphone']);

/** @param {{method?: string, params?: any}} command @returns {boolean} whether Firefox ESR would reject it */
function isUnsupported({ method, params }) {
  if (method === 'emulation.setMediaFeaturesOverride') return true;
  return method === 'permissions.setPermission' && PERMISSIONS_BY_PREFERENCE.has(params?.descriptor?.name);
}

/** Playwright's IDs count from 1. */
const RELAY_ID = Number.MAX_SAFE_INTEGER;

function createExtraCommands() {
  let frontContext = '';
  return ({ method, params }) => {
    if (method === 'browsingContext.create') frontContext = '';
    if (method === 'session.new') {
      return { method: 'script.addPreloadScript', params: { functionDeclaration: `${typeAsFirefoxDoes}` } };
    }
    // Firefox opens a microphone only in the front window.
    if (method !== 'input.performActions' || params.context === frontContext) return null;
    frontContext = params.context;
    return { method: 'browsingContext.activate', params: { context: frontContext } };
  };
}

/** @returns {Promise<string>} the URL for the runner; it accepts one connection */
export async function startRelay(target, onClosed) {
  const options = { perMessageDeflate: false, maxPayload: 0 };
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, ...options });
  await once(server, 'listening');
  server.once('connection', async (runner) => {
    const firefox = new WebSocket(target, options);
    const end = () => {
      runner.terminate();
      firefox.terminate();
      server.close();
      onClosed();
    };
    for (const side of [runner, firefox]) side.on('close', end).on('error', end);
    const extraCommand = createExtraCommands();
    const opened = once(firefox, 'open').catch(() => undefined);
    runner.on('message', async (data) => {
      const text = data.toString();
      const command = JSON.parse(text);
      if (isUnsupported(command)) {
        runner.send(JSON.stringify({ type: 'success', id: command.id, result: {} }));
        return;
      }
      await opened;
      if (firefox.readyState !== WebSocket.OPEN) return;
      const extra = extraCommand(command);
      const send = () => firefox.send(text);
      if (command.method === 'session.new') send();
      if (extra) firefox.send(JSON.stringify({ id: RELAY_ID, ...extra }));
      if (command.method !== 'session.new') send();
    });
    firefox.on('message', (data) => {
      const text = data.toString();
      if (!text.includes(String(RELAY_ID))) return void runner.send(text);
      const { type, message } = JSON.parse(text);
      if (type === 'error') console.error(`Firefox rejected a command from the relay: ${message}`);
    });
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return `ws://127.0.0.1:${port}`;
}
