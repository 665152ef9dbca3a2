/** Measures the time from process start to the ready line, with an empty and with a filled data folder. */
import { Product } from '@offhook/stack/product';
import { measurePlainNode } from './plain-node.ts';
import { figure, printTable } from './table.ts';

export async function benchStart(): Promise<void> {
  const firstStarts: number[] = [];
  const laterStarts: number[] = [];
  const bareStarts: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const product = new Product();
    firstStarts.push(await product.start());
    await product.stop();
    laterStarts.push(await product.start());
    await product.dispose();
    const startedAt = performance.now();
    bareStarts.push(await measurePlainNode(() => performance.now() - startedAt));
  }
  const node = ['bare node:http', bareStarts] as const;
  printTable('Start to ready, after install and build', [
    figure('first start', 'ms', firstStarts, '3,000 ms', node),
    figure('later starts', 'ms', laterStarts, '2,000 ms', node),
  ]);
}
