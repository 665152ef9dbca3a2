/** From process start to the ready line, with an empty and with a filled data folder. */
import { Product } from '@offhook/stack/product';
import { measurePlainNode } from './plain-node.ts';
import { figure, printTable } from './table.ts';

export async function benchStart(): Promise<void> {
  const fresh: number[] = [];
  const later: number[] = [];
  const peer: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const product = new Product();
    fresh.push(await product.start());
    await product.stop();
    later.push(await product.start());
    await product.dispose();
    const startedAt = performance.now();
    peer.push(await measurePlainNode(() => performance.now() - startedAt));
  }
  const node = ['bare node:http', peer] as const;
  printTable('Start to ready, after install and build', [
    figure('first start', 'ms', fresh, '3,000 ms', node),
    figure('later starts', 'ms', later, '2,000 ms', node),
  ]);
}
