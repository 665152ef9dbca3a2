/**
 * Stands between the test runner and Firefox's WebDriver BiDi. The runner asks every new page for things that Firefox
 * ESR does not have yet, and gives up when one is refused: these are answered here, all else by Firefox.
 */
import { once } from 'node:events';
import { WebSocket, WebSocketServer } from 'ws';
import { typeAsFirefoxDoes } from './typing.mjs';

/** Firefox has no names for these rights in WebDriver; its preferences give them. */
const RIGHTS_BY_PREFERENCE = new Set(['microphone']);

/** @param {{method?: string, params?: any}} command @returns {boolean} Firefox ESR would refuse it */
function isUnknown({ method, params }) {
  if (method === 'emulation.setMediaFeaturesOverride') return true;
  return method === 'permissions.setPermission' && RIGHTS_BY_PREFERENCE.has(params?.descriptor?.name);
}

/** The runner counts its own from 1. */
const OWN_ID = Number.MAX_SAFE_INTEGER;

/** What goes to Firefox beside the runner's commands, in their order. */
function createCompany() {
  let front = '';
  return ({ method, params }) => {
    if (method === 'browsingContext.create') front = '';
    if (method === 'session.new') {
      return { method: 'script.addPreloadScript', params: { functionDeclaration: `${typeAsFirefoxDoes}` } };
    }
    // A person's click brings a window to the front; Firefox opens a microphone only there.
    if (method !== 'input.performActions' || params.context === front) return null;
    front = params.context;
    return { method: 'browsingContext.activate', params: { context: front } };
  };
}

/**
 * @param {string} target
 * @param {() => void} whenClosed the runner or Firefox has gone
 * @returns {Promise<string>} the address for the runner, which may connect once
 */
export async function relayTo(target, whenClosed) {
  const options = { perMessageDeflate: false, maxPayload: 0 };
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, ...options });
  await once(server, 'listening');
  server.once('connection', async (runner) => {
    const firefox = new WebSocket(target, options);
    const end = () => {
      runner.terminate();
      firefox.terminate();
      server.close();
      whenClosed();
    };
    for (const side of [runner, firefox]) side.on('close', end).on('error', end);
    const company = createCompany();
    const opened = once(firefox, 'open').catch(() => undefined);
    runner.on('message', async (data) => {
      const text = data.toString();
      const command = JSON.parse(text);
      if (isUnknown(command)) {
        runner.send(JSON.stringify({ type: 'success', id: command.id, result: {} }));
        return;
      }
      await opened;
      if (firefox.readyState !== WebSocket.OPEN) return;
      const own = company(command);
      const send = () => firefox.send(text);
      // Without a session there is nothing to add to.
      if (command.method === 'session.new') send();
      if (own) firefox.send(JSON.stringify({ id: OWN_ID, ...own }));
      if (command.method !== 'session.new') send();
    });
    firefox.on('message', (data) => {
      const text = data.toString();
      if (!text.includes(String(OWN_ID))) return void runner.send(text);
      const { type, message } = JSON.parse(text);
      if (type === 'error') console.error(`Firefox refused a command of the relay: ${message}`);
    });
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return `ws://127.0.0.1:${port}`;
}
