/** Compares what the product says now with what is written down beside this file. */
import { expect } from 'vitest';

const REWRITE = 'Others rely on it. If the change is wanted: npx vitest run stack/promises -u';

/** @param file its name in this folder */
export async function hold(file: string, text: string): Promise<void> {
  const path = `${import.meta.dirname}/${file}`;
  await expect(text.endsWith('\n') ? text : `${text}\n`, `${file} differs. ${REWRITE}`).toMatchFileSnapshot(
    path,
  );
}

const WIDTH = 110;

/** JSON with the keys in alphabetical order, and in one line what fits into one. */
export function sortedJson(value: unknown): string {
  return written(value, '');
}

function written(value: unknown, indent: string): string {
  const short = JSON.stringify(value, (_, one: unknown) => (isObject(one) ? sorted(one) : one));
  if (indent.length + short.length <= WIDTH || typeof value !== 'object' || value === null) return short;
  const deeper = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((one) => written(one, deeper))
    : Object.entries(sorted({ ...value })).map(
        ([key, one]) => `${JSON.stringify(key)}: ${written(one, deeper)}`,
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.map((part) => `${deeper}${part}`).join(',\n')}\n${indent}${close}`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const sorted = <T>(of: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
