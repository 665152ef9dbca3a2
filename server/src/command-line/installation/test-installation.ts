import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { openEmbedded } from '../../platform/database/embedded/embedded.ts';
import { runCommandLine } from '../command-line.ts';

export function createFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'offhook-installation-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }));
  return path;
}

export const runCommand = (dataFolder: string, ...args: string[]) =>
  runCommandLine({ args, who: 'ada', dataFolder, databaseUrl: '', allowsPrivate: true });

export const openDemo = (dataFolder: string) =>
  openEmbedded({ dataFolder, templateFile: inject('offhookTemplate'), seed: async () => undefined });

export const openRestored = (dataFolder: string) =>
  openEmbedded({
    dataFolder,
    templateFile: null,
    seed: () => Promise.reject(new Error('nothing was restored')),
  });
