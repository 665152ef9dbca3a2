// The operating system releases the lock when the process dies: an abstract socket on Linux (visible within one
// network namespace), a named pipe on Windows, elsewhere a socket file that is probed.
import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';

export class FolderInUse extends Error {
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another process. Stop it, or set OFFHOOK_DATA to another folder.`,
    );
    this.name = 'FolderInUse';
  }
}

export interface FolderLock {
  release(): Promise<void>;
}

/** @throws FolderInUse */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const address = lockAddress(folder);
  const server = (await listen(address)) ?? (await replaceStaleSocket(address));
  if (!server) throw new FolderInUse(folder);
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

function lockAddress(folder: string): string {
  const real = realpathSync(folder);
  const name = `offhook-${createHash('sha256').update(real).digest('hex').slice(0, 40)}`;
  switch (process.platform) {
    case 'linux':
      return `\0${name}`;
    case 'win32':
      return `\\\\.\\pipe\\${name}`;
    default:
      return join(real, 'lock.sock');
  }
}

function listen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen(address, () => resolve(server));
  });
}

async function replaceStaleSocket(address: string): Promise<Server | null> {
  if (process.platform === 'linux' || process.platform === 'win32') return null;
  const alive = await new Promise<boolean>((resolve) => {
    const socket = connect(address, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
  if (alive) return null;
  rmSync(address, { force: true });
  return listen(address);
}
