/**
 * A widely used baseline for phone conferences: Janus with AudioBridge, from the system's packages. Rooms at 8 kHz, no
 * audio level events, no recording.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MediaServer } from './run.ts';

const FOLDERS = ['/usr/lib/x86_64-linux-gnu/janus', '/usr/lib/aarch64-linux-gnu/janus', '/usr/lib/janus'];

interface Reply {
  readonly janus: string;
  readonly transaction?: string;
  readonly data?: { readonly id: number };
  readonly plugindata?: { readonly data: { readonly audiobridge?: string; readonly error?: string } };
  readonly jsep?: { readonly sdp: string };
  readonly error?: { readonly reason: string };
}

export function hasJanus(): boolean {
  return spawnSync('janus', ['--help'], { stdio: 'ignore' }).error === undefined;
}

/** @param prebuffer packets queued per participant before mixing; Janus's default is 6 */
export async function janusBridge(prebuffer: number): Promise<MediaServer> {
  const folder = mkdtempSync(join(tmpdir(), 'janus-'));
  const port = await freePort();
  const library = FOLDERS.find((each) => spawnSync('test', ['-d', each]).status === 0) ?? FOLDERS[0];
  writeFileSync(
    join(folder, 'janus.jcfg'),
    `general: { plugins_folder = "${library}/plugins", transports_folder = "${library}/transports", debug_level = 2 }
     media: { ipv6 = false }
     plugins: { disable = "libjanus_videoroom.so,libjanus_streaming.so,libjanus_sip.so,libjanus_nosip.so,libjanus_recordplay.so,libjanus_echotest.so,libjanus_videocall.so,libjanus_textroom.so,libjanus_voicemail.so,libjanus_duktape.so,libjanus_lua.so" }
     transports: { disable = "libjanus_mqtt.so,libjanus_nanomsg.so,libjanus_pfunix.so,libjanus_rabbitmq.so,libjanus_websockets.so" }`,
  );
  writeFileSync(
    join(folder, 'janus.transport.http.jcfg'),
    `general: { json = "compact", base_path = "/janus", http = true, port = ${port}, ip = "127.0.0.1", https = false }
     admin: { admin_http = false }`,
  );
  writeFileSync(join(folder, 'janus.plugin.audiobridge.jcfg'), 'general: { events = false }');
  const child = spawn('janus', ['-F', folder, '-o'], { stdio: 'ignore' });
  const api = `http://127.0.0.1:${port}/janus`;
  const session = await open(api, child);
  const waiting = new Map<string, (reply: Reply) => void>();
  let closed = false;
  void poll();

  async function poll(): Promise<void> {
    while (!closed) {
      try {
        const event = (await (await fetch(`${session}?maxev=1`)).json()) as Reply;
        const done = event.transaction === undefined ? undefined : waiting.get(event.transaction);
        if (event.janus === 'event') done?.(event);
      } catch {
        if (!closed) await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  async function sendRequest(handle: string, body: object, jsep?: object): Promise<Reply> {
    const transaction = randomUUID();
    const answer = new Promise<Reply>((resolve) => waiting.set(transaction, resolve));
    const first = await post(handle, { janus: 'message', transaction, body, ...(jsep ? { jsep } : {}) });
    const reply = first.janus === 'ack' ? await answer : first;
    waiting.delete(transaction);
    const error = reply.error?.reason ?? reply.plugindata?.data.error;
    if (error !== undefined) throw new Error(`Janus: ${error}`);
    return reply;
  }

  const attach = async (): Promise<string> => {
    const reply = await post(session, {
      janus: 'attach',
      plugin: 'janus.plugin.audiobridge',
      transaction: randomUUID(),
    });
    return `${session}/${reply.data?.id}`;
  };
  const control = await attach();
  const rooms = new Map<number, number>();
  const handles = new Map<string, string>();

  return {
    pid: child.pid ?? 0,
    answer: async (leg, sdp, room) => {
      if (!rooms.has(room)) {
        rooms.set(room, room + 1);
        await sendRequest(control, {
          request: 'create',
          room: room + 1,
          sampling_rate: 8000,
          default_prebuffering: prebuffer,
          audiolevel_ext: false,
          audiolevel_event: false,
          record: false,
        });
      }
      const handle = await attach();
      handles.set(leg, handle);
      await sendRequest(handle, { request: 'join', room: room + 1, codec: 'pcmu', prebuffer, display: leg });
      const reply = await sendRequest(handle, { request: 'configure', muted: false }, { type: 'offer', sdp });
      return reply.jsep?.sdp ?? '';
    },
    join: async () => {},
    close: async () => {
      for (const room of rooms.values()) await sendRequest(control, { request: 'destroy', room });
      closed = true;
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function post(url: string, body: object): Promise<Reply> {
  return (await (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json()) as Reply;
}

async function open(api: string, child: ChildProcess): Promise<string> {
  for (let attempt = 0; child.exitCode === null && attempt < 200; attempt += 1) {
    try {
      const reply = await post(api, { janus: 'create', transaction: randomUUID() });
      return `${api}/${reply.data?.id}`;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error('Janus did not start');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
