import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type DesktopSettings, readSettings } from '../core/settings.ts';

export type SettingsStore = ReturnType<typeof createSettingsStore>;

/** Changes that can't be saved last until the app quits. */
export function createSettingsStore(
  path: string,
  platform: NodeJS.Platform,
  warn: (message: string, error: unknown) => void,
) {
  let settings = readSettings(readText(path), platform);
  return {
    get: (): DesktopSettings => settings,
    change: (changes: Partial<DesktopSettings>) => {
      settings = { ...settings, ...changes };
      try {
        mkdirSync(dirname(path), { recursive: true });
        // Written to a new file first, so that a crash leaves the old one intact.
        writeFileSync(`${path}.new`, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
        renameSync(`${path}.new`, path);
      } catch (error) {
        warn('The settings could not be saved.', error);
      }
    },
  };
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
