import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateWorkflow } from '@action-validator/core';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folder = join(root, '.github/workflows');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

describe.each(readdirSync(folder))('%s', (name) => {
  const text = readFileSync(join(folder, name), 'utf8');

  it('is a workflow that GitHub accepts', () => {
    expect(validateWorkflow(text).errors).toEqual([]);
    expect(validateWorkflow(text.replace('runs-on:', 'runs-at:')).errors).not.toEqual([]);
  });

  it('runs commands that exist', () => {
    const commands = [...text.matchAll(/npm (?:run )?(test|[a-z]+:?[a-z]*)/g)].map(
      ([, script = '']) => script,
    );
    expect(commands.filter((script) => script !== 'ci' && !(script in scripts))).toEqual([]);
  });

  it('runs on each major version of Node from the oldest that package.json accepts', () => {
    const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const oldest = Number(/\d+/.exec(engines.node)?.[0]);
    expect(text).toContain(`node: [${oldest}, ${oldest + 2}, ${oldest + 4}]`);
  });
});
