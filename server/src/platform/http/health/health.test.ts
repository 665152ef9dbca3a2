import { expect, it } from 'vitest';
import { createHealth } from './health.ts';

type Part = readonly [name: string, isReady: () => boolean | Promise<boolean>];
const part = (...it: Part) => it;
const throws = () => {
  throw new Error('gone');
};

const cases: [string, Part[], string | null][] = [
  ['no component', [], null],
  ['all ready', [part('a', () => true), part('b', async () => true)], null],
  ['one not ready', [part('a', () => true), part('b', () => false)], 'b'],
  ['one that rejects', [part('a', () => Promise.reject(new Error('gone'))), part('b', () => true)], 'a'],
  ['one that throws', [part('a', throws)], 'a'],
  ['one that never responds', [part('a', () => new Promise<boolean>(() => undefined))], 'a'],
];

it.each(cases)('health names the component that isn’t ready: %s', async (_name, parts, missing) => {
  const health = createHealth();
  for (const [part, isReady] of parts) health.add(part, isReady);
  expect(await health.firstFault()).toBe(missing);
});
