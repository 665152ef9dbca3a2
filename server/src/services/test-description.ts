/**
 * The provider's published description between a server under test and the voice service: every request of ours is one
 * that the provider takes, and every answer that we go by is one that it gives.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until } from './test-world.ts';

export interface Described {
  /** Of the provider's API, as described. */
  readonly base: string;
  /** What was asked or answered otherwise so far. */
  complaints(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

const ENTRY = fileURLToPath(new URL('../../../voice/src/judges/description-proxy.ts', import.meta.url));

/** @param target the voice service's own address */
export async function startDescribed(target: string): Promise<Described> {
  const child = spawn(process.execPath, ['--import', 'tsx', ENTRY, target], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let told = '';
  child.stdout.on('data', (chunk) => {
    told += String(chunk);
  });
  const line = await until(
    'the description is read',
    () => {
      if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`);
      return told.split('\n').find((one) => one.endsWith('}'));
    },
    100_000,
  );
  const base = `http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}`;
  return {
    base,
    async complaints() {
      return (await (await fetch(`${base}/complaints`)).json()) as string[];
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
