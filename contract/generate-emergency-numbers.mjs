/**
 * Writes src/phone-numbers/emergency-numbers.ts from the short-number metadata of Google's libphonenumber, which
 * libphonenumber-js leaves out: `npm run emergency-numbers -w contract`. The package is installed only for this run:
 * it's 500 kB, of which the phone needs 4 kB.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VERSION = '3.2.47';
const LONGEST = 5;
const windows = process.platform === 'win32';

const scratch = mkdtempSync(join(tmpdir(), 'emergency-'));
try {
  execFileSync(
    windows ? 'npm.cmd' : 'npm',
    ['install', '--no-audit', '--no-fund', '--prefix', scratch, `google-libphonenumber@${VERSION}`],
    { stdio: 'inherit', shell: windows },
  );
  const { PhoneNumberUtil, ShortNumberInfo } = createRequire(join(scratch, 'x.js'))('google-libphonenumber');
  const info = ShortNumberInfo.getInstance();
  const lines = PhoneNumberUtil.getInstance()
    .getSupportedRegions()
    .sort()
    .flatMap((region) => {
      const numbers = [];
      for (let digits = 2; digits <= LONGEST; digits += 1)
        for (let n = 0; n < 10 ** digits; n += 1) {
          const number = String(n).padStart(digits, '0');
          if (info.isEmergencyNumber(number, region)) numbers.push(number);
        }
      return numbers.length === 0 ? [] : [`${region} ${collapse(numbers).join(' ')}`];
    });
  const text = `/** Emergency numbers by country, from google-libphonenumber ${VERSION}; an x stands for any digit. Written by generate-emergency-numbers.mjs. */\nexport const EMERGENCY_NUMBERS = \`\n${lines.join('\n')}\n\`;\n`;
  writeFileSync(new URL('src/phone-numbers/emergency-numbers.ts', import.meta.url), text);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Collapses all 100 four-digit numbers with the same first two digits into one entry. */
function collapse(numbers) {
  const byPrefix = new Map();
  for (const number of numbers)
    if (number.length === 4)
      byPrefix.set(number.slice(0, 2), [...(byPrefix.get(number.slice(0, 2)) ?? []), number]);
  const fullPrefixes = [...byPrefix].filter(([, of]) => of.length === 100).map(([prefix]) => prefix);
  const rest = numbers.filter((number) => number.length !== 4 || !fullPrefixes.includes(number.slice(0, 2)));
  return [...rest, ...fullPrefixes.map((prefix) => `${prefix}xx`)];
}
