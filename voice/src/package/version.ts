import { readFileSync } from 'node:fs';

/** From the published package's own `package.json`. */
export function packageVersion(): string {
  const file: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return (file as { version: string }).version;
}
