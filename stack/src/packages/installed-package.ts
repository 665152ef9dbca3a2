import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { packService } from '../../bin/service-packages.mjs';

const run = promisify(execFile);

interface Program {
  readonly child: ChildProcess;
  /** Standard output until it matched. */
  readonly output: string;
  /** Ends the program as Ctrl-C does. @returns its exit code */
  interrupt(): Promise<number | null>;
}

/** A service's tarball, installed with npm into an empty folder. */
export async function installPackage(name: string, ...more: readonly string[]) {
  // Test files pack at the same time.
  const packed = mkdtempSync(join(tmpdir(), 'packed-'));
  const { tarball } = await packService(name, packed);
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball, ...more], {
    cwd: folder,
  });
  const published = `offhook-${name}`;
  const command = join(folder, 'node_modules/.bin', published);
  const running = new Set<ChildProcess>();
  const spawned = (args: readonly string[], env: Readonly<Record<string, string>>) => {
    const child = spawn(command, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    child.on('exit', () => running.delete(child));
    return child;
  };
  return {
    tarball,
    folder,
    root: join(folder, 'node_modules', published),
    import: (file: string): Promise<unknown> =>
      import(/* @vite-ignore */ pathToFileURL(join(folder, 'node_modules', published, 'dist', file)).href),
    /** Runs the command to its end. */
    finish: async (...args: readonly string[]) => {
      const child = spawned(args, {});
      const [out, err, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'exit'),
      ]);
      return { out, err, code: code as number | null };
    },
    /** Starts the command and waits for its output. */
    start: async (
      args: readonly string[],
      until: RegExp,
      env: Readonly<Record<string, string>> = {},
    ): Promise<Program> => {
      const child = spawned(args, env);
      let [output, errors] = ['', ''];
      child.stderr.on('data', (chunk) => {
        errors += String(chunk);
      });
      await new Promise<void>((resolve, reject) => {
        child.stdout.on('data', (chunk) => {
          output += String(chunk);
          if (until.test(output)) resolve();
        });
        child.on('exit', (code) => reject(new Error(`exit code ${code}: ${output}${errors}`)));
      });
      return {
        child,
        output,
        interrupt: async () => {
          const exited = once(child, 'exit');
          child.kill('SIGINT');
          const [code] = await exited;
          return code as number | null;
        },
      };
    },
    remove: () => {
      for (const child of running) child.kill('SIGKILL');
      for (const made of [folder, packed]) rmSync(made, { recursive: true, force: true });
    },
  };
}

export type InstalledPackage = Awaited<ReturnType<typeof installPackage>>;

/** Files of a folder with their text. */
export function readFiles(folder: string): readonly { readonly path: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ path, text: readFileSync(path, 'latin1') }));
}
