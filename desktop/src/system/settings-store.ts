/** The file in which the app's settings stand. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type DesktopSettings, readSettings } from '../core/settings.ts';

export type SettingsStore = ReturnType<typeof createSettingsStore>;

/** What cannot be written holds until the app ends. */
export function createSettingsStore(
  path: string,
  platform: NodeJS.Platform,
  warn: (message: string, error: unknown) => void,
) {
  let settings = readSettings(textOf(path), platform);
  return {
    get: (): DesktopSettings => settings,
    change: (changes: Partial<DesktopSettings>) => {
      settings = { ...settings, ...changes };
      try {
        mkdirSync(dirname(path), { recursive: true });
        // The old file stands until the new one is whole.
        writeFileSync(`${path}.new`, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
        renameSync(`${path}.new`, path);
      } catch (error) {
        warn('The settings could not be kept.', error);
      }
    },
  };
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
