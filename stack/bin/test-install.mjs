/**
 * `npm run test:install`: installs and starts the product in a fresh checkout on each supported Node version. Fails
 * on warnings, installations of more than 300 MB, and leftover build processes. Needs the npm registry.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './install.mjs';

const VERSIONS = [
  { node: '20.19.0', npm: '10.8.2' },
  { node: '22.22.0', npm: '10.9.4' },
  { node: '24.13.0', npm: '11.6.2' },
];
const MAX_MB = 300;
const TIMEOUT_MS = 300_000;

const folder = mkdtempSync(join(tmpdir(), 'offhook-install-'));
let failed = 0;
try {
  for (const version of VERSIONS) {
    const problems = await tryVersion(version).catch((error) => [error.message]);
    failed += problems.length ? 1 : 0;
    for (const problem of problems) console.log(`✗ Node ${version.node}: ${problem}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${VERSIONS.length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);

async function tryVersion({ node, npm }) {
  const tools = join(folder, `tools-${node}`);
  const checkout = join(folder, `checkout-${node}`);
  mkdirSync(tools);
  const packages = [`node-${process.platform}-${process.arch}@${node}`, `npm@${npm}`];
  execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', tools, ...packages], {
    cwd: tools,
  });
  copyCheckout(checkout);
  const bin = join(tools, `node_modules/node-${process.platform}-${process.arch}/bin`);
  const cli = join(tools, 'node_modules/npm/bin/npm-cli.js');
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\nexec "${join(bin, 'node')}" "${cli}" "$@"\n`, { mode: 0o755 });
  // The user's npm settings don't apply, except for the registry.
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: tools,
    ...Object.fromEntries(
      ['registry', 'cafile', 'proxy', 'https-proxy'].flatMap((name) => {
        const value = execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
        return value === 'null' ? [] : [[`NPM_CONFIG_${name.replace('-', '_').toUpperCase()}`, value]];
      }),
    ),
    OFFHOOK_DATA: join(tools, 'data'),
    PORT: '0',
  };
  const { lines, leftovers, code } = await startOnce(checkout, join(bin, 'npm'), env);
  const installed = execFileSync('find', [checkout, '-name', 'node_modules', '-prune', '-print'], {
    encoding: 'utf8',
  });
  const sizes = execFileSync('du', ['-smc', ...installed.trim().split('\n')], { encoding: 'utf8' });
  const megabytes = Number(sizes.trim().split('\n').at(-1).split('\t')[0]);
  const warnings = lines.filter((line) => /warn/i.test(line));
  console.log(`Node ${node}, npm ${npm}: ${megabytes} MB, ${warnings.length} warnings, exit code ${code}`);
  return [
    ...warnings.map((line) => `warning: ${line}`),
    ...(megabytes > MAX_MB ? [`${megabytes} MB installed, more than the limit of ${MAX_MB} MB`] : []),
    ...(code === 0 ? [] : [`exit code ${code}:\n${lines.slice(-20).join('\n')}`]),
    ...leftovers.map((line) => `leftover build process: ${line}`),
  ];
}

function copyCheckout(to) {
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const path of list.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(root, path), join(to, path));
  }
}

function startOnce(cwd, npm, env) {
  return new Promise((resolve) => {
    const lines = [];
    let leftovers = [];
    const child = spawn(npm, ['start'], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const onLine = (line) => {
      lines.push(line);
      if (!line.startsWith('Offhook is ready at')) return;
      leftovers = buildProcesses(cwd);
      process.kill(-child.pid, 'SIGINT');
    };
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine);
    const limit = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), TIMEOUT_MS);
    child.on('exit', (code, signal) => {
      clearTimeout(limit);
      // npm forwards Ctrl-C and is then terminated by the same signal.
      resolve({ lines, leftovers, code: signal === 'SIGINT' ? 0 : code });
    });
  });
}

function buildProcesses(checkout) {
  const all = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n');
  return all.filter((line) => line.includes(checkout) && /esbuild|vite|rolldown/.test(line));
}
