/**
 * Copies the OpenAPI descriptions that the provider publishes with its CLI into `src/conformance/provider`:
 * node voice/bin/vendor-descriptions.mjs
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const PACKAGE = '@twilio/cli-core@9.0.0';
const target = resolve(import.meta.dirname, '../src/conformance/provider');
/** Only the descriptions listed in SHA256SUMS. */
const names = readFileSync(join(target, 'SHA256SUMS'), 'utf8').match(/\w+(?=\.json\.gz$)/gm) ?? [];
const scratch = mkdtempSync(join(tmpdir(), 'descriptions-'));
try {
  const npm = ['pack', PACKAGE, '--json', '--pack-destination', scratch];
  const [{ filename }] = JSON.parse(execFileSync('npm', npm, { encoding: 'utf8' }));
  execFileSync('tar', ['-xzf', join(scratch, filename), '-C', scratch]);
  copyFileSync(join(scratch, 'package/LICENSE'), join(target, 'LICENSE'));
  const sums = names.map((name) => {
    const published = join(scratch, 'package/src/services/twilio-api', `twilio_${name}.json`);
    const small = JSON.stringify(JSON.parse(readFileSync(published, 'utf8')));
    const packed = gzipSync(small, { level: 9 });
    writeFileSync(join(target, `${name}.json.gz`), packed);
    return `${createHash('sha256').update(packed).digest('hex')}  ${name}.json.gz\n`;
  });
  writeFileSync(join(target, 'SHA256SUMS'), sums.join(''));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
