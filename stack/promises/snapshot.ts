/** Compares a text with a snapshot file in this folder. */
import { expect } from 'vitest';

const UPDATE =
  'Users or operators rely on its content. If the change is intended, run: npx vitest run stack/promises -u';

export async function expectSnapshot(file: string, text: string): Promise<void> {
  const path = `${import.meta.dirname}/${file}`;
  await expect(
    text.endsWith('\n') ? text : `${text}\n`,
    `${file} has changed. ${UPDATE}`,
  ).toMatchFileSnapshot(path);
}

const WIDTH = 110;

/** JSON with sorted keys; values that fit on one line stay on one line. */
export function sortedJson(value: unknown): string {
  return formatJson(value, '');
}

function formatJson(value: unknown, indent: string): string {
  const short = JSON.stringify(value, (_, entry: unknown) => (isObject(entry) ? sorted(entry) : entry));
  if (indent.length + short.length <= WIDTH || typeof value !== 'object' || value === null) return short;
  const deeper = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((entry) => formatJson(entry, deeper))
    : Object.entries(sorted({ ...value })).map(
        ([key, entry]) => `${JSON.stringify(key)}: ${formatJson(entry, deeper)}`,
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.map((part) => `${deeper}${part}`).join(',\n')}\n${indent}${close}`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const sorted = <T>(object: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
