/**
 * How the command reaches a running product: a local socket beside the database. Who may open the data folder may
 * administer; nothing of it is reachable over the network.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { AdminAnswer } from '../run.ts';

const Line = z.object({ args: z.array(z.string()), who: z.string().check(z.maxLength(200)) });
const Answer = z.object({ code: z.int(), out: z.string(), err: z.string() });
/** What is asked is short; what is answered may be all that is kept of a person. */
const MOST_READ = 64 * 1024 * 1024;
/** Where a socket's path must not be longer, on the shortest-winded system. */
const LONGEST_PATH = 100;

export type AnswerLine = (args: readonly string[], who: string) => Promise<AdminAnswer>;

/** In the data folder, which is the owner's alone; a folder of the owner's elsewhere where that path is too long. */
function socketPath(dataFolder: string): string {
  const real = realpathSync(dataFolder);
  const name = createHash('sha256').update(real).digest('hex').slice(0, 24);
  if (process.platform === 'win32') return `\\\\.\\pipe\\offhook-admin-${name}`;
  const own = join(real, 'admin.sock');
  if (Buffer.byteLength(own) <= LONGEST_PATH) return own;
  return join(tmpdir(), `offhook-${userInfo().uid}`, `${name}.sock`);
}

/** To be called by who holds the folder's lock: whatever lies at the path is of a process that is dead. */
export async function listenForAdmin(
  dataFolder: string,
  answer: AnswerLine,
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
    void serve(socket, answer);
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

async function serve(socket: Socket, answer: AnswerLine): Promise<void> {
  try {
    const line = Line.safeParse(JSON.parse(await readAll(socket)));
    const said = line.success
      ? await answer(line.data.args, line.data.who)
      : { code: 2, out: '', err: 'The command could not be read.\n' };
    socket.end(JSON.stringify(said));
  } catch (error) {
    socket.end(
      JSON.stringify({ code: 1, out: '', err: `${error instanceof Error ? error.message : error}\n` }),
    );
  }
}

/** `null`: nobody is there. */
export async function askRunning(
  dataFolder: string,
  args: readonly string[],
  who: string,
): Promise<AdminAnswer | null> {
  const socket = await new Promise<Socket | null>((resolve) => {
    const made: Socket = connect({ path: socketPath(dataFolder), allowHalfOpen: true }, () => resolve(made));
    made.once('error', () => resolve(null));
  });
  if (socket === null) return null;
  socket.on('error', () => socket.destroy());
  socket.end(JSON.stringify({ args, who }));
  const text = await readAll(socket);
  if (text === '') throw new Error('The product stopped before it answered. Look whether it was done.');
  return Answer.parse(JSON.parse(text));
}

/** What the other end says until it has said all; this end stays open for the answer. */
function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    socket.setEncoding('utf8');
    let text = '';
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.length <= MOST_READ) return;
      reject(new Error('Too much.'));
      socket.destroy();
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}
