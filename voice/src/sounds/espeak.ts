import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SynthesisRequest } from './flite.ts';

const PROGRAM = 'espeak-ng';
const TIMEOUT_MS = 20_000;

const run = promisify(execFile);

export async function isEspeakInstalled(): Promise<boolean> {
  return run(PROGRAM, ['--version'], { timeout: TIMEOUT_MS }).then(
    () => true,
    () => false,
  );
}

/** The text goes through standard input, so that it's never read as an option. */
export async function synthesizeWithEspeak({ text, voice, folder, file }: SynthesisRequest): Promise<void> {
  const speaking = run(PROGRAM, ['-v', voice, '-w', join(folder, file), '--stdin'], { timeout: TIMEOUT_MS });
  speaking.child.stdin?.on('error', () => undefined).end(text);
  await speaking;
}
