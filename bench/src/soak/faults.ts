import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessName, Product } from '@offhook/stack/product';
import type { Random } from './random.ts';

export type CuttableProxy = Awaited<ReturnType<typeof openProxy>>;

export async function openProxy(target: () => string) {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const { hostname, port } = new URL(target());
    const upstream = connect(Number(port), hostname);
    for (const [socket, peer] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => peer.destroy());
      socket.on('close', () => {
        open.delete(socket);
        peer.destroy();
      });
      socket.pipe(peer);
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async cut(ms: number) {
      isCut = true;
      for (const socket of open) socket.destroy();
      await pause(ms);
      isCut = false;
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        for (const socket of open) socket.destroy();
      }),
  };
}

const PROCESSES = ['server', 'voice', 'realtime'] as const satisfies readonly ProcessName[];
export const FAULT_KINDS = ['kill', 'freeze', 'cut', 'restart'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Share of kills that hit the supervisor, whose children exit with it. */
const SUPERVISOR_SHARE = 0.2;

export async function injectFault(
  product: Product,
  proxy: CuttableProxy,
  random: Random,
  kind: FaultKind,
): Promise<string> {
  const name = random.oneOf(PROCESSES);
  const ms = Math.round(random.between(1_000, 8_000));
  switch (kind) {
    case 'kill': {
      if (random.next() < SUPERVISOR_SHARE) return killSupervisor(product);
      const former = product.pidOf(name);
      product.kill(name);
      await product.waitForRestart(name, former);
      return `${name} killed`;
    }
    case 'freeze': {
      const pid = product.pidOf(name);
      process.kill(pid, 'SIGSTOP');
      await pause(ms);
      process.kill(pid, 'SIGCONT');
      return `${name} frozen for ${ms} ms`;
    }
    case 'cut':
      await proxy.cut(ms);
      return `agents disconnected for ${ms} ms`;
    default:
      await product.stop();
      await product.start();
      return 'product restarted';
  }
}

async function killSupervisor(product: Product): Promise<string> {
  const children = PROCESSES.map((name) => product.pidOf(name));
  product.kill('supervisor');
  await product.waitForExit(children);
  await product.start();
  return 'supervisor killed, product restarted';
}
