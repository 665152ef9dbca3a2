// The local socket between the command line and a running server. Access to the data folder is the authorization.
import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { CommandResult } from '../run.ts';

const CommandRequest = z.object({ args: z.array(z.string()), who: z.string().check(z.maxLength(200)) });
const CommandResponse = z.object({ code: z.int(), out: z.string(), err: z.string() });
/** A response can be the full export of a person. */
const MAX_CHARACTERS = 64 * 1024 * 1024;
/** The shortest limit of any operating system. */
const MAX_PATH_BYTES = 100;

export type CommandHandler = (args: readonly string[], who: string) => Promise<CommandResult>;

/** In the data folder, or in a private temporary folder if that path is too long. */
function socketPath(dataFolder: string): string {
  const real = realpathSync(dataFolder);
  const name = createHash('sha256').update(real).digest('hex').slice(0, 24);
  if (process.platform === 'win32') return `\\\\.\\pipe\\offhook-admin-${name}`;
  const inFolder = join(real, 'admin.sock');
  if (Buffer.byteLength(inFolder) <= MAX_PATH_BYTES) return inFolder;
  return join(tmpdir(), `offhook-${userInfo().uid}`, `${name}.sock`);
}

/** The caller must hold the folder's lock, so an existing socket belongs to a dead process. */
export async function listenForAdmin(
  dataFolder: string,
  handle: CommandHandler,
): Promise<{ close(): Promise<void> }> {
  const path = socketPath(dataFolder);
  if (process.platform !== 'win32') {
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
    rmSync(path, { force: true });
  }
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    void serve(socket, handle);
  });
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
  } finally {
    process.umask(mask);
  }
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

async function serve(socket: Socket, handle: CommandHandler): Promise<void> {
  try {
    const line = CommandRequest.safeParse(JSON.parse(await readAll(socket)));
    const response = line.success
      ? await handle(line.data.args, line.data.who)
      : { code: 2, out: '', err: 'Invalid command.\n' };
    socket.end(JSON.stringify(response));
  } catch (error) {
    socket.end(
      JSON.stringify({ code: 1, out: '', err: `${error instanceof Error ? error.message : error}\n` }),
    );
  }
}

/** Null if no server is running. */
export async function sendToRunningServer(
  dataFolder: string,
  args: readonly string[],
  who: string,
): Promise<CommandResult | null> {
  const socket = await new Promise<Socket | null>((resolve) => {
    const connection: Socket = connect({ path: socketPath(dataFolder), allowHalfOpen: true }, () =>
      resolve(connection),
    );
    connection.once('error', () => resolve(null));
  });
  if (socket === null) return null;
  socket.on('error', () => socket.destroy());
  socket.end(JSON.stringify({ args, who }));
  const text = await readAll(socket);
  if (text === '')
    throw new Error('Offhook stopped before it responded. Check whether the command was executed.');
  return CommandResponse.parse(JSON.parse(text));
}

/** Reads until the other end is half-closed; this end stays open for the response. */
function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    socket.setEncoding('utf8');
    let text = '';
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.length <= MAX_CHARACTERS) return;
      reject(new Error('The message is too large.'));
      socket.destroy();
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}
