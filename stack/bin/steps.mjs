/** Runs commands with limited concurrency and prints the output of failed ones. */
import { spawn } from 'node:child_process';
import { root } from './install.mjs';

/** @typedef {{name: string, args: string[], env?: Record<string, string>, live?: boolean}} Step */

/** @param {Step} step @returns {Promise<{ok: boolean, output: string}>} */
export function runStep(step) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, step.args, {
      cwd: root,
      env: { ...process.env, ...step.env },
      stdio: step.live ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('exit', (code) => resolve({ ok: code === 0, output }));
  });
}

/** @param {Step[]} steps @returns {Promise<{passed: number, failed: string[]}>} the number of passed steps, the names of failed ones */
export async function runSteps(steps, concurrency = 2) {
  const waiting = [...steps];
  let passed = 0;
  const failed = [];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const { ok, output } = await runStep(step);
      console.log(`${ok ? '✓' : '✗'} ${step.name}`);
      if (!ok) console.log(output);
      if (ok) passed += 1;
      else failed.push(step.name);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return { passed, failed };
}
