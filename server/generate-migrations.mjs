/**
 * `npm run migrations -w server`: writes the next step of src/platform/database/migrations from the schema. Then name it in
 * src/platform/database/migrations.ts.
 * drizzle-kit is installed for this run alone: nothing else needs it or the three versions of esbuild it brings.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
// drizzle-kit looks for drizzle-orm beside itself; npx would leave it out, because the project has it.
const packages = ['drizzle-kit@0.31.11', `drizzle-orm@${dependencies['drizzle-orm']}`];
const windows = process.platform === 'win32';

const scratch = mkdtempSync(join(tmpdir(), 'drizzle-kit-'));
try {
  execFileSync(
    windows ? 'npm.cmd' : 'npm',
    ['install', '--no-audit', '--no-fund', '--prefix', scratch, ...packages],
    { cwd: scratch, stdio: 'inherit', shell: windows },
  );
  execFileSync(process.execPath, [join(scratch, 'node_modules/drizzle-kit/bin.cjs'), 'generate'], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
  });
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
