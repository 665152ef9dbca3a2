import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const LICENSE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/** The licenses of the packages that these bundled modules belong to. @param {string[]} modules paths */
export function noticesOf(modules) {
  const folders = new Set(modules.map((path) => packageFolder(path.replace(/^\0/, ''))).filter(Boolean));
  const notices = [...folders].map(noticeOf).sort((one, other) => one.title.localeCompare(other.title, 'en'));
  return [
    'This package contains code of the following packages.\n',
    ...notices.map(({ title, text }) => `${'-'.repeat(80)}\n${title}\n\n${text.trim()}\n`),
  ].join('\n');
}

/** The innermost package; some packages have folders named node_modules that hold none. */
function packageFolder(path) {
  const found = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)/.exec(path)?.[1];
  if (found === undefined) return null;
  return existsSync(join(found, 'package.json')) ? found : packageFolder(dirname(found));
}

function noticeOf(folder) {
  const { name, version, license, author, repository } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  if (!license) throw new Error(`${name} names no license.`);
  const files = readdirSync(folder).filter((file) => LICENSE_FILE.test(file));
  const holder = typeof author === 'object' ? author.name : author;
  const source = typeof repository === 'object' ? repository.url : repository;
  const text = files.length
    ? files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
    : [`Its package has no license file.`, holder && `Author: ${holder}`, source && `Source: ${source}`]
        .filter(Boolean)
        .join('\n');
  return { title: `${name} ${version} (${license})`, text };
}
