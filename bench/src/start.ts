/** From the start of the process to its ready line: with a fresh data folder, and with data. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Product } from '@offhook/stack/product';
import { spreadOf } from './spread.ts';
import { printTable } from './table.ts';

/** The peer: what Node itself needs to start and answer one request. */
async function bareNode(): Promise<number> {
  const began = performance.now();
  const code =
    "require('node:http').createServer((q,r)=>r.end()).listen(0,'127.0.0.1',()=>console.log('ready'))";
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const took = performance.now() - began;
  child.kill();
  await once(child, 'exit');
  return took;
}

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
    peer.push(await bareNode());
  }
  const node = { name: 'bare node:http', spread: spreadOf(peer) };
  printTable('Start to ready, after install and build', [
    { what: 'first start', unit: 'ms', ours: spreadOf(fresh), peer: node, goal: '3,000 ms' },
    { what: 'later starts', unit: 'ms', ours: spreadOf(later), peer: node, goal: '2,000 ms' },
  ]);
}
