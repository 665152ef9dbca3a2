/** Keeps the README short, and each of its claims with its proof in docs/status.md. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test('the README has 500 to 700 words besides code', () => {
  const prose = read('README.md').replaceAll(/^ {4}.*$/gm, '');
  const words = prose.split(/\s+/).filter((word) => word !== '').length;
  expect(words).toBeGreaterThan(500);
  expect(words).toBeLessThanOrEqual(700);
});

const rows = (read('docs/status.md').split('## Claims of the README')[1] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| claim'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

test('each claim of the README has a proof in the status, and the status has no others', () => {
  const bullets = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('- '));
  const claims = bullets.map((line) => /^- \*\*(.+?)\.\*\* /.exec(line)?.[1] ?? line);
  expect(claims.length).toBeGreaterThanOrEqual(16);
  expect(rows.map(([, claim]) => claim).sort()).toEqual(claims.sort());
});

test('the proofs of claims are files that exist', () => {
  const files = rows.flatMap(([, , proof = '']) =>
    [...proof.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  );
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
