/** Faults at a product that the soak has started itself. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { PartName, Product } from '@offhook/stack/product';
import type { Chance } from './chance.ts';

/** A wire between the agents and the product, which can be cut. */
export type Wire = Awaited<ReturnType<typeof openWire>>;

export async function openWire(target: () => string) {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const { hostname, port } = new URL(target());
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Whoever is connected loses the connection, and nobody gets one for so long. */
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

const PARTS = ['server', 'voice', 'realtime'] as const satisfies readonly PartName[];
export const KINDS = ['kill', 'freeze', 'cut', 'restart'] as const;
export type FaultKind = (typeof KINDS)[number];

/** Of the kills; a process that dies takes its children with it. */
const SUPERVISOR_SHARE = 0.2;

/** @returns what was done, in words, once the product is whole again */
export async function makeFault(
  product: Product,
  wire: Wire,
  chance: Chance,
  kind: FaultKind,
): Promise<string> {
  const part = chance.oneOf(PARTS);
  const ms = Math.round(chance.between(1_000, 8_000));
  switch (kind) {
    case 'kill': {
      if (chance.next() < SUPERVISOR_SHARE) return killSupervisor(product);
      const former = product.pidOf(part);
      product.kill(part);
      await product.restarted(part, former);
      return `${part} killed`;
    }
    case 'freeze': {
      const pid = product.pidOf(part);
      process.kill(pid, 'SIGSTOP');
      await pause(ms);
      process.kill(pid, 'SIGCONT');
      return `${part} frozen for ${ms} ms`;
    }
    case 'cut':
      await wire.cut(ms);
      return `the agents’ network cut for ${ms} ms`;
    default:
      await product.stop();
      await product.start();
      return 'the product restarted';
  }
}

async function killSupervisor(product: Product): Promise<string> {
  const children = PARTS.map((part) => product.pidOf(part));
  product.kill('supervisor');
  await product.gone(children);
  await product.start();
  return 'supervisor killed, and the product started again';
}
