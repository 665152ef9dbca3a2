import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BEHAVIORS, type BehaviorName, Phones } from './behavior.ts';

/** By number, the behavior that the package's README names; null if it has no name. */
function namedInReadme(): ReadonlyMap<string, string | null> {
  const readme = readFileSync(join(import.meta.dirname, '../../package/README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| (?:`([\w-]+)` )?\| \+1 415 555 (01\d\d(?:, 01\d\d)*) \|/gm)];
  return new Map(
    rows.flatMap(([, name = null, numbers = '']) =>
      numbers.split(', ').map((digits) => [`+1415555${digits}`, name] as const),
    ),
  );
}

test('the README lists each simulated phone that isn’t like all others', () => {
  const named = namedInReadme();
  const phones = new Phones();
  for (let last = 100; last < 200; last += 1) {
    const number = `+14155550${last}`;
    const behavior = phones.behaviorOf(number);
    const name = named.has(number) ? named.get(number) : 'talks';
    if (name === null) expect(Object.values(BEHAVIORS), number).not.toContain(behavior);
    else expect(behavior, number).toBe(BEHAVIORS[name as BehaviorName]);
  }
});
