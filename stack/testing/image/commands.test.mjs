import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../bin/install.mjs';
import { buildCommand, runCommand } from './commands.mjs';

const PROGRAM = {
  tag: 'offhook',
  command: ['node', 'a.mjs'],
  env: { PORT: '0', SECRET: 'two words' },
  sockets: '/tmp/pg',
};

test('another base image is an argument that the Dockerfile has, for both of its stages', () => {
  expect(buildCommand('docker', { tag: 'offhook' })).toEqual(['docker', 'build', '--tag', 'offhook', '.']);
  expect(buildCommand('podman', { tag: 'offhook', base: 'mirror/node:22' })).toContain(
    'BASE_IMAGE=mirror/node:22',
  );
  const [argument, ...bases] = readFileSync(join(root, 'Dockerfile'), 'utf8').match(/^(ARG|FROM) .*/gm) ?? [];
  expect(argument).toMatch(/^ARG BASE_IMAGE=node:\d+-/);
  expect(bases).toEqual([
    expect.stringMatching(/^FROM \$BASE_IMAGE /),
    expect.stringMatching(/^FROM \$BASE_IMAGE /),
  ]);
});

test('docker and podman keep the user of the image and give it no way to write or to gain rights', () => {
  const command = runCommand('docker', PROGRAM);
  expect(command).toEqual(
    expect.arrayContaining(['--read-only', 'ALL', 'no-new-privileges', 'SECRET=two words']),
  );
  expect(command.join(' ')).not.toMatch(/--user|--privileged|-v /);
  expect(command.slice(-3)).toEqual(['offhook', 'node', 'a.mjs']);
});

test('without docker and podman, the program gets the user, folder and environment of the image', () => {
  const settings = { User: 'node', WorkingDir: '/offhook', Env: ['PORT=8080'] };
  const command = runCommand('buildah', { ...PROGRAM, settings, mounted: '/images/a b' });
  const [unshare, , sh, dashC, script] = command;
  expect([unshare, sh, dashC]).toEqual(['unshare', 'sh', '-c']);
  expect(command.slice(5, 11)).toEqual([
    '/images/a b',
    '/tmp/pg',
    '--userspec=node',
    '/images/a b',
    'env',
    '--chdir=/offhook',
  ]);
  // The program's own setting comes after the image's, and wins.
  expect(command.slice(11)).toEqual(['-i', 'PORT=8080', 'PORT=0', 'SECRET=two words', 'node', 'a.mjs']);
  expect(spawnSync('sh', ['-n', '-c', script]).status).toBe(0);
});
