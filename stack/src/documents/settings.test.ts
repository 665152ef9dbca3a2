/** Compares docs/settings.md with the settings that stack/promises reads from the schemas. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test('docs/settings.md has exactly the settings of npm start and npm run server', () => {
  const sections = read('stack/promises/environment.txt').split(/^# /m);
  const settings = ['npm start', 'npm run server'].flatMap((name) => {
    const section = sections.find((text) => text.startsWith(`${name}\n`)) ?? '';
    return [...section.matchAll(/^([A-Z][A-Z0-9_]+)(?: \(required\))?: /gm)].map(([, setting]) => setting);
  });
  const documented = [...read('docs/settings.md').matchAll(/`([A-Z][A-Z0-9_]+)(?:=[^`]*)?`/g)].map(
    ([, setting]) => setting,
  );
  expect(settings.length).toBeGreaterThan(60);
  expect([...new Set(documented)].sort()).toEqual([...new Set(settings)].sort());
});
