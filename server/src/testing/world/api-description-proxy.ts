/** Validates the requests to the voice service and its responses against the provider's published API description. */
import { startProgram } from '../servers/program.ts';

export interface DescriptionProxy {
  readonly base: string;
  /** Requests and responses that didn't match so far. */
  violations(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** @param target URL of the voice service */
export async function startDescriptionProxy(target: string): Promise<DescriptionProxy> {
  const { port, stop } = await startProgram('test-description-proxy', { args: [target] });
  const base = `http://127.0.0.1:${port}`;
  return {
    base,
    async violations() {
      return (await (await fetch(`${base}/violations`)).json()) as string[];
    },
    stop: () => stop('SIGKILL'),
  };
}
