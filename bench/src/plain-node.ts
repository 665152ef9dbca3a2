/** The baseline for start time and memory: a plain Node HTTP server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export async function measurePlainNode(read: (pid: number) => number): Promise<number> {
  const code =
    "require('node:http').createServer((q,r)=>r.end()).listen(0,'127.0.0.1',()=>console.log('ready'))";
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const found = read(child.pid ?? 0);
  child.kill();
  await once(child, 'exit');
  return found;
}
