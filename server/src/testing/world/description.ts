/**
 * The provider's published description between a server under test and the voice service: every request of ours is one
 * that the provider takes, and every answer that we go by is one that it gives.
 */
import { startProgram } from '../servers/program.ts';

export interface Described {
  /** Of the provider's API, as described. */
  readonly base: string;
  /** What was asked or answered otherwise so far. */
  complaints(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** @param target the voice service's own address */
export async function startDescribed(target: string): Promise<Described> {
  const { port, stop } = await startProgram('test-description-proxy', { args: [target] });
  const base = `http://127.0.0.1:${port}`;
  return {
    base,
    async complaints() {
      return (await (await fetch(`${base}/complaints`)).json()) as string[];
    },
    stop: () => stop('SIGKILL'),
  };
}
