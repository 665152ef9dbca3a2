import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createData, type EmbeddedConfig } from './embedded.ts';
import { packFolder } from './pack.ts';

/** Packs the data of a first start into one file. Creating it takes seconds, so the build does it. */
export async function buildTemplate(outFile: string, seed: EmbeddedConfig['seed']): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'offhook-template-'));
  try {
    await createData(folder, seed);
    packFolder(folder, outFile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
