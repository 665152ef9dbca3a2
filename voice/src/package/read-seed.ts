import { BEHAVIORS } from '../carrier/behavior.ts';
import type { Seed } from './api.ts';
import { parseSeed } from './core/seed.ts';

/** @throws an error with one line per problem */
export function readSeed(value: unknown): Seed {
  const parsed = parseSeed(value, Object.keys(BEHAVIORS));
  if ('errors' in parsed) throw new Error(`The seed is invalid.\n${parsed.errors.join('\n')}`);
  // The schema lists the same fields; its behaviors are names of `BEHAVIORS`.
  return parsed.seed as Seed;
}
